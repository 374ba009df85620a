package stepdown.conformance.flink;

import java.util.List;
import java.util.Map;
import org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver;
import org.apache.flink.kubernetes.kubeclient.Fabric8FlinkKubeClient;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesConfigMapSharedInformer;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import stepdown.conformance.Harness;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** The whole stack of the release against an API server in this process. */
final class StackHarness implements Harness {
    @Override
    public String implementation() {
        return Versions.implementation();
    }

    @Override
    public Map<String, String> versions() {
        return Versions.all();
    }

    @Override
    public List<String> real() {
        return List.of(
                DefaultLeaderElectionService.class.getName(),
                "org.apache.flink.runtime.leaderelection.DefaultLeaderElection",
                KubernetesLeaderElectionDriver.class.getName(),
                KubernetesLeaderElector.class.getName(),
                LeaderElector.class.getName(),
                Fabric8FlinkKubeClient.class.getName(),
                KubernetesConfigMapSharedInformer.class.getName());
    }

    @Override
    public List<String> loggers() {
        return real();
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
                "Contenders only confirm: restserver within the grant, the others when told; a failed confirmation of"
                        + " dispatcher or job, or an error handed to any contender, ends the process.",
                "A process that ended is dropped, and a new one with a new identity and new addresses starts at once.");
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        Configurator.setLevel(DefaultLeaderElectionService.class.getName(), Level.TRACE);
        try (StackSteps steps = new StackSteps(plan)) {
            recorder.tap().take();
            recorder.outcome(steps.seen());
            for (String event : plan.schedule()) {
                Throwable failure = steps.take(event);
                Map<String, String> seen = steps.seen();
                recorder.entry(event, seen, failure == null ? null : failure.toString());
                recorder.outcome(seen);
            }
            recorder.tap().only(any -> false);
        }
    }
}
