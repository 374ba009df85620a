package stepdown.conformance.flink;

import java.util.List;
import java.util.Set;
import org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver;
import org.apache.flink.kubernetes.kubeclient.Fabric8FlinkKubeClient;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesConfigMapSharedInformer;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** The whole stack of the release against an API server in this process. */
final class StackHarness extends FlinkHarness {
    private static final Set<String> FIXES = Set.of(
            "ignore_pending_confirm", "ignore_pending_grant", "keep_own", "on_executor", "retry", "escalate");

    @Override
    public List<String> real() {
        return List.of(
                DefaultLeaderElectionService.class.getName(),
                ELECTION,
                KubernetesLeaderElectionDriver.class.getName(),
                KubernetesLeaderElector.class.getName(),
                LeaderElector.class.getName(),
                Fabric8FlinkKubeClient.class.getName(),
                KubernetesConfigMapSharedInformer.class.getName());
    }

    @Override
    public List<String> doubles() {
        return List.of(
                "The API server answers over HTTP for one ConfigMap; a fault is the answer 403, which is not retried.",
                "Its watch tells of the newest version at the end of each event of the schedule. How many events wait is"
                        + " not recorded: the released informer queues all of them, the model keeps 2.",
                "The elector's turns, the service's operations and the watch's deliveries run on one thread each, as"
                        + " released, but only when the schedule says so; the elector uses a client of its own.",
                "Lease 6 s, renew deadline 5 s, retry period 0.2 s.",
                Contender.DOUBLE,
                Node.DOUBLE,
                "Between driver and service an object of the harness names what is queued.",
                "Fixes: what the service hears is filtered before it (ignore_pending_confirm, ignore_pending_grant,"
                        + " keep_own) or queued on its executor (on_executor); contenders confirm again (retry) or end the"
                        + " process (escalate).");
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        try (StackSteps steps = new StackSteps(Setup.of(plan, FIXES))) {
            steps.follow(plan, recorder);
            recorder.tap().only(any -> false);
        }
    }
}
