package stepdown.conformance.flink_sync;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import stepdown.conformance.Conformance;

/** The harness of Flink before the confirmation became asynchronous. */
public final class Main {
    private Main() {}

    /** Reads plans, writes records. */
    public static void main(String[] args) throws Exception {
        Properties built = new Properties();
        try (InputStream in = Main.class.getResourceAsStream("/flink_sync.properties")) {
            built.load(in);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
        Map<String, String> versions = new TreeMap<>();
        built.forEach((artifact, version) -> versions.put(artifact.toString(), version.toString()));
        Conformance.main(Map.of("flink-sync", new RunnerHarness(versions, false)));
    }
}
