package stepdown.conformance.consul;

import java.util.Map;
import java.util.TreeMap;
import stepdown.conformance.Harness.Refused;
import stepdown.conformance.Recorder;

/** What the threads of one run share: the server, the nodes, the network of node a, and the record. */
final class Run {
    /** A call that goes on hanging. */
    static final Object HANGS = new Object();
    /** How many ticks a call of a thread still hangs. */
    private final Map<String, Integer> hanging = new TreeMap<>();

    private final FakeConsul consul;
    private final ConsulServer server;
    private final Recorder recorder;
    private final int hangTicks;
    private final int callbackTicks;
    private final boolean holdsGiant;
    private final Map<String, Node> nodes = new TreeMap<>();
    private CallerDriver caller;
    private boolean cut;
    private boolean recording;

    Run(FakeConsul consul, ConsulServer server, Recorder recorder, int hangTicks, int callbackTicks, boolean holdsGiant) {
        this.callbackTicks = callbackTicks;
        this.consul = consul;
        this.server = server;
        this.recorder = recorder;
        this.hangTicks = hangTicks;
        this.holdsGiant = holdsGiant;
    }

    /** Whether the plan lets callbacks take ticks. */
    boolean callbacksTakeTime() {
        return callbackTicks > 0;
    }

    void add(Node node) {
        nodes.put(node.id, node);
    }

    void caller(CallerDriver caller) {
        this.caller = caller;
    }

    void cut(boolean cut) {
        this.cut = cut;
    }

    /** What came before is no part of the record. */
    void beginRecord() {
        recorder.tap().take();
        recording = true;
    }

    void entry(String event) {
        if (recording) {
            recorder.entry(event, seen(), null);
        }
    }

    /** An entry for what was printed, if anything was. */
    void lines() {
        if (!isQuiet()) {
            entry(null);
        }
    }

    /** Whether nothing was printed since the last entry. */
    boolean isQuiet() {
        return recorder.tap().isEmpty();
    }

    Map<String, String> seen() {
        Map<String, String> seen = new TreeMap<>();
        Map<String, String> owners = new TreeMap<>();
        nodes.forEach((id, node) -> {
            owners.put(node.url, id);
            seen.put(id + ".leader", Boolean.toString(node.selector.isLeader()));
            seen.put(id + ".acting", Boolean.toString(node.acts()));
        });
        consul.see(seen, owners);
        return seen;
    }

    String told(String thread) {
        return server.told(thread);
    }

    /** Whether the lock is held by the session that a node was given last. */
    boolean holdsLatest(String id) {
        FakeConsul.Key key = consul.key();
        return key != null && key.session() != null && key.session().equals(consul.latest(id));
    }

    /** What becomes of a call: null, {@code error}, {@code lost}, {@code timeout}, or {@link #HANGS}. */
    Object fault(Node node, String thread, String how) throws Refused {
        Integer left = hanging.get(thread);
        if (left != null) {
            if (left > 0) {
                throw new Refused(thread + " hangs, and has not done so for long enough");
            }
            hanging.remove(thread);
            return "timeout";
        }
        if (cut && node.id.equals("a")) {
            if (hangTicks > 0) {
                hanging.put(thread, hangTicks);
                return HANGS;
            }
            return "timeout";
        }
        return switch (how) {
            case "run" -> null;
            case "run_error" -> "error";
            case "run_lost" -> "lost";
            default -> throw new Refused(thread + " is at a call to Consul, which can't be " + how);
        };
    }

    /** Whether a call of the thread still hangs. */
    boolean hangs(String thread) {
        return hanging.getOrDefault(thread, 0) > 0;
    }

    /** A tick passes for calls that hang. */
    void tick() {
        hanging.replaceAll((thread, left) -> Math.max(0, left - 1));
    }

    /** The caller holds the lock that the listener's callbacks need. */
    void refuseIfGiantIsHeld(Node node, String thread) throws Refused {
        if (giantIsHeld(node)) {
            throw new Refused(thread + " waits for giant, which the caller holds");
        }
    }

    /** Whether the caller holds the lock that callbacks of the node's loop need. */
    boolean giantIsHeld(Node node) {
        return holdsGiant && node.id.equals("a") && caller.isUnderWay();
    }

    /** What the listener is told to do at the end of a callback. */
    static Object word(String how) {
        return switch (how) {
            case "run_exception" -> "exception";
            case "run_throwable" -> "throwable";
            default -> null;
        };
    }

    /** How a callback ended, in the words of the record. */
    static String ending(String how) {
        Object word = word(how);
        return word == null ? "end" : word.toString();
    }
}
