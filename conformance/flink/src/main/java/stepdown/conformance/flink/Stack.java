package stepdown.conformance.flink;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.kubernetes.configuration.KubernetesConfigOptions;
import org.apache.flink.kubernetes.configuration.KubernetesHighAvailabilityOptions;
import org.apache.flink.kubernetes.configuration.KubernetesLeaderElectionConfiguration;
import org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver;
import org.apache.flink.kubernetes.kubeclient.Fabric8FlinkKubeClient;
import org.apache.flink.kubernetes.kubeclient.FlinkKubeClient;
import org.apache.flink.kubernetes.kubeclient.KubernetesConfigMapSharedWatcher;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.Config;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.ConfigBuilder;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.KubernetesClientBuilder;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import org.apache.flink.runtime.leaderelection.LeaderElectionDriver;
import org.apache.flink.runtime.leaderelection.SteppedService;

/** One process with all of the released classes between its contenders and the API server. */
final class Stack implements Node, AutoCloseable {
    static final Duration RETRY = Duration.ofMillis(200);
    static final Duration DEADLINE = Duration.ofSeconds(5);
    static final Duration LEASE = Duration.ofSeconds(6);

    private final String name;
    private final String host;
    private final String identity = UUID.randomUUID().toString();
    private final SteppedExecutor elector = new SteppedExecutor("KubernetesLeaderElector-ExecutorService-thread-1");
    private final SteppedExecutor executor =
            new SteppedExecutor("DefaultLeaderElectionService-leadershipOperationExecutor-thread-1");
    private final SteppedExecutor watch = new SteppedExecutor("config-map-watch-handler-thread-1");
    private final ScheduledExecutorService io = Executors.newScheduledThreadPool(2);
    private final Map<Component, Contender> contenders = new EnumMap<>(Component.class);
    private final List<Component> components;
    private final Set<String> fixes;
    private final Sessions sessions;
    private final FlinkKubeClient client;
    private final NamespacedKubernetesClient electing;
    private final KubernetesConfigMapSharedWatcher watcher;
    private final DefaultLeaderElectionService service;
    private Throwable failure;
    private Throwable exit;
    private boolean ended;

    Stack(String name, int life, String url, List<Component> components, Set<String> fixes, Sessions sessions)
            throws Exception {
        this.name = name;
        this.host = name.replace("jm", "jm-") + (life == 1 ? "" : "-" + life);
        this.components = components;
        this.fixes = fixes;
        this.sessions = sessions;
        electing = connect(url + "elector/");
        client = new Fabric8FlinkKubeClient(settings(), connect(url), io);
        watcher = client.createConfigMapSharedWatcher(Store.NAME);
        service = SteppedService.of(this::drive, this::exit, executor);
        for (Component component : components) {
            Contender contender = new Contender(component, this, service.createLeaderElection(component.id()));
            contenders.put(component, contender);
            contender.start();
        }
    }

    private static Configuration settings() {
        Configuration settings = new Configuration();
        settings.set(KubernetesConfigOptions.CLUSTER_ID, "my-cluster");
        settings.set(KubernetesHighAvailabilityOptions.KUBERNETES_LEASE_DURATION, LEASE);
        settings.set(KubernetesHighAvailabilityOptions.KUBERNETES_RENEW_DEADLINE, DEADLINE);
        settings.set(KubernetesHighAvailabilityOptions.KUBERNETES_RETRY_PERIOD, RETRY);
        return settings;
    }

    private static NamespacedKubernetesClient connect(String url) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(url)
                .withNamespace("default")
                .withRequestTimeout(60_000)
                .build();
        return new KubernetesClientBuilder()
                .withConfig(config)
                .build()
                .adapt(NamespacedKubernetesClient.class);
    }

    private LeaderElectionDriver drive(LeaderElectionDriver.Listener listener) {
        var election = new KubernetesLeaderElectionConfiguration(Store.NAME, identity, settings());
        return new KubernetesLeaderElectionDriver(
                election, steppingElector(), new Relay(listener, this, fixes), watcher, watch);
    }

    /** The released client, but the elector that it makes runs its turns on an executor of the harness. */
    private FlinkKubeClient steppingElector() {
        return (FlinkKubeClient) Proxy.newProxyInstance(
                Stack.class.getClassLoader(), new Class<?>[] {FlinkKubeClient.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("createLeaderElector")) {
                        return new KubernetesLeaderElector(
                                electing,
                                (KubernetesLeaderElectionConfiguration) arguments[0],
                                (KubernetesLeaderElector.LeaderCallbackHandler) arguments[1],
                                elector);
                    }
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    String identity() {
        return identity;
    }

    /** Whether the service was told that leadership is lost, and has not handled that yet. */
    boolean revoked() {
        List<String> tasks = executor.waiting();
        return !tasks.isEmpty() && tasks.get(tasks.size() - 1).equals("revoke");
    }

    /** The turns of the elector. */
    SteppedExecutor elector() {
        return elector;
    }

    /** The deliveries of the watch. */
    SteppedExecutor watch() {
        return watch;
    }

    @Override
    public void close() {
        List.of(elector, executor, watch).forEach(SteppedExecutor::shutdownNow);
        watcher.close();
        client.close();
        electing.close();
        io.shutdownNow();
    }

    @Override
    public void confirmationFailed(Component component, UUID session, Throwable error) {
        failure = error;
        if (component.fatal || fixes.contains("escalate")) {
            exit(error);
        } else if (fixes.contains("retry") && session.equals(issued())) {
            contenders.get(component).confirm(session);
        }
    }

    @Override
    public void exit(Throwable error) {
        ended = true;
        exit = error;
    }

    /** Whether the process ended. */
    boolean ended() {
        return ended;
    }

    /** What went wrong since the last call, or null. */
    Throwable failure() {
        Throwable told = exit == null ? failure : exit;
        failure = null;
        return told;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public List<Component> components() {
        return components;
    }

    @Override
    public Contender contender(Component component) {
        return contenders.get(component);
    }

    @Override
    public DefaultLeaderElectionService service() {
        return service;
    }

    @Override
    public SteppedExecutor executor() {
        return executor;
    }

    @Override
    public UUID issued() {
        return SteppedService.issued(service);
    }

    @Override
    public int waitingEvents() {
        return watch.waiting().size();
    }

    @Override
    public void begin(UUID session) {
        sessions.begin(session, this);
    }

    @Override
    public void naming(String task, UUID session) {
        executor.naming(task + " · " + sessions.name(session));
    }

    @Override
    public String standing() {
        return ended ? "dead" : name;
    }
}
