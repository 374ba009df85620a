package stepdown.conformance.flink;

import java.util.Map;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.Version;
import stepdown.conformance.Built;
import stepdown.conformance.flink_sync.ReleaseHarness;

/** A harness of the release that this module is built against. */
abstract class FlinkHarness extends ReleaseHarness {
    FlinkHarness() {
        super(release());
    }

    /** The versions of what runs here; the jars themselves don't tell all of them. */
    static Map<String, String> release() {
        Map<String, String> all = Built.versions(FlinkHarness.class, "/versions.properties");
        all.put("io.fabric8:kubernetes-client (within flink-kubernetes)", Version.clientVersion());
        return all;
    }
}
