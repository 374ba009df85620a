package stepdown.conformance.flink;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** An executor that runs its oldest task each time it is told to. */
final class SteppedExecutor extends AbstractExecutorService {
    private record Task(String name, Runnable body) {}

    private final Deque<Task> tasks = new ArrayDeque<>();
    private final Executor thread;
    private String next = "unknown";
    private boolean shutdown;

    /** Runs tasks on the thread that tells it to. */
    SteppedExecutor() {
        thread = Runnable::run;
    }

    /** Runs tasks on a thread of its own. */
    SteppedExecutor(String name) {
        thread = Executors.newSingleThreadExecutor(body -> {
            Thread one = new Thread(body, name);
            one.setDaemon(true);
            return one;
        });
    }

    /** Names the tasks that are handed in until the next call. */
    synchronized void naming(String name) {
        next = name;
    }

    /** The names of what waits, oldest first. */
    synchronized List<String> waiting() {
        return tasks.stream().map(Task::name).toList();
    }

    /** Waits until so many tasks wait; whether they came in time. */
    synchronized boolean await(int number, Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (tasks.size() < number) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(Math.max(1, left / 1_000_000));
        }
        return true;
    }

    /** Lets the oldest task run; the future tells when it is over. */
    CompletableFuture<Void> begin() {
        Task task;
        synchronized (this) {
            task = tasks.removeFirst();
        }
        return CompletableFuture.runAsync(task.body(), thread);
    }

    /** Runs the oldest task to its end. */
    void step() {
        begin().join();
    }

    @Override
    public synchronized void execute(Runnable body) {
        tasks.addLast(new Task(next, body));
        notifyAll();
    }

    @Override
    public synchronized void shutdown() {
        shutdown = true;
        if (thread instanceof ExecutorService owned) {
            owned.shutdown();
        }
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> left = tasks.stream().map(Task::body).toList();
        tasks.clear();
        return left;
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutdown;
    }

    @Override
    public synchronized boolean isTerminated() {
        return shutdown && tasks.isEmpty();
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
        return isTerminated();
    }
}
