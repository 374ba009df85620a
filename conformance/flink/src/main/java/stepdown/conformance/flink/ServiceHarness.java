package stepdown.conformance.flink;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesConfigMap;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import stepdown.conformance.Harness;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** The released service and Kubernetes driver, one operation at a time. */
final class ServiceHarness implements Harness {
    private static final Set<String> FIXES = Set.of(
            "ignore_pending_confirm",
            "ignore_pending_grant",
            "keep_own",
            "on_executor",
            "retry",
            "escalate",
            "reconcile");

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
                KubernetesConfigMap.class.getName());
    }

    @Override
    public List<String> loggers() {
        return real();
    }

    @Override
    public List<String> doubles() {
        return List.of(
                "The executor runs a task when the schedule says so.",
                "The elector is stepped by the harness by the rules of the model; the driver's own callbacks are called.",
                "The client is a map in memory; a failed GET throws KubernetesClientException.",
                "The watch queues at most 2 events, none like the newest that waits, and delivers on the schedule's word.",
                "Contenders only confirm: restserver within the grant, the others when told; a failed confirmation of"
                        + " dispatcher or job, or an error handed to any contender, ends the process.",
                "A process that ended is dropped, and a new one with a new identity and new addresses starts at once.",
                "Fixes: what the service hears is filtered before it (ignore_pending_confirm, ignore_pending_grant,"
                        + " keep_own) or queued on its executor (on_executor); contenders confirm again (retry, reconcile)"
                        + " or end the process (escalate).");
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        Configurator.setLevel(DefaultLeaderElectionService.class.getName(), Level.TRACE);
        for (String fix : plan.fixes()) {
            if (!FIXES.contains(fix)) {
                throw new Refused("the fix `" + fix + "` can't be emulated around the released classes");
            }
        }
        Cluster cluster = new Cluster(plan, false);
        Steps steps = new Steps(cluster);
        recorder.tap().take();
        recorder.outcome(cluster.seen());
        for (String event : plan.schedule()) {
            Throwable failure = steps.take(event);
            Map<String, String> seen = cluster.seen();
            recorder.entry(event, seen, failure == null ? null : failure.toString());
            recorder.outcome(seen);
        }
    }
}
