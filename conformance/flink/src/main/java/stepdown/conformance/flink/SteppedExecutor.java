package stepdown.conformance.flink;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** A single-threaded executor whose tasks run when told to, on the thread that tells. */
final class SteppedExecutor extends AbstractExecutorService {
    private record Task(String name, Runnable body) {}

    private final Deque<Task> tasks = new ArrayDeque<>();
    private String next = "unknown";
    private boolean shutdown;

    /** Names the tasks that are handed in until the next call. */
    void naming(String name) {
        next = name;
    }

    /** The names of what waits, oldest first. */
    List<String> waiting() {
        return tasks.stream().map(Task::name).toList();
    }

    /** Runs the oldest task. */
    void step() {
        tasks.removeFirst().body().run();
    }

    @Override
    public void execute(Runnable body) {
        tasks.addLast(new Task(next, body));
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> left = tasks.stream().map(Task::body).toList();
        tasks.clear();
        return left;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && tasks.isEmpty();
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
        return isTerminated();
    }
}
