package stepdown.conformance.consul;

import stepdown.conformance.Harness.Refused;

/**
 * Drives the election loop of a node from gate to gate.
 *
 * <p>The model has more steps than the loop has gates. What lies between two gates happens at once, as late as the model
 * lets it; the steps that are left over are counted and let pass without a word.
 */
final class LoopDriver {
    /** Which of the four validations the loop is at. */
    private enum Stage { BEFORE, CHECK, FLAG, LEADER }

    private final Node node;
    private final Run run;
    private final String thread;
    private String gate;
    private int silent;
    private Stage stage = Stage.BEFORE;
    private boolean termRaised;
    private boolean woken;
    private final int poll;
    private final int backoff;
    private int left;
    private boolean leaderSleeps;
    private boolean stopTold;

    /** Sleeps take so many ticks if nothing ends them before. */
    LoopDriver(Node node, Run run, int poll, int backoff) {
        this.poll = poll;
        this.backoff = backoff;
        this.node = node;
        this.run = run;
        this.thread = node.id + ".loop";
    }

    /** The loop's thread has started. */
    void begin() throws InterruptedException {
        arrive(node.settle(thread));
        // The head of the loop.
        silent = 1;
    }

    boolean isLeaderAsleep() {
        return gate.equals("sleep") && leaderSleeps;
    }

    /** The steps left over are done. */
    void settled() {
        silent = 0;
    }

    boolean isOver() {
        return gate.equals("over");
    }

    /** Whether it waits for time, or for what else is not a step of its own. */
    boolean waits() {
        boolean sleeps = isAsleep() && !woken && left > 0;
        boolean blocked = gate.endsWith(" begin") && (run.giantIsHeld(node) || run.callbacksTakeTime());
        return sleeps || blocked || isOver() || run.hangs(thread);
    }

    /** A tick passes. */
    void tick() {
        left = Math.max(0, left - 1);
    }

    private boolean isAsleep() {
        return gate.equals("sleep") || gate.equals("backoff");
    }

    /** The sleep ends when its ticks are over, or by an interrupt. */
    private void wake() throws Refused {
        if (left > 0 && !node.stops.interrupted(thread)) {
            throw new Refused(thread + " sleeps for longer than in the plan");
        }
        woken = true;
    }

    /** The next step of the loop. */
    void step(String how) throws InterruptedException, Refused {
        if (silent > 0) {
            silent--;
            return;
        }
        String[] at = gate.split(" ");
        switch (at[0]) {
            case "before" -> call(at[1], how);
            case "after" -> goOn(at[1], how);
            case "sleep" -> sleep(how);
            case "backoff" -> backOff();
            case "start" -> start(at[1], how);
            case "stop" -> stop(at[1], how);
            default -> Node.expect(thread, gate, "over");
        }
    }

    private void call(String kind, String how) throws InterruptedException, Refused {
        Object fault = run.fault(node, thread, how);
        if (fault == Run.HANGS) {
            return;
        }
        gate = "after " + kind;
        node.go(thread, fault, gate);
        String answer = "timeout".equals(fault) ? "error" : run.told(thread);
        boolean held = switch (kind) {
            case "info" -> answer.equals("valid");
            case "acquire" -> !answer.equals("error") && !answer.equals("lost") && !answer.equals("unknown");
            case "validate" -> answer.equals(node.id) && run.holdsLatest(node.id);
            default -> false;
        };
        if (!held) {
            arrive(node.go(thread, null));
            silent = afterFailure(kind, answer);
        }
        run.entry(thread + " " + kind + " " + answer);
    }

    /** How many steps of the model there were since the call that printed something. */
    private int afterFailure(String kind, String answer) {
        return switch (kind) {
            // Keeps the id and reads the flag.
            case "create" -> answer.equals("ok") || gate.equals("stop begin") || gate.equals("backoff") ? 2 : 4;
            case "info" -> isOver() ? 3 : 2;
            case "acquire" -> 2;
            case "destroy" -> isOver() ? 4 : 2;
            default -> 1;
        };
    }

    private void goOn(String kind, String how) throws InterruptedException, Refused {
        if (kind.equals("validate") && stage == Stage.FLAG && !termRaised) {
            termRaised = true;
            return;
        }
        arrive(node.go(thread, null));
        switch (kind) {
            case "info" -> call("acquire", how);
            case "acquire" -> {
                stage = Stage.BEFORE;
                silent = gate.equals("before validate") ? 0 : 1;
                run.lines();
            }
            default -> validated();
        }
    }

    private void validated() {
        switch (stage) {
            case BEFORE, CHECK -> {
                boolean sleeps = gate.equals("sleep");
                silent = sleeps ? 1 : 0;
                stage = stage == Stage.BEFORE ? Stage.CHECK : Stage.FLAG;
                run.lines();
            }
            case FLAG -> {
                termRaised = false;
                run.entry(thread + " " + gate);
            }
            default -> {
                silent = gate.equals("before create") ? 0 : 1;
                run.lines();
            }
        }
    }

    private void sleep(String how) throws InterruptedException, Refused {
        if (!woken) {
            wake();
            if (node.stops.interrupted(thread)) {
                leaveSleep();
                silent = 1;
                run.lines();
            }
            return;
        }
        boolean led = leaderSleeps;
        leaveSleep();
        if (led && gate.equals("before validate")) {
            stage = Stage.LEADER;
            call("validate", how);
            return;
        }
        silent = (led ? 1 : 0) + (gate.equals("before create") ? 0 : 1);
        run.lines();
    }

    private void backOff() throws InterruptedException, Refused {
        if (!woken) {
            wake();
            if (!node.stops.interrupted(thread)) {
                return;
            }
        }
        leaveSleep();
        silent = gate.equals("before create") ? 0 : 1;
        run.lines();
    }

    private void leaveSleep() throws InterruptedException {
        woken = false;
        arrive(node.go(thread, null));
    }

    private void start(String part, String how) throws InterruptedException, Refused {
        if (part.equals("begin")) {
            run.refuseIfGiantIsHeld(node, thread);
            arrive(node.go(thread, null));
            run.entry(thread + " start services");
            return;
        }
        arrive(node.go(thread, Run.word(how)));
        silent = gate.equals("sleep") ? 1 : 0;
        run.entry(thread + " start " + Run.ending(how));
    }

    private void stop(String part, String how) throws InterruptedException, Refused {
        if (part.equals("begin")) {
            if (!stopTold) {
                stopTold = true;
                run.entry(thread + " stop begin");
                return;
            }
            stopTold = false;
            run.refuseIfGiantIsHeld(node, thread);
            arrive(node.go(thread, null));
            run.entry(thread + " stop services");
            return;
        }
        arrive(node.go(thread, Run.word(how)));
        boolean died = "throwable".equals(Run.word(how));
        silent = switch (gate) {
            case "sleep", "backoff", "before create" -> 1;
            default -> died ? 0 : 2;
        };
        run.entry(thread + " stop " + Run.ending(how));
    }

    private void arrive(String gate) {
        this.gate = gate;
        left = gate.equals("backoff") ? backoff : poll;
        if (gate.equals("sleep")) {
            leaderSleeps = node.selector.isLeader();
        }
    }
}
