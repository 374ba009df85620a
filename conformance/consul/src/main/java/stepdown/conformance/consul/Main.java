package stepdown.conformance.consul;

import java.util.Map;
import stepdown.conformance.Conformance;

/** The harness of Druid's Consul leader selector. */
public final class Main {
    private Main() {}

    /** Reads plans, writes records. */
    public static void main(String[] arguments) throws Exception {
        try (ConsulServer server = new ConsulServer()) {
            Conformance.main(Map.of("consul", new ConsulHarness(server)));
        }
    }
}
