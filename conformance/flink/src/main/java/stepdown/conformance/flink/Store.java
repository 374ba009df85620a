package stepdown.conformance.flink;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesConfigMap;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.api.model.ConfigMapBuilder;

/** The leader ConfigMap at the API server: the lock annotation and an entry a component. */
final class Store {
    static final String NAME = "my-cluster-config-map";

    private Content content = new Content("", Map.of());

    /**
     * A version of the ConfigMap.
     *
     * @param holder the identity in the lock annotation, empty when nobody holds it
     */
    record Content(String holder, Map<String, String> data) {

        /** The object that Flink's client would make of it; its maps can be changed. */
        KubernetesConfigMap read() {
            Map<String, String> annotations = new HashMap<>();
            annotations.put(KubernetesLeaderElector.LEADER_ANNOTATION_KEY, "{\"holderIdentity\":\"" + holder + "\"}");
            var map = new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName(NAME)
                    .withAnnotations(annotations)
                    .endMetadata()
                    .build();
            map.setData(new HashMap<>(data));
            return new KubernetesConfigMap(map);
        }
    }

    Content content() {
        return content;
    }

    void hold(String identity) {
        content = new Content(identity, content.data());
    }

    /** Writes the entries; a write that changes nothing makes no new version, and no watch hears of it. */
    void write(Map<String, String> data) {
        if (!content.data().equals(data)) {
            content = new Content(content.holder(), Map.copyOf(data));
        }
    }
}
