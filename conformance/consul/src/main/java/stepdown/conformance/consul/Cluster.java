package stepdown.conformance.consul;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.http.client.HttpClient;
import stepdown.conformance.Harness.Refused;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** The two nodes of one run with their drivers, and what comes from outside. */
final class Cluster {
    /** A thread of a node goes on, in one of these ways. */
    private static final Pattern STEP =
            Pattern.compile("([ab])\\.(loop|keeper|caller)\\.(run|run_error|run_lost|run_exception|run_throwable)");

    private final Plan plan;
    private final Recorder recorder;
    private final FakeConsul consul;
    private final Run run;
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, LoopDriver> loops = new HashMap<>();
    private final Map<String, KeeperDriver> keepers = new HashMap<>();
    private final CallerDriver caller;
    private final boolean holdsGiant;
    private final boolean leading;
    private boolean paused;

    Cluster(Plan plan, Recorder recorder, ConsulServer server, HttpClient http) throws Refused {
        this.plan = plan;
        this.recorder = recorder;
        Terms terms = Terms.of(plan);
        consul = new FakeConsul(terms.ttlTicks(), terms.lockDelayTicks());
        server.serve(consul, terms);
        holdsGiant = plan.choice("caller", "plain", "holds_giant").equals("holds_giant");
        leading = plan.choice("start", "cold", "leading").equals("leading");
        run = new Run(consul, server, recorder, plan.number("rpc_hang", 0), plan.number("callback", 0), holdsGiant);
        var settings = new Node.Settings(terms.ttl(), plan.number("max_errors", 0));
        for (String id : List.of("a", "b")) {
            Node node = new Node(id, id.equals("a") ? 8090 : 8091, settings, http, server.port());
            nodes.put(id, node);
            run.add(node);
            loops.put(id, new LoopDriver(node, run, plan.number("poll", 3), plan.number("backoff", 2)));
            keepers.put(id, new KeeperDriver(node, run, plan.number("renew", 1)));
        }
        caller = new CallerDriver(nodes.get("a"), loops.get("a"), keepers.get("a"), run, plan.number("join", 2));
        run.caller(caller);
    }

    /** Starts node a, and promotes it if the run begins with a leader. The record begins then. */
    void begin() throws InterruptedException, Refused {
        start("a");
        if (leading) {
            for (int steps = 0; !loops.get("a").isLeaderAsleep(); steps++) {
                if (steps > 40) {
                    throw new IllegalStateException("node a is not promoted");
                }
                loops.get("a").step("run");
            }
            // The begin of the sleep has already been, too.
            loops.get("a").settled();
            keepers.get("a").pause();
        }
        run.beginRecord();
    }

    private void start(String id) throws InterruptedException {
        nodes.get(id).register();
        loops.get(id).begin();
        keepers.get(id).begin();
    }

    void event(String event) throws InterruptedException, Refused {
        Matcher step = STEP.matcher(event);
        if (!step.matches()) {
            outside(event);
            return;
        }
        String node = step.group(1);
        if (!isStarted(node)) {
            throw new Refused("`" + event + "` can't happen: node " + node + " has not started");
        }
        switch (step.group(2)) {
            case "loop" -> loops.get(node).step(step.group(3));
            case "keeper" -> keepers.get(node).step(step.group(3));
            default -> {
                if (!node.equals("a")) {
                    throw plan.unknown(event, "a.caller, who is the only one");
                }
                caller.step(step.group(3));
            }
        }
    }

    private boolean isStarted(String node) {
        return nodes.get(node).stops.known(node + ".loop") != null;
    }

    private void outside(String event) throws InterruptedException, Refused {
        String told = event;
        switch (event) {
            case "a.caller.unregister" -> {
                caller.begin(holdsGiant);
                return;
            }
            case "b.process.start" -> {
                if (isStarted("b")) {
                    throw new Refused("`" + event + "` can't happen: node b has started");
                }
                start("b");
            }
            case "clock.tick" -> tick();
            case "consul.session.invalidate" -> consul.end(held());
            case "operator.key.delete" -> {
                held();
                consul.deleteKey();
            }
            case "operator.key.overwrite" -> {
                if (consul.key() == null) {
                    throw new Refused("there is no key");
                }
                consul.write("written by an operator");
            }
            case "a.network.cut" -> run.cut(true);
            case "a.network.heal" -> run.cut(false);
            case "a.process.pause" -> paused = true;
            case "a.process.resume" -> paused = false;
            default -> {
                if (!event.matches("consul\\.session\\.expire_[0-9]+")) {
                    throw plan.unknown(event, "one that can be driven on the real class, such as a.loop.run");
                }
                told = expire();
            }
        }
        run.entry(told);
    }

    /** Time passes when every thread waits for it. A thread that does not is not where the plan has it. */
    private void tick() throws Refused {
        for (String id : loops.keySet()) {
            boolean moves = isStarted(id) && !(paused && id.equals("a"));
            if (moves && !loops.get(id).waits()) {
                throw new Refused("time passes in the plan, and " + id + ".loop does not wait for it");
            }
            if (moves && !keepers.get(id).waits()) {
                throw new Refused("time passes in the plan, and " + id + ".keeper does not wait for it");
            }
        }
        if (!paused && !caller.waits()) {
            throw new Refused("time passes in the plan, and a.caller does not wait for it");
        }
        if (!consul.due().isEmpty()) {
            throw new Refused("time passes in the plan, and a session is due");
        }
        consul.tick();
        loops.values().forEach(LoopDriver::tick);
        keepers.values().forEach(KeeperDriver::tick);
        caller.tick();
        run.tick();
    }

    /** The session that holds the lock. */
    private String held() throws Refused {
        if (consul.holder() == null) {
            throw new Refused("no session holds the lock");
        }
        return consul.key().session();
    }

    private String expire() throws Refused {
        List<FakeConsul.Session> due = consul.due();
        if (due.isEmpty()) {
            throw new Refused("no session is due");
        }
        FakeConsul.Session session = due.get(0);
        consul.end(session.id);
        return "consul.session.expire " + session.owner;
    }

    /** Tells how it ended, then lets every thread go and ends it. */
    void end() throws InterruptedException {
        run.lines();
        recorder.outcome(run.seen());
        // How the threads are ended is no part of the run.
        recorder.tap().only(logger -> false);
        run.cut(false);
        nodes.values().forEach(node -> node.stops.gates().open());
        for (Node node : nodes.values()) {
            if (node.stops.known(node.id + ".loop") == null) {
                continue;
            }
            if (node.caller() == null) {
                node.unregister(false);
            }
            node.caller().join(15_000);
        }
    }
}
