package stepdown.conformance.flink_sync;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import stepdown.conformance.Gates;

/** An executor of one thread, which stops at its gate before every task. */
final class GatedExecutor extends AbstractExecutorService {
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    private final Thread thread;

    GatedExecutor(String name, Gates gates) {
        thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            gates.stop(name, "idle");
                            tasks.take().run();
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

    @Override
    public void execute(Runnable body) {
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
