package stepdown.conformance.flink;

import java.util.List;
import java.util.Set;
import org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver;
import org.apache.flink.runtime.dispatcher.runner.DefaultDispatcherRunner;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import org.apache.flink.util.FatalExitExceptionHandler;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** The service with the released runner of the dispatcher, in a process that may end. */
class ExitChild extends FlinkHarness {
    private volatile String current;

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
        return real().subList(1, real().size());
    }

    @Override
    public List<String> doubles() {
        return List.of(
                "The JobManager is a Java process of its own, which the released classes end; none is started after it.",
                "Executor, elector, client and watch are those of the harness flink-service, all of them doubles.",
                "The dispatcher's runner is the released one; its process is a future of an address, known when the"
                        + " schedule says so. The other contenders only confirm.");
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        Cluster cluster = new Cluster(Setup.of(plan, Set.of()), true);
        Steps steps = new ServiceSteps(cluster);
        recorder.tap().take();
        Thread last = new Thread(() -> {
            if (current != null) {
                cluster.jm(0).exit(null);
                recorder.entry(current, cluster.left(), null);
            }
        });
        Runtime.getRuntime().addShutdownHook(last);
        try {
            for (String event : plan.schedule()) {
                current = event;
                Throwable failure = steps.take(event);
                recorder.entry(event, steps.seen(), failure == null ? null : failure.toString());
            }
        } finally {
            // An event that was refused, or that the harness failed at, did not end the process.
            current = null;
        }
    }
}
