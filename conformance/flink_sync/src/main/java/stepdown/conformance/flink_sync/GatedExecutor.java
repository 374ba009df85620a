package stepdown.conformance.flink_sync;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import stepdown.conformance.Gates;

/** An executor of one thread, which stops at its gate before every task. */
final class GatedExecutor extends AbstractExecutorService {
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    /** Tasks that wait or run. */
    private final AtomicInteger undone = new AtomicInteger();

    private final Thread thread;

    GatedExecutor(String name, Gates gates) {
        thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            gates.stop(name, "idle");
                            tasks.take().run();
                            undone.decrementAndGet();
                        }
                    } catch (InterruptedException over) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    /** The id of its thread. */
    long id() {
        return thread.getId();
    }

    /** How many tasks wait. */
    int waiting() {
        return tasks.size();
    }

    /** Whether every task has run to its end. */
    boolean isDone() {
        return undone.get() == 0;
    }

    /** Ends its thread, if that waits for a task. */
    void end() {
        thread.interrupt();
    }

    /** What its thread does, for whoever finds that it does not end. */
    Thread.State state() {
        return thread.getState();
    }

    @Override
    public void execute(Runnable body) {
        undone.incrementAndGet();
        tasks.add(body);
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
        return false;
    }
}
