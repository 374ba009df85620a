package stepdown.conformance.consul;

import java.util.function.BooleanSupplier;
import stepdown.conformance.Harness.Refused;

/** Drives the thread that calls {@code unregisterListener}. */
final class CallerDriver {
    private final Node node;
    private final Run run;
    private final LoopDriver loop;
    private final KeeperDriver keeper;
    private final String thread;
    private String gate = "none";
    private int silent;
    private boolean stopTold;
    private boolean joined;
    private boolean shutsKeeperDown;
    private boolean returned;
    private final int patience;
    private int left;

    /** A wait of the caller takes so many ticks if nothing ends it before. */
    CallerDriver(Node node, LoopDriver loop, KeeperDriver keeper, Run run, int patience) {
        this.loop = loop;
        this.patience = patience;
        this.node = node;
        this.run = run;
        this.keeper = keeper;
        this.thread = node.id + ".caller";
    }

    void begin(boolean holdsGiant) throws InterruptedException, Refused {
        if (!gate.equals("none")) {
            throw new Refused("unregisterListener is called already");
        }
        node.unregister(holdsGiant);
        left = patience;
        gate = node.settle(thread);
        silent = switch (gate) {
            case "stop begin" -> 1;
            // It has read the flag and the session's id.
            case "before destroy" -> 2;
            // Without a session there is no destroy, and it has interrupted the loop.
            default -> 3;
        };
        run.entry(thread + " unregister");
    }

    /** Whether it waits for time or for another thread, or there is none. */
    boolean waits() {
        boolean joins = joined ? shutsKeeperDown && keeper.isRenewing() : gate.startsWith("joins") && !loop.isOver();
        boolean blocked = gate.endsWith(" begin") && run.callbacksTakeTime();
        return gate.equals("none") || returned || joins && left > 0 || blocked || run.hangs(thread);
    }

    /** A tick passes. */
    void tick() {
        left = Math.max(0, left - 1);
    }

    boolean isUnderWay() {
        return !gate.equals("none") && !gate.equals("over");
    }

    void step(String how) throws InterruptedException, Refused {
        if (silent > 0) {
            silent--;
            return;
        }
        switch (gate) {
            case "stop begin" -> {
                if (stopTold) {
                    gate = node.go(thread, null);
                    run.entry(thread + " stop services");
                } else {
                    stopTold = true;
                    run.entry(thread + " stop begin");
                }
            }
            case "stop end" -> {
                gate = node.go(thread, Run.word(how));
                silent = gate.equals("before destroy") ? 2 : 3;
                run.entry(thread + " stop " + Run.ending(how));
            }
            case "before destroy" -> destroy(how);
            case "after destroy" -> {
                gate = node.go(thread, null);
                // The interrupt.
                silent = 1;
                left = patience;
            }
            case "none" -> throw new Refused("nobody has called unregisterListener");
            default -> join();
        }
    }

    private void destroy(String how) throws InterruptedException, Refused {
        Object fault = run.fault(node, thread, how);
        if (fault == Run.HANGS) {
            return;
        }
        gate = "after destroy";
        node.go(thread, fault, gate);
        String answer = "timeout".equals(fault) ? "error" : run.told(thread);
        if (!answer.equals("ok")) {
            gate = node.go(thread, null);
            silent = 2;
            left = patience;
        }
        run.entry(thread + " destroy " + answer);
    }

    /** The end of the wait for the loop, the shutdown of the keeper, and the end of the wait for that. */
    private void join() throws InterruptedException, Refused {
        if (!joined) {
            refuseIfEarly(!loop.isOver(), "loop");
            wait(() -> gate.equals("joins loop") && run.isQuiet());
            if (gate.equals("joins loop") && run.isQuiet()) {
                throw new IllegalStateException(thread + " still waits for the loop, longer than the class's five seconds");
            }
            joined = true;
            run.lines();
        } else if (!shutsKeeperDown) {
            shutsKeeperDown = true;
            left = patience;
        } else if (!returned) {
            refuseIfEarly(keeper.isRenewing(), "keeper");
            wait(() -> !gate.equals("over"));
            // Whatever it waits for: unless its thread has ended, the call has not returned.
            Node.expect(thread, gate, "over");
            returned = true;
            run.entry(thread + " returned");
        }
    }

    /** Five seconds of the real clock are waited only when the ticks of the plan are over, too. */
    private void refuseIfEarly(boolean waits, String other) throws Refused {
        if (waits && left > 0) {
            throw new Refused(thread + " waits for the " + other + ", which is over in the plan");
        }
    }

    private void wait(BooleanSupplier goesOn) throws InterruptedException {
        long end = System.nanoTime() + 12_000_000_000L;
        do {
            gate = node.settle(thread);
            keeper.cancelIfShutDown();
        } while (goesOn.getAsBoolean() && System.nanoTime() < end);
    }
}
