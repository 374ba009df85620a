package stepdown.conformance.druid;

import java.util.Map;
import org.apache.druid.discovery.DiscoveryDruidNode;
import org.apache.druid.discovery.NodeRole;
import org.apache.druid.jackson.DefaultObjectMapper;
import org.apache.druid.k8s.discovery.K8sApiClient;
import org.apache.druid.k8s.discovery.K8sDiscoveryConfig;
import org.apache.druid.k8s.discovery.K8sDruidNodeAnnouncer;
import org.apache.druid.k8s.discovery.PodInfo;
import org.apache.druid.server.DruidNode;
import stepdown.conformance.Proxies;

/** Druid's announcer of the node; its patches of the pod go nowhere. */
final class Announcer {
    private Announcer() {}

    /** What takes the announcement back. */
    static Runnable of(K8sDiscoveryConfig config, DruidNode node) {
        var announcer = new K8sDruidNodeAnnouncer(
                new PodInfo(Pod.HOST, "druid"),
                config,
                Proxies.of(K8sApiClient.class, Map.of()),
                new DefaultObjectMapper());
        var announced = new DiscoveryDruidNode(node, NodeRole.COORDINATOR, Map.of());
        return () -> announcer.unannounce(announced);
    }
}
