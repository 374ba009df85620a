package stepdown.conformance.consul;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import stepdown.conformance.Gates;

/** The gates of one node: which of its threads is where. */
final class Stops {
    private final Gates gates = new Gates();
    private final String node;
    private final Map<String, Thread> threads = new ConcurrentHashMap<>();

    Stops(String node) {
        this.node = node;
    }

    /** What this thread of the node is called in events. */
    String thread() {
        String name = Thread.currentThread().getName();
        if (name.startsWith("ConsulLeaderSelector")) {
            return node + ".loop";
        }
        return name.startsWith("ConsulSessionKeeper") ? node + ".keeper" : node + ".caller";
    }

    /** Waits at a gate. */
    Object stop(String gate) {
        String thread = thread();
        threads.put(thread, Thread.currentThread());
        return gates.hold(thread, gate);
    }

    Gates gates() {
        return gates;
    }

    /** Whether a thread was interrupted while it was at a gate. */
    boolean interrupted(String thread) {
        return gates.wasInterrupted(thread);
    }

    /** The thread of this name, once it has come to a gate. */
    Thread known(String thread) {
        return threads.get(thread);
    }
}
