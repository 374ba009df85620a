package stepdown.conformance.flink;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.Version;

/** The versions of what runs here; the jars themselves don't tell all of them. */
final class Versions {
    private Versions() {}

    static Map<String, String> all() {
        Properties built = new Properties();
        try (InputStream in = Versions.class.getResourceAsStream("/versions.properties")) {
            built.load(in);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
        Map<String, String> all = new TreeMap<>();
        built.forEach((artifact, version) -> all.put(artifact.toString(), version.toString()));
        all.put("io.fabric8:kubernetes-client (within flink-kubernetes)", Version.clientVersion());
        return all;
    }

    static String implementation() {
        return "Apache Flink " + all().get("org.apache.flink:flink-runtime");
    }
}
