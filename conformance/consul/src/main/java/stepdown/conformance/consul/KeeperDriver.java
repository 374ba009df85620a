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
    private final int pause;
    private int left;
    private int silent;

    /** The pause between two runs takes so many ticks. */
    KeeperDriver(Node node, Run run, int pause) {
        this.pause = pause;
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
                if (left > 0) {
                    throw new Refused(thread + " pauses for longer than in the plan");
                }
                left = pause;
                gate = node.go(thread, null);
                silent = gate.equals("sleep") ? 1 : 0;
            }
            case "before renew" -> renew(how);
            default -> Node.expect(thread, gate, "over");
        }
    }

    private void renew(String how) throws InterruptedException, Refused {
        Object fault = run.fault(node, thread, how);
        if (fault == Run.HANGS) {
            return;
        }
        node.go(thread, fault, "after renew");
        gate = node.go(thread, null);
        silent = 1;
        left = pause;
        run.entry(thread + " renew " + ("timeout".equals(fault) ? "error" : run.told(thread)));
    }

    /** Whether it waits for time. */
    boolean waits() {
        return isRenewing() ? run.hangs(thread) : left > 0 || gate.equals("over");
    }

    /** A tick passes. */
    void tick() {
        left = Math.max(0, left - 1);
    }

    /** It has run and found nothing before the record began. */
    void pause() {
        left = pause;
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
