package stepdown.conformance.flink;

import java.util.Map;
import stepdown.conformance.Conformance;
import stepdown.conformance.flink_sync.RunnerHarness;

/** The harnesses of Flink. */
public final class Main {
    private Main() {}

    /** Reads plans, writes records. */
    public static void main(String[] args) throws Exception {
        Conformance.main(Map.of(
                "flink-service", new ServiceHarness(),
                "flink-stack", new StackHarness(),
                "flink-exit", new ExitHarness(),
                "flink-exit-child", new ExitChild(),
                "flink-queued", new RunnerHarness(FlinkHarness.release(), true)));
    }
}
