package stepdown.conformance.druid;

import io.kubernetes.client.extended.leaderelection.LeaderElector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.druid.indexing.overlord.DruidOverlord;
import org.apache.druid.java.util.common.lifecycle.Lifecycle;
import org.apache.druid.k8s.discovery.K8sDruidLeaderSelector;
import org.apache.druid.server.coordinator.DruidCoordinator;
import stepdown.conformance.Jars;
import stepdown.conformance.Origin;

/** Which classes are the real ones, of which versions, and what stands in for the rest. */
final class Provenance {
    static final List<String> REAL = List.of(
            "org.apache.druid.java.util.common.lifecycle.Lifecycle",
            "org.apache.druid.java.util.common.concurrent.ExecutorServices",
            "org.apache.druid.java.util.common.concurrent.ScheduledExecutors",
            "org.apache.druid.java.util.emitter.EmittingLogger",
            "org.apache.druid.k8s.discovery.K8sDruidLeaderSelector",
            "org.apache.druid.k8s.discovery.LeaderElectorAsyncWrapper",
            "org.apache.druid.k8s.discovery.DefaultK8sLeaderElectorFactory",
            "org.apache.druid.k8s.discovery.K8sDruidNodeAnnouncer",
            "io.kubernetes.client.extended.leaderelection.LeaderElector",
            "io.kubernetes.client.extended.leaderelection.resourcelock.ConfigMapLock",
            "org.apache.druid.server.coordinator.DruidCoordinator",
            "org.apache.druid.server.coordinator.MetadataManager",
            "org.apache.druid.server.coordinator.loading.LoadQueueTaskMaster",
            "org.apache.druid.server.coordinator.loading.HttpLoadQueuePeon",
            "org.apache.druid.indexing.overlord.DruidOverlord",
            "org.apache.druid.indexing.overlord.TaskMaster",
            "org.apache.druid.indexing.overlord.TaskQueue",
            "org.apache.druid.indexing.overlord.duty.OverlordDutyExecutor",
            "org.apache.druid.indexing.overlord.hrtr.HttpRemoteTaskRunner",
            "org.apache.druid.indexing.overlord.supervisor.SupervisorManager");

    private static final Origin EXTENSION =
            new Origin(K8sDruidLeaderSelector.class, "druid-kubernetes-extensions", "DRUID_KUBERNETES_REVISION");

    private Provenance() {}

    /** The release of all but the extension. */
    static String release() {
        return Jars.version(DruidCoordinator.class, "druid-server");
    }

    static Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        versions.put("org.apache.druid:druid-processing", Jars.version(Lifecycle.class, "druid-processing"));
        versions.put("org.apache.druid:druid-server", release());
        versions.put("org.apache.druid:druid-indexing-service", Jars.version(DruidOverlord.class, "druid-indexing-service"));
        versions.put("org.apache.druid.extensions:druid-kubernetes-extensions", EXTENSION.version());
        versions.put("io.kubernetes:client-java-extended", Jars.version(LeaderElector.class, "client-java-extended"));
        return versions;
    }

    static List<String> doubles() {
        List<String> doubles = new ArrayList<>(EXTENSION.doubles());
        doubles.add("The API server is an HTTP server with the ConfigMaps of the two locks.");
        doubles.add("The kubelet is the harness: it sends real signals to the pod's own process.");
        doubles.add("The harness makes the objects and registers them with the Lifecycle by hand, in the order in which "
                + "CliCoordinator does: there is neither Guice nor CliCoordinator, and what else a pod starts is not there.");
        doubles.add("Handlers of the harness stand for the HTTP server, the end of the announcement (which calls the real "
                + "announcer), and for what is registered before the callback pool.");
        doubles.add("The callback pool is the real one behind gates; a task of the harness keeps its only thread until "
                + "a callback's turn comes.");
        doubles.add("Data servers never answer a load request.");
        doubles.add("The metadata store, task lockbox, segment allocation queue, compaction and batch schedulers, lookups, "
                + "announcements and dynamic configuration do nothing; no worker is discovered; there are no tasks, "
                + "no duties of the Overlord and no custom ones of the Coordinator.");
        doubles.add("The three supervisors are counted. They stop at once, unless the plan has `grace`: then each takes the "
                + "ticks of `supervisor_stop`, of 5 s each. Jetty's stop is a pause of the ticks of `jetty`.");
        doubles.add("Hooks of the electors and some log lines wait for their turn before they run or are printed.");
        doubles.add("With the fix `join_outside_monitor`, an object of Druid's simple name unregisters before it calls "
                + "the real DruidCoordinator.stop(); with `drain`, the pool is shut down by shutdown() and a wait.");
        return List.copyOf(doubles);
    }
}
