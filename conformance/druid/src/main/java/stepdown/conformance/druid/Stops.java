package stepdown.conformance.druid;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import stepdown.conformance.Gates;

/**
 * Where the pod's threads stop until it is their turn. A thread is known by what it is for: {@code life},
 * {@code elector_c}, {@code hook_o}, {@code callbacks} and so on.
 */
final class Stops {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How long a thread that can't go on by itself has been where it is. */
    private static final Duration STAYS = Duration.ofMillis(100);

    private final Gates gates = new Gates();
    private final Map<Thread, String> names = new ConcurrentHashMap<>();
    private final Map<String, Thread> threads = new ConcurrentHashMap<>();
    private final Set<String> armed = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Says what the present thread is for. */
    void name(String name) {
        names.put(Thread.currentThread(), name);
        threads.put(name, Thread.currentThread());
    }

    /** What the present thread is for, or null. */
    String name() {
        return names.get(Thread.currentThread());
    }

    /** The thread for something, or null when it has not come by yet. */
    Thread thread(String name) {
        return threads.get(name);
    }

    /** From now on threads stop. Before, they pass. */
    void close() {
        closed = true;
    }

    /** From now on this thread stops, whatever the others do. */
    void arm(String name) {
        armed.add(name);
    }

    /** Waits at a gate; an interrupt meanwhile is kept for whatever the thread does next. */
    Object stop(String gate) {
        String name = name();
        if (name == null || !closed && !armed.contains(name)) {
            return null;
        }
        return hold(name, gate);
    }

    /** The same, whether threads pass or not. */
    Object hold(String name, String gate) {
        return gates.hold(name, gate);
    }

    /** The gate a thread is at, or null. */
    String at(String name) {
        return gates.at(name);
    }

    /** Waits until a thread is at a gate. */
    String await(String name) throws InterruptedException {
        return gates.await(name, PATIENCE);
    }

    void pass(String name, Object word) {
        gates.pass(name, word);
    }

    /**
     * Waits until a thread is at a gate, or can't go on by itself. Tells where, in a word. A thread that waits for a
     * moment, as for its supervisors, can go on: only one that stays where it is can't.
     */
    String settle(String name) throws InterruptedException {
        String before = null;
        long since = 0;
        while (true) {
            String gate = at(name);
            if (gate != null) {
                return gate;
            }
            Thread thread = thread(name);
            if (thread == null) {
                return "unborn";
            }
            String where = where(thread);
            if (where == null || !where.equals(before)) {
                before = where;
                since = System.nanoTime();
            } else if (at(name) == null && System.nanoTime() - since > STAYS.toNanos()) {
                return where;
            }
            Thread.sleep(1);
        }
    }

    /** What keeps a thread from going on; null when nothing of Druid's does. */
    private static String where(Thread thread) {
        Thread.State state = thread.getState();
        if (state == Thread.State.TERMINATED) {
            return "ended";
        }
        StackTraceElement[] frames = thread.getStackTrace();
        if (state == Thread.State.BLOCKED) {
            return has(frames, 1, "DruidCoordinator", null) ? "monitor" : null;
        }
        boolean ours = has(frames, 8, ".Gates", null);
        if (state == Thread.State.WAITING && !ours) {
            if (has(frames, frames.length, "ReentrantLock", "lock")) {
                return "lock";
            }
            if (has(frames, frames.length, "SupervisorManager", "stop")) {
                return "supervisors";
            }
            return has(frames, frames.length, "ThreadPoolExecutor", "getTask") ? "idle" : null;
        }
        if (state == Thread.State.TIMED_WAITING) {
            if (has(frames, frames.length, "LeaderElectorAsyncWrapper", "close")) {
                return "join";
            }
            return has(frames, 4, "Thread", "sleep") && !ours ? "asleep" : null;
        }
        return null;
    }

    /** Whether one of the topmost frames is of such a class, and of such a method. */
    private static boolean has(StackTraceElement[] frames, int depth, String type, String method) {
        for (int at = 0; at < Math.min(depth, frames.length); at++) {
            boolean named = method == null || frames[at].getMethodName().equals(method);
            if (named && frames[at].getClassName().contains(type)) {
                return true;
            }
        }
        return false;
    }
}
