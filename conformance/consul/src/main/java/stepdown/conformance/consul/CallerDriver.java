package stepdown.conformance.consul;

import stepdown.conformance.Harness.Refused;

/** Drives the thread that calls {@code unregisterListener}. */
final class CallerDriver {
    private final Node node;
    private final Run run;
    private final KeeperDriver keeper;
    private final String thread;
    private String gate = "none";
    private int silent;
    private boolean stopTold;
    private boolean hangs;
    private boolean joined;
    private boolean shutsKeeperDown;
    private boolean returned;

    CallerDriver(Node node, KeeperDriver keeper, Run run) {
        this.node = node;
        this.run = run;
        this.keeper = keeper;
        this.thread = node.id + ".caller";
    }

    void begin(boolean holdsGiant) throws InterruptedException {
        node.unregister(holdsGiant);
        gate = node.settle(thread);
        silent = switch (gate) {
            case "stop begin" -> 1;
            case "before destroy" -> 2;
            // Without a session the destroy is a step of the model, too, and so is the interrupt.
            default -> 4;
        };
        run.entry(thread + " unregister");
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
                silent = gate.equals("before destroy") ? 1 : 3;
                run.entry(thread + " stop " + Run.ending(how));
            }
            case "before destroy" -> destroy(how);
            case "after destroy" -> {
                gate = node.go(thread, null);
                // The interrupt.
                silent = 1;
            }
            case "none" -> throw new Refused("nobody has called unregisterListener");
            default -> join();
        }
    }

    private void destroy(String how) throws InterruptedException, Refused {
        Object fault = run.fault(node, how, hangs);
        hangs = fault == Run.HANGS;
        if (hangs) {
            return;
        }
        node.go(thread, fault);
        gate = "after destroy";
        String answer = "timeout".equals(fault) ? "error" : run.told(thread);
        if (!answer.equals("ok")) {
            gate = node.go(thread, null);
            silent = 2;
        }
        run.entry(thread + " destroy " + answer);
    }

    /** The end of the wait for the loop, the shutdown of the keeper, and the end of the wait for that. */
    private void join() throws InterruptedException {
        if (!joined) {
            joined = true;
            waitWhile("joins loop");
            run.lines();
        } else if (!shutsKeeperDown) {
            shutsKeeperDown = true;
        } else if (!returned) {
            returned = true;
            waitWhile("joins keeper");
            run.entry(thread + " returned");
        }
    }

    private void waitWhile(String what) throws InterruptedException {
        long end = System.nanoTime() + 12_000_000_000L;
        gate = node.settle(thread);
        while (gate.equals(what) && run.isQuiet() && System.nanoTime() < end) {
            keeper.cancelIfShutDown();
            gate = node.settle(thread);
        }
    }
}
