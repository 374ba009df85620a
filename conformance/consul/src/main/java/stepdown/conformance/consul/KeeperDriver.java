package stepdown.conformance.consul;

import stepdown.conformance.Harness.Refused;

/**
 * Drives the session keeper of a node. Between two runs its thread is held where it asks for the length of the pause, so
 * that the next run begins when the harness says so.
 */
final class KeeperDriver {
    private final Node node;
    private final Run run;
    private final String thread;
    private String gate;
    private int silent;

    KeeperDriver(Node node, Run run) {
        this.node = node;
        this.run = run;
        this.thread = node.id + ".keeper";
    }

    /** The keeper's first run finds no session: the loop is held before it makes one. */
    void begin() throws InterruptedException {
        gate = node.settle(thread);
    }

    void step(String how) throws InterruptedException, Refused {
        if (silent > 0) {
            silent--;
            return;
        }
        switch (gate) {
            case "sleep" -> {
                gate = node.go(thread, null);
                silent = gate.equals("sleep") ? 1 : 0;
            }
            case "before renew" -> renew(how);
            default -> { }
        }
    }

    private void renew(String how) throws InterruptedException, Refused {
        Object fault = run.fault(node, thread, how);
        if (fault == Run.HANGS) {
            return;
        }
        node.go(thread, fault);
        gate = node.go(thread, null);
        silent = 1;
        run.entry(thread + " renew " + ("timeout".equals(fault) ? "error" : run.told(thread)));
    }

    /** Whether it waits for time. */
    boolean waits() {
        return !isRenewing() || run.hangs(thread);
    }

    /** Whether a renewal is under way. */
    boolean isRenewing() {
        return gate.endsWith("renew");
    }

    /** The executor was shut down: what waits for its next run is cancelled. */
    void cancelIfShutDown() throws InterruptedException {
        if ("sleep".equals(gate) && node.stops.interrupted(thread)) {
            gate = node.go(thread, null);
        }
    }
}
