package stepdown.conformance.flink;

import java.util.Map;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** Takes the events of a schedule, and refuses those that nothing could do at that point. */
interface Steps {
    /** Lets an event happen; what went wrong within the process then, or null. */
    Throwable take(String event) throws Exception;

    /** All that can be observed. */
    Map<String, String> seen();

    /** Takes all of a plan, and records it. */
    default void follow(Plan plan, Recorder recorder) throws Exception {
        // What the service prints of an event that it ignores.
        Configurator.setLevel(DefaultLeaderElectionService.class.getName(), Level.TRACE);
        recorder.tap().take();
        recorder.outcome(seen());
        for (String event : plan.schedule()) {
            Throwable failure = take(event);
            Map<String, String> seen = seen();
            recorder.entry(event, seen, failure == null ? null : failure.toString());
            recorder.outcome(seen);
        }
    }
}
