package stepdown.conformance.druid;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kubernetes.client.openapi.ApiClient;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.druid.discovery.DruidLeaderSelector;
import org.apache.druid.indexing.overlord.DruidOverlord;
import org.apache.druid.java.util.common.concurrent.ExecutorServices;
import org.apache.druid.java.util.common.concurrent.ScheduledExecutorFactory;
import org.apache.druid.java.util.common.concurrent.ScheduledExecutors;
import org.apache.druid.java.util.common.lifecycle.Lifecycle;
import org.apache.druid.java.util.emitter.EmittingLogger;
import org.apache.druid.java.util.emitter.core.NoopEmitter;
import org.apache.druid.java.util.emitter.service.ServiceEmitter;
import org.apache.druid.k8s.discovery.DefaultK8sLeaderElectorFactory;
import org.apache.druid.k8s.discovery.GatedElectors;
import org.apache.druid.k8s.discovery.K8sDiscoveryConfig;
import org.apache.druid.k8s.discovery.K8sDruidLeaderSelector;
import org.apache.druid.server.DruidNode;
import stepdown.conformance.Conformance;
import stepdown.conformance.Plan;

/**
 * The process of the pod: Druid's classes in one {@link Lifecycle}, in the order in which CliCoordinator registers them.
 * It is told what to do by a plan and says what it does, a JSON line each; its signals come from outside.
 */
final class Pod {
    static final String HOST = "druid-coordinator-0";
    static final String LOCK_C = "stepdown-leaderelection-coordinator";
    static final String LOCK_O = "stepdown-leaderelection-overlord";
    private static final Duration START = Duration.ofMinutes(2);

    final Stops stops = new Stops();
    final Trace trace = Trace.open(stops);
    final Setup setup;
    final CallbackPool callbacks;
    final Speech speech;

    private final Lifecycle lifecycle = new Lifecycle("module");
    private final ScheduledExecutorFactory executors = ScheduledExecutors.createFactory(lifecycle);
    private final ServiceEmitter emitter = new ServiceEmitter("druid/coordinator", HOST, new NoopEmitter());
    private final DruidNode node = new DruidNode("druid/coordinator", HOST, false, 8081, null, true, false);
    private final K8sDiscoveryConfig config =
            new K8sDiscoveryConfig("stepdown", null, null, "druid", "druid", null, null, null);
    private final GatedElectors electors;
    private final OverlordParts overlordParts;
    private DruidLeaderSelector selectorC;
    private DruidOverlord overlord;

    private Pod(Setup setup, String api, Speech speech) {
        this.setup = setup;
        this.speech = speech;
        this.callbacks = new CallbackPool(stops, trace, setup.drain());
        this.overlordParts = new OverlordParts(stops, setup.supervisorStop() * 5);
        this.electors = new GatedElectors(
                new DefaultK8sLeaderElectorFactory(new ApiClient().setBasePath(api), config),
                (lock, hook) -> () -> hook(role(lock), hook),
                (lock, hook) -> elector(role(lock), hook));
        EmittingLogger.registerEmitter(emitter);
    }

