package stepdown.conformance.flink;

import java.time.Duration;
import java.util.List;
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
import org.apache.flink.runtime.leaderelection.LeaderElectionDriver;
import stepdown.conformance.Proxies;

/** One process with all of the released classes between its contenders and the API server. */
final class Stack extends Node implements AutoCloseable {
    static final Duration RETRY = Duration.ofMillis(200);
    static final Duration DEADLINE = Duration.ofSeconds(5);
    static final Duration LEASE = Duration.ofSeconds(6);
    private static final String EXECUTOR = "DefaultLeaderElectionService-leadershipOperationExecutor-thread-1";

    private final SteppedExecutor elector = new SteppedExecutor("KubernetesLeaderElector-ExecutorService-thread-1");
    private final SteppedExecutor watch = new SteppedExecutor("config-map-watch-handler-thread-1");
    private final ScheduledExecutorService io = Executors.newScheduledThreadPool(2);
    private final FlinkKubeClient client;
    private final NamespacedKubernetesClient electing;
    private final KubernetesConfigMapSharedWatcher watcher;

    Stack(Setup setup, Sessions sessions, int jm, int life, String url) throws Exception {
        super(setup, sessions, jm, life, new SteppedExecutor(EXECUTOR));
        electing = connect(url + "elector/");
        client = new Fabric8FlinkKubeClient(settings(), connect(url), io);
        watcher = client.createConfigMapSharedWatcher(Store.NAME);
        start(this::drive, Contender::new);
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
        var election = new KubernetesLeaderElectionConfiguration(Store.NAME, identity(), settings());
        return new KubernetesLeaderElectionDriver(
                election, steppingElector(), new Relay(listener, this), watcher, watch);
    }

    /** The released client, but the elector that it makes runs its turns on an executor of the harness. */
    private FlinkKubeClient steppingElector() {
        return Proxies.of(FlinkKubeClient.class, (proxy, method, arguments) -> {
            if (method.getName().equals("createLeaderElector")) {
                return new KubernetesLeaderElector(
                        electing,
                        (KubernetesLeaderElectionConfiguration) arguments[0],
                        (KubernetesLeaderElector.LeaderCallbackHandler) arguments[1],
                        elector);
            }
            return Proxies.call(client, method, arguments);
        });
    }

    /** Whether the service was told that leadership is lost, and has not handled that yet. */
    boolean revoked() {
        List<String> tasks = executor().waiting();
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
        List.of(elector, executor(), watch).forEach(SteppedExecutor::shutdownNow);
        watcher.close();
        client.close();
        electing.close();
        io.shutdownNow();
    }

    @Override
    int waitingEvents() {
        return watch.waiting().size();
    }
}
