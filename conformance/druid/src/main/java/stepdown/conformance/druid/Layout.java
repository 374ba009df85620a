package stepdown.conformance.druid;

import java.util.ArrayList;
import java.util.List;

/**
 * How the model's steps of the Lifecycle thread lie over the gates that the real thread stops at. A step without a gate
 * of its own is done together with the one before it.
 */
final class Layout {
    static final String NONE = "";

    private Layout() {}

    /** The gate before each step of the Lifecycle thread, in order. */
    static List<String> steps(Setup setup, boolean leadsOverlord) {
        List<String> overlord = new ArrayList<>();
        if (!setup.split()) {
            overlord.add("overlord.stop");
            overlord.add(leadsOverlord ? "overlord.graceful" : NONE);
            for (int component = 1; leadsOverlord && component < 5; component++) {
                overlord.add(NONE);
            }
            overlord.add(NONE);
            overlord.add(NONE);
        }
        List<String> coordinator = List.of("coordinator.stop", NONE, NONE, "coordinator.clean");
        List<String> steps = new ArrayList<>(List.of("announcer", "jetty", NONE));
        steps.addAll(setup.coordinatorFirst() ? coordinator : overlord);
        steps.addAll(setup.coordinatorFirst() ? overlord : coordinator);
        if (setup.between()) {
            steps.add("between");
        }
        steps.add(NONE);
        steps.add("pool");
        if (setup.drain()) {
            steps.add("drain");
        }
        steps.add("rest");
        return steps;
    }

    /** The gate before a line of a thread, or null. */
    static String gate(String thread, String message) {
        if (thread == null) {
            return null;
        }
        boolean noLeader = message.equals("I am no longer the leader...");
        return switch (thread) {
            case "life" -> switch (message) {
                case "Stopping lifecyle [DruidOverlord#stop]." -> "overlord.stop";
                case "Stopping lifecyle [DruidCoordinator#stop]." -> "coordinator.stop";
                case "Failed to terminate [LeaderElectorAsyncWrapper] executor." -> "time-out";
                default -> noLeader ? "overlord.graceful" : null;
            };
            case "elector_c", "elector_o" -> message.endsWith("loop gets interrupted") ? "wake" : noLeader ? "lock" : null;
            case "hook_c" -> message.startsWith("I am the leader of the coordinators") ? "lock" : null;
            case "hook_o" -> message.startsWith("By the power of Grayskull") ? "lock" : null;
            default -> null;
        };
    }
}
