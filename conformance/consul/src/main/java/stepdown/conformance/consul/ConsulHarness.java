package stepdown.conformance.consul;

import com.ecwid.consul.v1.ConsulClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.druid.consul.discovery.ConsulLeaderSelector;
import org.apache.druid.java.util.common.concurrent.Execs;
import org.apache.druid.server.DruidNode;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import stepdown.conformance.Harness;
import stepdown.conformance.Jars;
import stepdown.conformance.Origin;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** Runs two selectors of Druid's Consul extension against one Consul server, one thread at a time. */
final class ConsulHarness implements Harness {
    /** The name of the thread that calls {@code unregisterListener}. */
    static final String CALLER = "caller-of-unregister";

    private static final Set<String> PARAMETERS = Set.of(
            "poll",
            "renew",
            "ttl",
            "lock_delay",
            "rpc_hang",
            "backoff",
            "join",
            "max_errors",
            "callback",
            "start",
            "caller",
            "tick_us");
    private static final Origin EXTENSION =
            new Origin(ConsulLeaderSelector.class, "druid-consul-extensions", "DRUID_CONSUL_REVISION");

    private final ConsulServer server;
    private final CloseableHttpClient http = HttpClients.custom().setMaxConnPerRoute(20).setMaxConnTotal(50).build();

    ConsulHarness(ConsulServer server) {
        this.server = server;
    }

    @Override
    public String implementation() {
        return EXTENSION.isReleased()
                ? "Apache Druid " + EXTENSION.version()
                : "ConsulLeaderSelector of Apache Druid, " + EXTENSION.version();
    }

    @Override
    public Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        versions.put("org.apache.druid.extensions.contrib:druid-consul-extensions", EXTENSION.version());
        versions.put("org.apache.druid:druid-server", Jars.version(DruidNode.class, "druid-server"));
        versions.put("org.apache.druid:druid-processing", Jars.version(Execs.class, "druid-processing"));
        versions.put("com.ecwid.consul:consul-api", Jars.version(ConsulClient.class, "consul-api"));
        versions.put("org.apache.httpcomponents:httpclient", Jars.version(HttpClients.class, "httpclient"));
        return versions;
    }

    @Override
    public List<String> real() {
        return List.of(
                "org.apache.druid.consul.discovery.ConsulLeaderSelector",
                "org.apache.druid.consul.discovery.ConsulDiscoveryConfig",
                "org.apache.druid.consul.discovery.ConsulMetrics",
                "org.apache.druid.concurrent.LifecycleLock",
                "org.apache.druid.java.util.common.concurrent.Execs",
                "com.ecwid.consul.v1.ConsulClient",
                "org.apache.http.impl.client.CloseableHttpClient");
    }

    @Override
    public List<String> loggers() {
        return List.of("org.apache.druid.consul");
    }

    @Override
    public List<String> doubles() {
        List<String> doubles = new ArrayList<>(EXTENSION.doubles());
        doubles.add("Consul is a server on a loopback address with sessions, one key, lock-delay and indexes; its clock is"
                + " counted in ticks. TTL and lock-delay are those of the plan, and have to be what the class asks for.");
        doubles.add("The HTTP client has a gate before and after each request.");
        doubles.add("The listener has a gate where a callback begins and where it ends.");
        doubles.add("The selector's sleeps last a millisecond from the moment that the harness ends them; so do the keeper's"
                + " pauses.");
        doubles.add("There is no emitter, so metrics go nowhere.");
        doubles.add("The start of node a comes before the record, and with start: leading its promotion does, too.");
        return List.copyOf(doubles);
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        plan.allow(PARAMETERS, Set.of());
        Cluster cluster = new Cluster(plan, recorder, server, http);
        try {
            cluster.begin();
            for (String event : plan.schedule()) {
                cluster.event(event);
            }
            server.check();
        } finally {
            cluster.end();
        }
    }
}
