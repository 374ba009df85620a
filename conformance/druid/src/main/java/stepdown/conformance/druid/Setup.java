package stepdown.conformance.druid;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import stepdown.conformance.Harness.Refused;
import stepdown.conformance.Plan;

/**
 * What a plan says of the pod. The world around the pod reads it first, so that no pod starts along a plan that is none.
 *
 * @param start who leads when the run begins
 * @param supervisorStop how many ticks of 5 s each supervisor takes to stop
 */
record Setup(
        String start,
        boolean split,
        boolean coordinatorFirst,
        boolean between,
        int servers,
        int queued,
        int jetty,
        int supervisorStop,
        boolean drain,
        boolean joinOutside,
        List<String> schedule) {
    private static final Set<String> PARAMETERS = Set.of(
            "mode",
            "order",
            "start",
            "servers",
            "queued",
            "between",
            "timeouts",
            "grace",
            "jetty",
            "supervisor_stop",
            "worker_sync");
    private static final Pattern EVENT = Pattern.compile("kubelet\\.(sigterm|sigkill)"
            + "|lifecycle\\.(run|interrupt|time_out|time_out_slow)|(elector|hook)_[oc]\\.run|hook_o\\.fail|callbacks\\.run"
            + "|jvm\\.exit");

    static Setup of(Plan plan) throws Refused {
        plan.allow(PARAMETERS, Set.of("join_outside_monitor", "drain"));
        for (String event : plan.schedule()) {
            if (!EVENT.matcher(event).matches()) {
                throw plan.unknown(event, "one that the pod can be driven along, such as lifecycle.run");
            }
        }
        // Time is let pass where the plan is about the grace period; elsewhere it would only lengthen the run.
        boolean timed = plan.parameters().has("grace");
        int supervisorStop = plan.number("supervisor_stop", 1);
        return new Setup(
                plan.choice(
                        "start",
                        "leading_both",
                        "leading_coordinator",
                        "leading_overlord",
                        "standby",
                        "promoting",
                        "acquired"),
                plan.choice("mode", "combined", "split").equals("split"),
                plan.choice("order", "overlord_first", "coordinator_first").equals("coordinator_first"),
                plan.number("between", 0) == 1,
                plan.number("servers", 1),
                plan.number("queued", 1),
                plan.number("jetty", 0),
                timed ? supervisorStop : 0,
                plan.fixes().contains("drain"),
                plan.fixes().contains("join_outside_monitor"),
                plan.schedule());
    }
}
