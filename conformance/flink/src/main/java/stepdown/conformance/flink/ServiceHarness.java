package stepdown.conformance.flink;

import java.util.List;
import java.util.Set;
import org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesConfigMap;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** The released service and Kubernetes driver, one operation at a time. */
final class ServiceHarness extends FlinkHarness {
    private static final Set<String> FIXES = Set.of(
            "ignore_pending_confirm",
            "ignore_pending_grant",
            "keep_own",
            "on_executor",
            "retry",
            "escalate",
            "reconcile");

    @Override
    public List<String> real() {
        return List.of(
                DefaultLeaderElectionService.class.getName(),
                ELECTION,
                KubernetesLeaderElectionDriver.class.getName(),
                KubernetesConfigMap.class.getName());
    }

    @Override
    public List<String> doubles() {
        return List.of(
                "The executor runs a task when the schedule says so.",
                "The elector is stepped by the harness by the rules of the model; the driver's own callbacks are called.",
                "The client is a map in memory; a failed GET throws KubernetesClientException.",
                "The watch queues at most 2 events, none like the newest that waits, and delivers on the schedule's word.",
                Contender.DOUBLE,
                Node.DOUBLE,
                "Between driver and service an object of the harness names what is queued.",
                "Fixes: what the service hears is filtered before it (ignore_pending_confirm, ignore_pending_grant,"
                        + " keep_own) or queued on its executor (on_executor); contenders confirm again (retry, reconcile)"
                        + " or end the process (escalate).");
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        new ServiceSteps(new Cluster(Setup.of(plan, FIXES), false)).follow(plan, recorder);
    }
}
