package stepdown.conformance.druid;

import com.google.common.base.Suppliers;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.SettableFuture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.druid.curator.discovery.ServiceAnnouncer;
import org.apache.druid.discovery.DruidLeaderSelector;
import org.apache.druid.discovery.DruidNodeDiscovery;
import org.apache.druid.discovery.DruidNodeDiscoveryProvider;
import org.apache.druid.indexing.common.actions.SegmentAllocationQueue;
import org.apache.druid.indexing.common.actions.TaskActionClientFactory;
import org.apache.druid.indexing.common.config.TaskStorageConfig;
import org.apache.druid.indexing.common.task.TaskContextEnricher;
import org.apache.druid.indexing.compact.CompactionScheduler;
import org.apache.druid.indexing.overlord.DruidOverlord;
import org.apache.druid.indexing.overlord.GlobalTaskLockbox;
import org.apache.druid.indexing.overlord.HeapMemoryTaskStorage;
import org.apache.druid.indexing.overlord.TaskMaster;
import org.apache.druid.indexing.overlord.TaskRunnerFactory;
import org.apache.druid.indexing.overlord.autoscaling.NoopProvisioningStrategy;
import org.apache.druid.indexing.overlord.config.DefaultTaskConfig;
import org.apache.druid.indexing.overlord.config.HttpRemoteTaskRunnerConfig;
import org.apache.druid.indexing.overlord.config.TaskLockConfig;
import org.apache.druid.indexing.overlord.config.TaskQueueConfig;
import org.apache.druid.indexing.overlord.duty.OverlordDutyExecutor;
import org.apache.druid.indexing.overlord.hrtr.HttpRemoteTaskRunner;
import org.apache.druid.indexing.overlord.setup.DefaultWorkerBehaviorConfig;
import org.apache.druid.indexing.overlord.supervisor.Supervisor;
import org.apache.druid.indexing.overlord.supervisor.SupervisorManager;
import org.apache.druid.indexing.overlord.supervisor.SupervisorSpec;
import org.apache.druid.indexing.scheduledbatch.ScheduledBatchTaskManager;
import org.apache.druid.jackson.DefaultObjectMapper;
import org.apache.druid.java.util.common.concurrent.ScheduledExecutorFactory;
import org.apache.druid.java.util.emitter.service.ServiceEmitter;
import org.apache.druid.java.util.http.client.HttpClient;
import org.apache.druid.metadata.MetadataSupervisorManager;
import org.apache.druid.metadata.segment.cache.SegmentMetadataCache;
import org.apache.druid.server.DruidNode;
import org.apache.druid.server.coordinator.CoordinatorOverlordServiceConfig;
import org.mockito.Mockito;
import stepdown.conformance.Proxies;

/** Druid's Overlord with its task queue, task runner and supervisor manager; the supervisors are doubles. */
final class OverlordParts {
    private static final int SUPERVISORS = 3;

    private final Stops stops;
    private final int stopSeconds;
    private final AtomicInteger running = new AtomicInteger();
    private final DefaultObjectMapper mapper = new DefaultObjectMapper();

    /** @param stopSeconds how long each supervisor takes to stop */
    OverlordParts(Stops stops, int stopSeconds) {
        this.stops = stops;
        this.stopSeconds = stopSeconds;
    }

    /** Whether supervisors run, in a word. */
    String supervisors() {
        return running.get() == 0 ? "down" : "up";
    }

    /** The Overlord that listens to a selector. */
    DruidOverlord overlord(
            DruidLeaderSelector selector, DruidNode node, ScheduledExecutorFactory executors, ServiceEmitter emitter) {
        TaskActionClientFactory actions = Proxies.of(TaskActionClientFactory.class, Map.of());
        SupervisorManager manager = new SupervisorManager(
                mapper, Proxies.of(MetadataSupervisorManager.class, Map.of("getLatest", (p, m, a) -> specs())));
        return new DruidOverlord(
                new TaskMaster(actions, manager),
                new TaskLockConfig(),
                new TaskQueueConfig(null, null, null, null, null, null),
                new DefaultTaskConfig(),
                Mockito.mock(GlobalTaskLockbox.class, Mockito.RETURNS_DEEP_STUBS),
                new HeapMemoryTaskStorage(new TaskStorageConfig(null)),
                actions,
                node,
                Proxies.of(TaskRunnerFactory.class, Map.of("build", (p, m, a) -> runner(emitter))),
                Proxies.of(ServiceAnnouncer.class, Map.of()),
                new CoordinatorOverlordServiceConfig(true, "druid/overlord"),
                emitter,
                manager,
                new OverlordDutyExecutor(executors, emitter, Set.of()),
                selector,
                Mockito.mock(SegmentAllocationQueue.class),
                Proxies.of(SegmentMetadataCache.class, Map.of()),
                Proxies.of(CompactionScheduler.class, Map.of()),
                Mockito.mock(ScheduledBatchTaskManager.class),
                mapper,
                Proxies.of(TaskContextEnricher.class, Map.of()));
    }

    private HttpRemoteTaskRunner runner(ServiceEmitter emitter) {
        DruidNodeDiscovery nobody = Proxies.of(DruidNodeDiscovery.class, Map.of("registerListener", (p, m, a) -> {
            if ("fail".equals(stops.stop("workers"))) {
                throw new IllegalStateException("the harness lets this promotion fail");
            }
            ((DruidNodeDiscovery.Listener) a[0]).nodeViewInitialized();
            return null;
        }));
        DruidNodeDiscoveryProvider discovery = Mockito.mock(DruidNodeDiscoveryProvider.class);
        Mockito.when(discovery.getForService(Mockito.any())).thenReturn(nobody);
        return new HttpRemoteTaskRunner(
                mapper,
                new HttpRemoteTaskRunnerConfig(),
                Proxies.of(HttpClient.class, Map.of()),
                Suppliers.ofInstance(DefaultWorkerBehaviorConfig.defaultConfig())::get,
                new NoopProvisioningStrategy<>(),
                discovery,
                new HeapMemoryTaskStorage(new TaskStorageConfig(null)),
                null,
                null,
                emitter);
    }

    private Map<String, SupervisorSpec> specs() {
        Map<String, SupervisorSpec> specs = new TreeMap<>();
        for (int number = 0; number < SUPERVISORS; number++) {
            String id = "wiki-" + number;
            Supervisor supervisor = Proxies.of(
                    Supervisor.class,
                    Map.of(
                            "start", (p, m, a) -> running.incrementAndGet(),
                            "stopAsync", (p, m, a) -> {
                                if (stopSeconds == 0) {
                                    running.decrementAndGet();
                                    return Futures.immediateFuture(null);
                                }
                                SettableFuture<Void> stopped = SettableFuture.create();
                                CompletableFuture.delayedExecutor(stopSeconds, TimeUnit.SECONDS).execute(() -> {
                                    running.decrementAndGet();
                                    stopped.set(null);
                                });
                                return stopped;
                            }));
            specs.put(
                    id,
                    Proxies.of(
                            SupervisorSpec.class,
                            Map.of(
                                    "getId", (p, m, a) -> id,
                                    "getDataSources", (p, m, a) -> List.of(id),
                                    "createSupervisor", (p, m, a) -> supervisor)));
        }
        return specs;
    }
}
