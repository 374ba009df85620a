package stepdown.conformance.flink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.flink.runtime.leaderelection.LeaderElection;
import stepdown.conformance.Plan;

/** The ConfigMap and the JobManagers of one run. */
final class Cluster {
    private final Store store = new Store();
    private final Sessions sessions = new Sessions();
    private final List<Component> components;
    private final Set<String> fixes;
    private final JobManager[] jobmanagers;
    private final int[] lives;
    private final boolean releasedDispatcher;

    /** Starts the processes; the dispatcher's contender is the released one, or a double. */
    Cluster(Plan plan, boolean releasedDispatcher) throws Exception {
        this.releasedDispatcher = releasedDispatcher;
        components = Component.of(plan.parameter("components", List.of("restserver", "resourcemanager")));
        fixes = Set.copyOf(plan.fixes());
        int number = Integer.parseInt(plan.parameter("jobmanagers", "1"));
        jobmanagers = new JobManager[number];
        lives = new int[number];
        String init = plan.parameter("init", "leading");
        if (init.equals("stale_of_dead")) {
            leaveEntries();
        }
        for (int jm = 0; jm < number; jm++) {
            restart(jm);
        }
        if (init.equals("leading")) {
            lead();
        }
    }

    /** Entries of a process that is gone, in a ConfigMap that nobody holds. */
    private void leaveEntries() {
        UUID session = sessions.stale();
        Map<String, String> data = new HashMap<>();
        components.forEach(c -> data.put(c.key(), session + "," + c.address("jm-old")));
        store.write(data);
    }

    /** The first JobManager leads, and all that waited for that is done. */
    private void lead() {
        JobManager leader = jobmanagers[0];
        leader.take();
        leader.call();
        leader.run(false);
        for (Component component : components) {
            Contender contender = leader.contender(component);
            List.copyOf(contender.granted()).forEach(contender::confirm);
        }
        while (!leader.executor().waiting().isEmpty()) {
            leader.run(false);
        }
    }

    /** Starts a JobManager in place of the one that ended. */
    void restart(int jm) throws Exception {
        lives[jm]++;
        jobmanagers[jm] = null;
        jobmanagers[jm] = new JobManager(this, "jm" + (jm + 1), lives[jm]);
    }

    /** What takes part in the election for a component. */
    Contender contender(Component component, Node process, LeaderElection election) {
        return releasedDispatcher && component == Component.DISPATCHER
                ? new DispatcherContender(process, election)
                : new Contender(component, process, election);
    }

    int size() {
        return jobmanagers.length;
    }

    JobManager jm(int jm) {
        return jobmanagers[jm];
    }

    /** Tells every watch about the ConfigMap as it is now. */
    void publish() {
        for (JobManager jobmanager : jobmanagers) {
            jobmanager.hear(store.content());
        }
    }

    Store store() {
        return store;
    }

    Sessions sessions() {
        return sessions;
    }

    List<Component> components() {
        return components;
    }

    Set<String> fixes() {
        return fixes;
    }

    boolean runs(JobManager process) {
        return List.of(alive()).contains(process);
    }

    private JobManager[] alive() {
        return java.util.Arrays.stream(jobmanagers).filter(jm -> jm != null).toArray(JobManager[]::new);
    }

    /** Whether two versions differ in nothing that can be told of them: renewals don't. */
    boolean same(Store.Content one, Store.Content other) {
        return holder(one).equals(holder(other)) && entries(one).equals(entries(other));
    }

    private String holder(Store.Content content) {
        if (content.holder().isEmpty()) {
            return "none";
        }
        for (JobManager jobmanager : alive()) {
            if (jobmanager.identity().equals(content.holder())) {
                return jobmanager.standing();
            }
        }
        return "dead";
    }

    private Map<String, String> entries(Store.Content content) {
        Map<String, String> entries = new TreeMap<>();
        Seen.entries(entries, components, content.data(), sessions);
        return entries;
    }

    /** What a process that ends leaves at the API server. */
    Map<String, String> left() {
        Map<String, String> seen = entries(store.content());
        seen.put("store.holder", holder(store.content()));
        return seen;
    }

    /** All that can be observed of the run. */
    Map<String, String> seen() {
        Map<String, String> seen = entries(store.content());
        seen.put("store.holder", holder(store.content()));
        for (JobManager jobmanager : jobmanagers) {
            Seen.node(seen, jobmanager, sessions);
            seen.put(jobmanager.name() + ".watch", String.valueOf(jobmanager.waitingEvents()));
            seen.put(jobmanager.name() + ".leads", jobmanager.leads() ? "yes" : "no");
        }
        return seen;
    }
}
