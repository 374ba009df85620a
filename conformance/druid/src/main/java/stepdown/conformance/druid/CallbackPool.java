package stepdown.conformance.druid;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.druid.java.util.common.concurrent.Execs;
import org.apache.druid.server.coordinator.loading.LoadPeonCallback;

/** Druid's callback pool, with a gate before each submission and before its end. Everything goes on to the real pool. */
final class CallbackPool extends AbstractExecutorService {
    private final ExecutorService real = Execs.singleThreaded("LoadQueuePeon-callbackexec--%d");
    private final Stops stops;
    private final Trace trace;
    private final boolean drain;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicInteger ran = new AtomicInteger();
    private volatile boolean stopped;

    CallbackPool(Stops stops, Trace trace, boolean drain) {
        this.stops = stops;
        this.trace = trace;
        this.drain = drain;
        // The only thread is kept until its turn, so that what is submitted waits in the queue.
        real.execute(() -> {
            stops.name("callbacks");
            stops.hold("callbacks", "idle");
        });
    }

    /** How many requests were made that have a callback. */
    int queuedRequests() {
        return requests.get();
    }

    /** The callback of a new request. */
    LoadPeonCallback request() {
        requests.incrementAndGet();
        return this::ran;
    }

    int queued() {
        return queued.get();
    }

    int ran() {
        return ran.get();
    }

    boolean stopped() {
        return stopped;
    }

    private void ran(boolean success) {
        queued.decrementAndGet();
        ran.incrementAndGet();
        trace.event("callback.run");
        stops.hold("callbacks", "idle");
    }

    @Override
    public void execute(Runnable command) {
        stops.stop("submit");
        try {
            real.execute(command);
            queued.incrementAndGet();
            trace.event("callback.submit");
        } catch (RejectedExecutionException e) {
            trace.event("callback.reject");
            throw e;
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        stops.stop("pool");
        trace.event("callbacks.stop");
        stopped = true;
        List<Runnable> dropped = List.of();
        if (drain) {
            real.shutdown();
            stops.stop("drain");
        } else {
            dropped = real.shutdownNow();
            queued.addAndGet(-dropped.size());
        }
        // The harness's own task must not be seen in flight.
        if (stops.at("callbacks") != null) {
            stops.pass("callbacks", null);
        }
        try {
            real.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return dropped;
    }

    @Override
    public void shutdown() {
        real.shutdown();
    }

    @Override
    public boolean isShutdown() {
        return real.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return real.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return real.awaitTermination(timeout, unit);
    }
}
