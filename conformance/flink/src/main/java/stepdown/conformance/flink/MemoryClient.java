package stepdown.conformance.flink;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.flink.kubernetes.configuration.KubernetesLeaderElectionConfiguration;
import org.apache.flink.kubernetes.kubeclient.FlinkKubeClient;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesConfigMap;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.KubernetesClientException;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import stepdown.conformance.Proxies;

/** A {@link FlinkKubeClient} over a {@link Store}, as far as the election's driver asks one. */
final class MemoryClient {
    /** What the driver hands to its elector. */
    interface Electing {
        /** Takes the callbacks of a new elector. */
        void elect(KubernetesLeaderElector.LeaderCallbackHandler callbacks);
    }

    private static final NamespacedKubernetesClient NOWHERE =
            Proxies.of(NamespacedKubernetesClient.class, (proxy, method, arguments) -> {
                if (method.getName().equals("getNamespace")) {
                    return "default";
                }
                throw new UnsupportedOperationException(method.getName());
            });

    private final Store store;
    private final Electing electing;
    private boolean failing;

    MemoryClient(Store store, Electing electing) {
        this.store = store;
        this.electing = electing;
    }

    /** Whether a GET fails from now on. */
    void fail(boolean failing) {
        this.failing = failing;
    }

    FlinkKubeClient client() {
        return Proxies.of(
                FlinkKubeClient.class,
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getConfigMap" -> get();
                    case "checkAndUpdateConfigMap" -> update(arguments[1]);
                    case "createLeaderElector" -> elector(arguments[0], arguments[1]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private Optional<KubernetesConfigMap> get() {
        if (failing) {
            throw new KubernetesClientException("the API server can't be reached");
        }
        return Optional.of(store.content().read());
    }

    @SuppressWarnings("unchecked")
    private CompletableFuture<Boolean> update(Object change) {
        var function = (Function<KubernetesConfigMap, Optional<KubernetesConfigMap>>) change;
        Optional<KubernetesConfigMap> changed = function.apply(store.content().read());
        changed.ifPresent(map -> store.write(map.getData()));
        return CompletableFuture.completedFuture(changed.isPresent());
    }

    /** An elector that never starts: the harness takes its steps. */
    private KubernetesLeaderElector elector(Object configuration, Object callbacks) {
        var handler = (KubernetesLeaderElector.LeaderCallbackHandler) callbacks;
        electing.elect(handler);
        var settings = (KubernetesLeaderElectionConfiguration) configuration;
        return new KubernetesLeaderElector(NOWHERE, settings, handler, new SteppedExecutor()) {
            @Override
            public void run() {}

            @Override
            public void stop() {}
        };
    }
}
