package stepdown.conformance.flink;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Leader sessions by the order in which they were issued, and the processes that they were issued to. */
final class Sessions {
    private final Map<UUID, String> names = new HashMap<>();
    private final Map<UUID, Process> processes = new HashMap<>();

    /** A process that may have ended meanwhile. */
    interface Process {
        /** Its name, or {@code dead}. */
        String standing();
    }

    /** A session of a process from before the run. */
    UUID stale() {
        UUID session = UUID.randomUUID();
        names.put(session, "s0");
        processes.put(session, () -> "dead");
        return session;
    }

    /** Takes down that a session is issued. */
    synchronized void begin(UUID session, Process process) {
        names.computeIfAbsent(session, any -> "s" + (1 + names.values().stream().filter(n -> !n.equals("s0")).count()));
        processes.put(session, process);
    }

    /** The name of a session; {@code none} for null. */
    synchronized String name(UUID session) {
        return session == null ? "none" : names.getOrDefault(session, "unknown");
    }

    /** An entry of the ConfigMap by its session and whose it is. */
    synchronized String entry(String value) {
        if (value == null || value.isEmpty()) {
            return "none";
        }
        UUID session = UUID.fromString(value.substring(0, value.indexOf(',')));
        Process process = processes.get(session);
        return name(session) + "@" + (process == null ? "unknown" : process.standing());
    }
}
