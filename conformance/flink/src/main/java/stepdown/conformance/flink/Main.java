package stepdown.conformance.flink;

import java.util.Map;
import stepdown.conformance.Conformance;

/** The harnesses of Flink. */
public final class Main {
    private Main() {}

    /** Reads plans, writes records. */
    public static void main(String[] args) throws Exception {
        Conformance.main(Map.of("flink-service", new ServiceHarness(), "flink-stack", new StackHarness()));
    }
}
