package stepdown.conformance.flink;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.kubernetes.configuration.KubernetesConfigOptions;
import org.apache.flink.kubernetes.configuration.KubernetesLeaderElectionConfiguration;
import org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver;
import org.apache.flink.kubernetes.kubeclient.FlinkKubeClient;
import org.apache.flink.kubernetes.kubeclient.KubernetesConfigMapSharedWatcher;
import org.apache.flink.kubernetes.kubeclient.KubernetesSharedWatcher;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesConfigMap;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector;
import org.apache.flink.runtime.leaderelection.LeaderElectionDriver;

/** One process: the released service and driver, and doubles of what surrounds them. */
final class JobManager extends Node {
    /** How many change events wait; older ones coalesce. */
    private static final int WATCH_ROOM = 2;

    private final Cluster cluster;
    private final Deque<Store.Content> events = new ArrayDeque<>();
    private final MemoryClient client;
    private KubernetesLeaderElector.LeaderCallbackHandler elector;
    private FlinkKubeClient.WatchCallbackHandler<KubernetesConfigMap> watch;
    private KubernetesLeaderElectionDriver driver;
    private boolean holds;
    private boolean called = true;

    JobManager(Cluster cluster, Setup setup, int jm, int life) throws Exception {
        super(setup, cluster.sessions(), jm, life, new SteppedExecutor());
        this.cluster = cluster;
        this.client = new MemoryClient(cluster.store(), callbacks -> elector = callbacks);
        start(this::drive, cluster::contender);
    }

    private LeaderElectionDriver drive(LeaderElectionDriver.Listener listener) {
        Configuration configuration = new Configuration();
        configuration.set(KubernetesConfigOptions.CLUSTER_ID, "my-cluster");
        var election = new KubernetesLeaderElectionConfiguration(Store.NAME, identity(), configuration);
        var relay = new Relay(listener, this);
        driver = new KubernetesLeaderElectionDriver(election, client.client(), relay, new Watcher(), Runnable::run);
        return driver;
    }

    /** Keeps the callback, so that the harness can deliver events itself. */
    private final class Watcher implements KubernetesConfigMapSharedWatcher {
        @Override
        public KubernetesSharedWatcher.Watch watch(
                String map,
                FlinkKubeClient.WatchCallbackHandler<KubernetesConfigMap> callbacks,
                java.util.concurrent.Executor on) {
            watch = callbacks;
            return () -> {};
        }

        @Override
        public void close() {}
    }

    // The elector, step by step.

    boolean holds() {
        return holds;
    }

    boolean called() {
        return called;
    }

    boolean named() {
        return cluster.store().content().holder().equals(identity());
    }

    /** The elector's GET shows its own identity: the grant comes before any write. */
    void resume() {
        holds = true;
        elector.isLeader();
    }

    /** The elector writes itself into the annotation; its callback comes later. */
    void take() {
        cluster.store().hold(identity());
        holds = true;
        called = false;
    }

    void call() {
        called = true;
        elector.isLeader();
    }

    void lose() {
        holds = false;
        elector.notLeader();
    }

    // The executor and the watch thread.

    /** Runs the executor's next task, whose GET succeeds or fails. */
    void run(boolean failing) {
        client.fail(failing);
        executor().step();
        client.fail(false);
    }

    @Override
    int waitingEvents() {
        return events.size();
    }

    /** Queues a change event, unless one of the same content is the newest that waits. */
    void hear(Store.Content content) {
        if (!events.isEmpty() && cluster.same(events.peekLast(), content)) {
            return;
        }
        if (events.size() == WATCH_ROOM) {
            events.removeFirst();
        }
        events.addLast(content);
    }

    void handle() {
        watch.onModified(List.of(events.removeFirst().read()));
    }

    /** What the released driver says about leadership. */
    boolean leads() {
        return driver.hasLeadership();
    }
}
