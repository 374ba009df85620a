package stepdown.conformance.druid;

import java.util.Map;
import stepdown.conformance.Conformance;

/** Runs the plans for one Coordinator pod of Druid on Kubernetes. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        Conformance.main(Map.of("druid-k8s", new PodHarness()));
    }
}
