package stepdown.conformance.consul;

import com.ecwid.consul.v1.ConsulClient;
import com.ecwid.consul.v1.ConsulRawClient;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.druid.consul.discovery.ConsulDiscoveryConfig;
import org.apache.druid.consul.discovery.ConsulDiscoveryConfig.LeaderElectionConfig;
import org.apache.druid.consul.discovery.ConsulDiscoveryConfig.ServiceConfig;
import org.apache.druid.consul.discovery.ConsulDiscoveryConfig.WatchConfig;
import org.apache.druid.consul.discovery.ConsulLeaderSelector;
import org.apache.druid.discovery.DruidLeaderSelector;
import org.apache.druid.server.DruidNode;
import org.apache.http.client.HttpClient;

/** A Druid node: the selector with its client, and a listener whose services start and stop when the harness lets them. */
final class Node {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SURE = Duration.ofMillis(15);

    final String id;
    final String url;
    final Stops stops;
    final ConsulLeaderSelector selector;
    private final ReentrantLock giant = new ReentrantLock(true);
    private volatile boolean acting;
    private volatile Thread caller;

    Node(String id, int port, Settings settings, HttpClient http, int consulPort) {
        this.id = id;
        this.url = "http://" + id + ".example:" + port;
        this.stops = new Stops(id);
        var client = new ConsulClient(new ConsulRawClient("127.0.0.1", consulPort, new GatedClient(http, stops)));
        var druid = new DruidNode("druid/overlord", id + ".example", false, port, null, true, false);
        selector = new ConsulLeaderSelector(druid, Terms.LOCK, configuration(settings), client);
    }

    /** What a plan says of the selector's configuration. */
    record Settings(org.joda.time.Duration ttl, long mostErrors) {}

    /**
     * Where the selector asks for the length of its next sleep is a gate: the sleep ends when the harness lets the thread
     * through, and a millisecond later.
     */
    private ConsulDiscoveryConfig configuration(Settings settings) {
        var moment = org.joda.time.Duration.millis(1);
        var service = new ServiceConfig("druid", null, null, null, null) {
            @Override
            public org.joda.time.Duration getHealthCheckInterval() {
                if (Thread.currentThread().getName().startsWith("Consul")) {
                    stops.stop("sleep");
                }
                return moment;
            }
        };
        var watch = new WatchConfig(null, null, null, null) {
            @Override
            public org.joda.time.Duration getWatchRetryDelay() {
                stops.stop("backoff");
                return moment;
            }
        };
        var leader = new LeaderElectionConfig(null, null, settings.ttl(), settings.mostErrors(), null, null);
        return ConsulDiscoveryConfig.create(null, null, service, leader, watch);
    }

    void register() {
        selector.registerListener(new DruidLeaderSelector.Listener() {
            @Override
            public void becomeLeader() {
                callback("start", true);
            }

            @Override
            public void stopBeingLeader() {
                callback("stop", false);
            }
        });
    }

    private void callback(String which, boolean acts) {
        stops.stop(which + " begin");
        giant.lock();
        acting = acts;
        giant.unlock();
        Object word = stops.stop(which + " end");
        if ("exception".equals(word)) {
            throw new IllegalStateException("the listener fails");
        }
        if ("throwable".equals(word)) {
            throw new NoClassDefFoundError("org/example/Missing");
        }
    }

    boolean acts() {
        return acting;
    }

    /** Calls {@code unregisterListener} on a thread of its own, which may hold the lock that callbacks need. */
    void unregister(boolean holdsGiant) {
        caller = new Thread(() -> {
            if (holdsGiant) {
                giant.lock();
            }
            try {
                selector.unregisterListener();
            } finally {
                if (holdsGiant) {
                    giant.unlock();
                }
            }
        }, ConsulHarness.CALLER);
        caller.setDaemon(true);
        caller.start();
    }

    Thread caller() {
        return caller;
    }

    /** Lets a thread that is at a gate go on, and waits until it is at one again, or waits for something else. */
    String go(String thread, Object word) throws InterruptedException {
        stops.gates().pass(thread, word);
        return settle(thread);
    }

    /** The same, for a thread that can only come to one gate. */
    void go(String thread, Object word, String gate) throws InterruptedException {
        expect(thread, go(thread, word), gate);
    }

    /** Fails when a thread is not where it can only be: the class is another one than the harness knows. */
    static void expect(String thread, String found, String expected) {
        if (!found.equals(expected)) {
            throw new IllegalStateException(thread + " is at `" + found + "`; expected `" + expected + "`");
        }
    }

    /** Where a thread comes to rest: at a gate, or {@code joins loop}, {@code joins keeper}, {@code over}. */
    String settle(String thread) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (System.nanoTime() < end) {
            String gate = stops.gates().await(thread, Duration.ofMillis(1));
            if (gate != null) {
                return gate;
            }
            String rest = rest(thread);
            // A thread may be on its way from one task to the next, so one look is not enough.
            if (rest != null && stops.gates().await(thread, SURE) == null && rest.equals(rest(thread))) {
                return rest;
            }
        }
        throw new IllegalStateException(thread + " does not come to rest");
    }

    private String rest(String name) {
        Thread thread = name.endsWith(".caller") ? caller : stops.known(name);
        if (thread == null) {
            return null;
        }
        if (thread.getState() == Thread.State.TERMINATED) {
            return "over";
        }
        if (thread.getState() == Thread.State.RUNNABLE) {
            return null;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        boolean inSelector = false;
        boolean joins = false;
        for (StackTraceElement frame : stack) {
            inSelector |= frame.getClassName().startsWith("org.apache.druid.consul");
            joins |= frame.getMethodName().equals("awaitTermination");
        }
        if (joins) {
            return stops.known(id + ".loop") == null || isOver(id + ".loop") ? "joins keeper" : "joins loop";
        }
        // The worker of the executor waits for a task, and there is none.
        boolean idle = !inSelector && !name.endsWith(".caller") && stack.length > 0
                && stack[stack.length - 1].getMethodName().equals("run") && isWaitingForTask(stack);
        return idle ? "over" : null;
    }

    private boolean isOver(String name) {
        return stops.known(name).getState() == Thread.State.TERMINATED;
    }

    private static boolean isWaitingForTask(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getMethodName().equals("getTask")) {
                return true;
            }
        }
        return false;
    }
}
