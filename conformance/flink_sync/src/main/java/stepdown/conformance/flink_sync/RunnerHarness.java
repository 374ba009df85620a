package stepdown.conformance.flink_sync;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.runtime.jobmaster.JobMasterServiceLeadershipRunner;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** The two monitors of FLINK-36451: those of the service and of the job's runner. */
public final class RunnerHarness extends ReleaseHarness {
    private static final String FIX = "queue_instead_of_lock";

    private final boolean queued;

    /**
     * A harness of one release.
     *
     * @param queued whether the release queues the question
     */
    public RunnerHarness(Map<String, String> versions, boolean queued) {
        super(versions);
        this.queued = queued;
    }

    @Override
    public List<String> real() {
        return List.of(
                DefaultLeaderElectionService.class.getName(),
                ELECTION,
                JobMasterServiceLeadershipRunner.class.getName());
    }

    @Override
    public List<String> doubles() {
        return List.of(
                "The executor is one thread that takes a task when the schedule says so.",
                "The driver always leads; the job's process is a future that fails; there are no job results.",
                "Threads stop before and after the runner asks about leadership, where the driver is asked, before and"
                        + " after the runner hears of the loss, and where it closes the process.",
                "After the schedule all threads go on, until they have come to their end or the virtual machine tells of a"
                        + " deadlock.");
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        plan.allow(Set.of(), Set.of(FIX));
        if (plan.fixes().contains(FIX) != queued) {
            throw new Refused(implementation() + (queued ? " queues" : " does not queue") + " the question");
        }
        Runner runner = new Runner();
        recorder.tap().take();
        recorder.outcome(runner.seen());
        for (String event : plan.schedule()) {
            if (!event.equals(Runner.EXECUTOR + ".step") && !event.equals(Runner.JOBMASTER + ".step")) {
                throw plan.unknown(event, "executor.step or jobmaster.step");
            }
            String thread = event.substring(0, event.indexOf('.'));
            if (!runner.canStep(thread)) {
                throw new Refused("`" + event + "` can't happen: the thread has nothing to do");
            }
            if (!runner.step(thread)) {
                throw new Refused("`" + event + "` did not come to its end: the thread waits for a monitor");
            }
            Map<String, String> seen = runner.seen();
            recorder.entry(event, seen, null);
            recorder.outcome(seen);
        }
        Map<String, String> seen = runner.seen();
        seen.put("deadlock", runner.release());
        recorder.outcome(seen);
        recorder.tap().take();
    }
}
