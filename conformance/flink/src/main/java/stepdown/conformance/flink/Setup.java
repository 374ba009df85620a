package stepdown.conformance.flink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import stepdown.conformance.Harness.Refused;
import stepdown.conformance.Plan;

/**
 * What a plan says of how a run begins.
 *
 * @param jobmanagers how many there are
 * @param init {@code leading}, {@code stale_of_dead} or {@code empty}
 */
record Setup(List<Component> components, Set<String> fixes, int jobmanagers, String init) {
    /** Reads a plan, whose fixes have to be some that the harness has doubles for. */
    static Setup of(Plan plan, Set<String> doubles) throws Refused {
        plan.allow(Set.of("components", "jobmanagers", "init"), doubles);
        Event.check(plan);
        int jobmanagers = plan.number("jobmanagers", 1);
        if (jobmanagers < 1 || jobmanagers > 2) {
            throw new Refused(plan.record() + ": the parameter jobmanagers `" + jobmanagers + "`; expected 1 or 2");
        }
        return new Setup(
                Component.of(plan.some("components", Component.words(), List.of("restserver", "resourcemanager"))),
                Set.copyOf(plan.fixes()),
                jobmanagers,
                plan.choice("init", "leading", "stale_of_dead", "empty"));
    }

    /** Whether the first JobManager leads when the run begins. */
    boolean leads() {
        return init.equals("leading");
    }

    /** Whether a process that is gone left its entries in a ConfigMap that nobody holds. */
    boolean isStale() {
        return init.equals("stale_of_dead");
    }

    /** The entries of such a process. */
    Map<String, String> stale(Sessions sessions) {
        UUID session = sessions.stale();
        Map<String, String> data = new HashMap<>();
        components.forEach(c -> data.put(c.key(), session + "," + c.address("jm-old")));
        return data;
    }
}