    /** Arguments: the URL of the API server, and the plan. */
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        Speech speech = new Speech(out);
        try {
            Pod pod = new Pod(Setup.of(Plan.of(new ObjectMapper().readTree(args[1]))), args[0], speech);
            pod.start();
            new Thread(new Driver(pod), "driver").start();
        } catch (Throwable failure) {
            fail(speech, failure);
        }
    }

    /** The harness failed: that is told, and the process ends at once, whatever threads of Druid's are left. */
    static void fail(Speech speech, Throwable failure) {
        failure.printStackTrace();
        speech.failed(failure.toString());
        Runtime.getRuntime().halt(Conformance.FAILED);
    }

    private static String role(String lock) {
        return lock.equals(LOCK_C) ? "c" : "o";
    }

    /** The start hook's thread, before the hook. */
    private void hook(String role, Runnable hook) {
        String name = "hook_" + role;
        stops.name(name);
        String start = setup.start();
        if (start.equals("acquired") || start.equals("promoting") && role.equals("o")) {
            stops.arm(name);
        }
        stops.stop("start");
        hook.run();
    }

    /** The elector's own thread, before it runs. */
    private Runnable elector(String role, Runnable hook) {
        stops.name("elector_" + role);
        return () -> {
            stops.stop("stop-hook");
            hook.run();
        };
    }

    private void start() throws Exception {
        lifecycle.addHandler(new Gate(stops, "exit", () -> {}), Lifecycle.Stage.INIT);
        lifecycle.addHandler(new Gate(stops, "rest", () -> {}));
        ExecutorServices.manageLifecycle(lifecycle, callbacks);
        CoordinatorParts coordinatorParts = new CoordinatorParts(stops, callbacks, executors);
        if (setup.between()) {
            lifecycle.addHandler(new Gate(stops, "between", () -> {}));
        }
        // What is registered last stops first.
        if (!setup.split() && setup.coordinatorFirst()) {
            addOverlord();
        }
        addCoordinator(coordinatorParts);
        if (!setup.split() && !setup.coordinatorFirst()) {
            addOverlord();
        }
        lifecycle.addHandler(
                new Gate(stops, "jetty", () -> Gate.sleep(setup.jetty() * 5_000L)), Lifecycle.Stage.SERVER);
        lifecycle.addHandler(new Gate(stops, "announcer", Announcer.of(config, node)), Lifecycle.Stage.ANNOUNCEMENTS);
        lifecycle.start();
        lifecycle.ensureShutdownHook();
        reach(setup.start());
        if (selectorC.isLeader() && !setup.start().equals("acquired")) {
            coordinatorParts.queue(setup.servers(), setup.queued());
        }
    }

    private void addCoordinator(CoordinatorParts parts) {
        selectorC = new K8sDruidLeaderSelector(node, LOCK_C, "druid", config, electors);
        if (setup.joinOutside()) {
            lifecycle.addManagedInstance(new stepdown.conformance.druid.fixed.DruidCoordinator(
                    selectorC, selector -> parts.coordinator(selector, node, executors, emitter)));
        } else {
            lifecycle.addManagedInstance(parts.coordinator(selectorC, node, executors, emitter));
        }
    }

    private void addOverlord() {
        K8sDruidLeaderSelector selector = new K8sDruidLeaderSelector(node, LOCK_O, "druid", config, electors);
        overlord = overlordParts.overlord(selector, node, executors, emitter);
        overlordLeads = selector::isLeader;
        lifecycle.addManagedInstance(overlord);
    }

    private BooleanSupplier overlordLeads = () -> false;

    /** Waits for the state that the run begins in. */
    private void reach(String start) throws Exception {
        switch (start) {
            case "leading_both" -> waitFor(() -> peonsCanBeMade() && (setup.split() || overlord.isLeader()));
            case "leading_coordinator" -> waitFor(this::peonsCanBeMade);
            case "leading_overlord" -> waitFor(() -> overlord.isLeader());
            case "acquired" -> {
                stops.await("hook_c");
                stops.await("hook_o");
            }
            case "promoting" -> {
                waitFor(this::peonsCanBeMade);
                for (String gate : new String[] {"start", "lock"}) {
                    if (!gate.equals(stops.await("hook_o"))) {
                        throw new IllegalStateException("the promotion is not at " + gate);
                    }
                    stops.pass("hook_o", null);
                }
                stops.await("hook_o");
            }
            default -> {}
        }
        // The electors are in their waits between two attempts.
        for (String elector : setup.split() ? new String[] {"elector_c"} : new String[] {"elector_c", "elector_o"}) {
            waitFor(() -> stops.thread(elector) != null);
            stops.settle(elector);
        }
        Thread.sleep(500);
    }

    /** Whether the Coordinator's promotion is through. */
    private boolean peonsCanBeMade() {
        Thread hook = stops.thread("hook_c");
        return selectorC.isLeader() && hook != null && hook.getState() == Thread.State.WAITING;
    }

    private static void waitFor(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the pod does not come to the state that the run begins in");
            }
            Thread.sleep(20);
        }
    }

    /** Everything that can be seen of the process. */
    Map<String, String> seen() {
        Map<String, String> seen = new TreeMap<>();
        seen.put("leader.coordinator", String.valueOf(selectorC.isLeader()));
        seen.put("callbacks.queued", String.valueOf(callbacks.queued()));
        seen.put("callbacks.ran", String.valueOf(callbacks.ran()));
        seen.put("callbacks.pool", callbacks.stopped() ? "stopped" : "running");
        if (!setup.split()) {
            seen.put("leader.overlord", String.valueOf(overlordLeads.getAsBoolean()));
            seen.put("supervisors", overlordParts.supervisors());
        }
        return seen;
    }

    /** Whether the Overlord leads with its promotion complete, as its stop method asks. */
    boolean overlordLeads() {
        return overlord != null && overlord.isLeader();
    }
}
