package stepdown.conformance.flink;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.kubernetes.configuration.KubernetesConfigOptions;
import org.apache.flink.kubernetes.configuration.KubernetesLeaderElectionConfiguration;
import org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver;
import org.apache.flink.kubernetes.kubeclient.FlinkKubeClient;
import org.apache.flink.kubernetes.kubeclient.KubernetesConfigMapSharedWatcher;
import org.apache.flink.kubernetes.kubeclient.KubernetesSharedWatcher;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesConfigMap;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import org.apache.flink.runtime.leaderelection.LeaderElectionDriver;
import org.apache.flink.runtime.leaderelection.SteppedService;

/** One process: the released service and driver, and doubles of what surrounds them. */
final class JobManager implements Node {
    /** How many change events wait; older ones coalesce. */
    private static final int WATCH_ROOM = 2;

    private final Cluster cluster;
    private final String name;
    private final String host;
    private final String identity = UUID.randomUUID().toString();
    private final SteppedExecutor executor = new SteppedExecutor();
    private final Deque<Store.Content> events = new ArrayDeque<>();
    private final Map<Component, Contender> contenders = new EnumMap<>(Component.class);
    private final MemoryClient client;
    private final DefaultLeaderElectionService service;
    private KubernetesLeaderElector.LeaderCallbackHandler elector;
    private FlinkKubeClient.WatchCallbackHandler<KubernetesConfigMap> watch;
    private KubernetesLeaderElectionDriver driver;
    private boolean holds;
    private boolean called = true;
    private Throwable failure;
    private Throwable exit;
    private boolean ended;

    /** Starts a process; the life tells apart the addresses of one JobManager's processes. */
    JobManager(Cluster cluster, String name, int life) throws Exception {
        this.cluster = cluster;
        this.name = name;
        this.host = name.replace("jm", "jm-") + (life == 1 ? "" : "-" + life);
        this.client = new MemoryClient(cluster.store(), callbacks -> elector = callbacks);
        this.service = SteppedService.of(this::drive, this::exit, executor);
        for (Component component : cluster.components()) {
            Contender contender = cluster.contender(component, this, service.createLeaderElection(component.id()));
            contenders.put(component, contender);
            contender.start();
        }
    }

    private LeaderElectionDriver drive(LeaderElectionDriver.Listener listener) {
        Configuration configuration = new Configuration();
        configuration.set(KubernetesConfigOptions.CLUSTER_ID, "my-cluster");
        var election = new KubernetesLeaderElectionConfiguration(Store.NAME, identity, configuration);
        var relay = new Relay(listener, this, cluster.fixes());
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
        return cluster.store().content().holder().equals(identity);
    }

    /** The elector's GET shows its own identity: the grant comes before any write. */
    void resume() {
        holds = true;
        elector.isLeader();
    }

    /** The elector writes itself into the annotation; its callback comes later. */
    void take() {
        cluster.store().hold(identity);
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

    // The executor, the watch thread and the contenders.

    @Override
    public SteppedExecutor executor() {
        return executor;
    }

    /** Runs the executor's next task, whose GET succeeds or fails. */
    void run(boolean failing) {
        client.fail(failing);
        executor.step();
        client.fail(false);
    }

    @Override
    public int waitingEvents() {
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

    @Override
    public Contender contender(Component component) {
        return contenders.get(component);
    }

    @Override
    public void confirmationFailed(Component component, UUID session, Throwable error) {
        failure = error;
        if (component.fatal || cluster.fixes().contains("escalate")) {
            exit(error);
        } else if (cluster.fixes().contains("retry") && session.equals(issued())) {
            contenders.get(component).confirm(session);
        }
    }

    @Override
    public void exit(Throwable error) {
        ended = true;
        exit = error;
    }

    boolean ended() {
        return ended;
    }

    /** What went wrong since the last call, or null. */
    Throwable failure() {
        Throwable told = exit == null ? failure : exit;
        failure = null;
        return told;
    }

    // What it is and knows.

    @Override
    public void begin(UUID session) {
        cluster.sessions().begin(session, this);
    }

    @Override
    public void naming(String task, UUID session) {
        executor.naming(task + " · " + cluster.sessions().name(session));
    }

    @Override
    public DefaultLeaderElectionService service() {
        return service;
    }

    @Override
    public UUID issued() {
        return SteppedService.issued(service);
    }

    /** What the released driver says about leadership. */
    boolean leads() {
        return driver.hasLeadership();
    }

    @Override
    public List<Component> components() {
        return cluster.components();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String host() {
        return host;
    }

    String identity() {
        return identity;
    }

    @Override
    public String standing() {
        return cluster.runs(this) && !ended ? name : "dead";
    }
}
