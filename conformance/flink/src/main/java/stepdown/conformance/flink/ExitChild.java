package stepdown.conformance.flink;

import java.util.List;
import java.util.Map;
import org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver;
import org.apache.flink.runtime.dispatcher.runner.DefaultDispatcherRunner;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import org.apache.flink.util.FatalExitExceptionHandler;
import stepdown.conformance.Harness;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** The service with the released runner of the dispatcher, in a process that may end. */
final class ExitChild implements Harness {
    private volatile String current;

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
                KubernetesLeaderElectionDriver.class.getName(),
                DefaultDispatcherRunner.class.getName(),
                FatalExitExceptionHandler.class.getName());
    }

    /** Not those that a process prints when it starts: none is started after the one that ends. */
    @Override
    public List<String> loggers() {
        return List.of(
                KubernetesLeaderElectionDriver.class.getName(),
                DefaultDispatcherRunner.class.getName(),
                FatalExitExceptionHandler.class.getName());
    }

    @Override
    public List<String> doubles() {
        return List.of();
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        Cluster cluster = new Cluster(plan, true);
        Steps steps = new Steps(cluster);
        recorder.tap().take();
        Thread last = new Thread(() -> {
            if (current != null) {
                cluster.jm(0).exit(null);
                recorder.entry(current, cluster.left(), null);
            }
        });
        Runtime.getRuntime().addShutdownHook(last);
        for (String event : plan.schedule()) {
            current = event;
            Throwable failure = steps.take(event);
            recorder.entry(event, cluster.seen(), failure == null ? null : failure.toString());
        }
        current = null;
    }
}
