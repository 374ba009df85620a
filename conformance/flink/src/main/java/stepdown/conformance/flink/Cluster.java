package stepdown.conformance.flink;

import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.leaderelection.LeaderElection;

/** The ConfigMap and the JobManagers of one run. */
final class Cluster {
    private final Store store = new Store();
    private final Sessions sessions = new Sessions();
    private final Setup setup;
    private final JobManager[] jobmanagers;
    private final int[] lives;
    private final boolean releasedDispatcher;

    /** Starts the processes; the dispatcher's contender is the released one, or a double. */
    Cluster(Setup setup, boolean releasedDispatcher) throws Exception {
        this.setup = setup;
        this.releasedDispatcher = releasedDispatcher;
        jobmanagers = new JobManager[setup.jobmanagers()];
        lives = new int[setup.jobmanagers()];
        if (setup.isStale()) {
            store.write(setup.stale(sessions));
        }
        for (int jm = 0; jm < size(); jm++) {
            restart(jm);
        }
        if (setup.leads()) {
            JobManager leader = jobmanagers[0];
            leader.take();
            leader.call();
            leader.settle();
        }
    }

    /** Starts a JobManager in place of the one that ended. */
    void restart(int jm) throws Exception {
        lives[jm]++;
        jobmanagers[jm] = new JobManager(this, setup, jm, lives[jm]);
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

    /** Whether two versions differ in nothing that can be told of them: renewals don't. */
    boolean same(Store.Content one, Store.Content other) {
        return holder(one).equals(holder(other)) && entries(one).equals(entries(other));
    }

    private String holder(Store.Content content) {
        return Seen.holder(content.holder(), jobmanagers);
    }

    private Map<String, String> entries(Store.Content content) {
        Map<String, String> entries = new TreeMap<>();
        Seen.entries(entries, setup.components(), content.data(), sessions);
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
        Map<String, String> seen = left();
        for (JobManager jobmanager : jobmanagers) {
            Seen.node(seen, jobmanager, sessions);
            seen.put(jobmanager.name() + ".watch", String.valueOf(jobmanager.waitingEvents()));
            seen.put(jobmanager.name() + ".leads", jobmanager.leads() ? "yes" : "no");
        }
        return seen;
    }
}
