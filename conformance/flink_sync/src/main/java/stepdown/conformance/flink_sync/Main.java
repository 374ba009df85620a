package stepdown.conformance.flink_sync;

import java.util.Map;
import stepdown.conformance.Built;
import stepdown.conformance.Conformance;

/** The harness of Flink before the confirmation became asynchronous. */
public final class Main {
    private Main() {}

    /** Reads plans, writes records. */
    public static void main(String[] args) throws Exception {
        Map<String, String> versions = Built.versions(Main.class, "/flink_sync.properties");
        Conformance.main(Map.of("flink-sync", new RunnerHarness(versions, false)));
    }
}
