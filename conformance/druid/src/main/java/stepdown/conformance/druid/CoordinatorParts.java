package stepdown.conformance.druid;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.druid.client.DruidServer;
import org.apache.druid.client.ImmutableDruidServer;
import org.apache.druid.client.ServerInventoryView;
import org.apache.druid.curator.discovery.ServiceAnnouncer;
import org.apache.druid.discovery.DruidLeaderSelector;
import org.apache.druid.jackson.DefaultObjectMapper;
import org.apache.druid.java.util.common.Intervals;
import org.apache.druid.java.util.common.concurrent.ScheduledExecutorFactory;
import org.apache.druid.java.util.emitter.service.ServiceEmitter;
import org.apache.druid.java.util.http.client.HttpClient;
import org.apache.druid.java.util.http.client.Request;
import org.apache.druid.java.util.http.client.response.HttpResponseHandler;
import org.apache.druid.metadata.MetadataRuleManager;
import org.apache.druid.metadata.SegmentsMetadataManager;
import org.apache.druid.metadata.segment.cache.SegmentMetadataCache;
import org.apache.druid.rpc.indexing.OverlordClient;
import org.apache.druid.segment.metadata.CentralizedDatasourceSchemaConfig;
import org.apache.druid.server.DruidNode;
import org.apache.druid.server.compaction.CompactionStatusTracker;
import org.apache.druid.server.coordination.ServerType;
import org.apache.druid.server.coordinator.CloneStatusManager;
import org.apache.druid.server.coordinator.CoordinatorDynamicConfig;
import org.apache.druid.server.coordinator.DruidCoordinator;
import org.apache.druid.server.coordinator.MetadataManager;
import org.apache.druid.server.coordinator.balancer.RandomBalancerStrategyFactory;
import org.apache.druid.server.coordinator.config.CoordinatorKillConfigs;
import org.apache.druid.server.coordinator.config.CoordinatorPeriodConfig;
import org.apache.druid.server.coordinator.config.CoordinatorRunConfig;
import org.apache.druid.server.coordinator.config.DruidCoordinatorConfig;
import org.apache.druid.server.coordinator.config.HttpLoadQueuePeonConfig;
import org.apache.druid.server.coordinator.duty.CoordinatorCustomDutyGroups;
import org.apache.druid.server.coordinator.loading.LoadQueueTaskMaster;
import org.apache.druid.server.coordinator.loading.SegmentAction;
import org.apache.druid.server.coordinator.loading.SegmentLoadQueueManager;
import org.apache.druid.server.http.BrokerDynamicConfigSyncer;
import org.apache.druid.server.http.CoordinatorDynamicConfigSyncer;
import org.apache.druid.server.lookup.cache.LookupCoordinatorManager;
import org.apache.druid.timeline.DataSegment;
import org.apache.druid.timeline.SegmentId;
import org.jboss.netty.handler.codec.http.DefaultHttpResponse;
import org.jboss.netty.handler.codec.http.HttpResponseStatus;
import org.jboss.netty.handler.codec.http.HttpVersion;
import org.joda.time.Duration;
import org.mockito.Mockito;
import stepdown.conformance.Proxies;

/** Druid's Coordinator with its load queues; around it, doubles that do nothing. */
final class CoordinatorParts {
    private final Stops stops;
    private final CallbackPool callbacks;
    private final LoadQueueTaskMaster loadQueues;

    CoordinatorParts(Stops stops, CallbackPool callbacks, ScheduledExecutorFactory executors) {
        this.stops = stops;
        this.callbacks = callbacks;
        this.loadQueues = new LoadQueueTaskMaster(
                new DefaultObjectMapper(),
                executors.create(1, "Master-PeonExec--%d"),
                callbacks,
                new HttpLoadQueuePeonConfig(null, null, 1),
                new DataServers(),
                () -> CoordinatorDynamicConfig.builder().build());
    }

    /** The Coordinator that listens to a selector. */
    DruidCoordinator coordinator(
            DruidLeaderSelector selector, DruidNode node, ScheduledExecutorFactory executors, ServiceEmitter emitter) {
        ServerInventoryView inventory = Proxies.of(ServerInventoryView.class, Map.of());
        return new DruidCoordinator(
                new DruidCoordinatorConfig(
                        new CoordinatorRunConfig(null, null),
                        new CoordinatorPeriodConfig(null, null),
                        CoordinatorKillConfigs.DEFAULT,
                        new RandomBalancerStrategyFactory(),
                        new HttpLoadQueuePeonConfig(null, null, 1)),
                metadata(),
                inventory,
                emitter,
                executors,
                Proxies.of(OverlordClient.class, Map.of()),
                loadQueues,
                new SegmentLoadQueueManager(inventory, loadQueues),
                Proxies.of(ServiceAnnouncer.class, Map.of("unannounce", (p, m, a) -> stops.stop("unannounce"))),
                node,
                new CoordinatorCustomDutyGroups(Set.of()),
                lookups(),
                selector,
                null,
                CentralizedDatasourceSchemaConfig.create(),
                new CompactionStatusTracker(),
                Mockito.mock(CoordinatorDynamicConfigSyncer.class),
                Mockito.mock(BrokerDynamicConfigSyncer.class),
                new CloneStatusManager());
    }

    private MetadataManager metadata() {
        SegmentMetadataCache cache = Proxies.of(
                SegmentMetadataCache.class, Map.of("stop", (p, m, a) -> stops.stop("coordinator.clean")));
        MetadataRuleManager rules =
                Proxies.of(MetadataRuleManager.class, Map.of("stop", (p, m, a) -> stops.stop("metadata")));
        return new MetadataManager(
                null, null, Proxies.of(SegmentsMetadataManager.class, Map.of()), null, rules, null, null, cache);
    }

    private LookupCoordinatorManager lookups() {
        LookupCoordinatorManager lookups = Mockito.mock(LookupCoordinatorManager.class);
        Mockito.doAnswer(call -> stops.stop("lookups")).when(lookups).stop();
        return lookups;
    }

    /** Makes the real peon of each data server, with so many load requests. */
    void queue(int servers, int requests) {
        List<ImmutableDruidServer> all = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            String host = "druid-historical-" + server + ":8083";
            all.add(new DruidServer(host, host, null, 1L << 30, null, ServerType.HISTORICAL, "_default_tier", 0)
                    .toImmutableDruidServer());
        }
        loadQueues.resetPeonsForNewServers(all);
        for (ImmutableDruidServer server : all) {
            for (int request = 0; request < requests; request++) {
                SegmentId id = SegmentId.of("wiki", Intervals.of("2026-11-0%d/P1D".formatted(request + 1)), "v1", 0);
                DataSegment segment = DataSegment.builder(id).size(1).build();
                loadQueues.getPeonForServer(server).loadSegment(segment, SegmentAction.LOAD, callbacks.request());
            }
        }
    }

    /** Data servers that know no capabilities and never answer a load request, so that requests stay queued. */
    private static final class DataServers implements HttpClient {
        @Override
        public <I, F> ListenableFuture<F> go(Request request, HttpResponseHandler<I, F> handler) {
            return go(request, handler, null);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <I, F> ListenableFuture<F> go(Request request, HttpResponseHandler<I, F> handler, Duration timeout) {
            SettableFuture<F> answer = SettableFuture.create();
            if (request.getUrl().getPath().endsWith("loadCapabilities")) {
                handler.handleResponse(
                        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NOT_FOUND), null);
                answer.set((F) new ByteArrayInputStream(new byte[0]));
            }
            return answer;
        }
    }
}
