package stepdown.conformance.consul;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.druid.consul.discovery.ConsulLeaderSelector;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.joda.time.Duration;
import stepdown.conformance.Harness;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** Runs two selectors of Druid's Consul extension against one Consul server, one thread at a time. */
final class ConsulHarness implements Harness {
    /** The key of the lock. */
    static final String LOCK = "druid/leader/overlord";
    /** The name of the thread that calls {@code unregisterListener}. */
    static final String CALLER = "caller-of-unregister";

    private final ConsulServer server;
    private final CloseableHttpClient http = HttpClients.custom().setMaxConnPerRoute(20).setMaxConnTotal(50).build();

    ConsulHarness(ConsulServer server) {
        this.server = server;
    }

    @Override
    public String implementation() {
        // Of the selector that runs here, whoever built it.
        Package its = ConsulLeaderSelector.class.getPackage();
        String title = its.getImplementationTitle();
        if ("druid-consul-extensions".equals(title)) {
            return "Apache Druid " + its.getImplementationVersion();
        }
        return title == null ? "ConsulLeaderSelector of an unknown build" : title;
    }

    @Override
    public Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        version(versions, "druid-consul-extensions", ConsulLeaderSelector.class);
        version(versions, "druid-server", org.apache.druid.discovery.DruidLeaderSelector.class);
        versions.put("consul-api", "1.4.5");
        versions.put("httpclient", "4.5.13");
        return versions;
    }

    private static void version(Map<String, String> into, String artifact, Class<?> of) {
        String version = of.getPackage().getImplementationVersion();
        into.put(artifact, version == null ? "unknown" : version);
    }

    @Override
    public List<String> real() {
        return List.of(
                "org.apache.druid.consul.discovery.ConsulLeaderSelector",
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
        return List.of(
                "Consul is a server on a loopback address with sessions, one key, lock-delay and indexes; its clock is counted"
                        + " in ticks, and TTL and lock-delay are those of the plan.",
                "The HTTP client has a gate before and after each request.",
                "The listener has a gate where a callback begins and where it ends.",
                "The selector's sleeps last a millisecond from the moment that the harness ends them; so do the keeper's pauses.",
                "The start of node a comes before the record, and with start: leading its promotion does, too.");
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        if (!plan.fixes().isEmpty()) {
            throw new Refused("the released class has no fix `" + plan.fixes().get(0) + "`");
        }
        Cluster cluster = new Cluster(plan, recorder, server, http);
        try {
            cluster.begin();
            for (String event : plan.schedule()) {
                cluster.event(event);
            }
        } catch (IllegalStateException e) {
            throw new Refused(e.getMessage());
        } finally {
            cluster.end();
        }
    }

    /** The TTL that Druid is given: as many whole seconds as the plan's ticks are. */
    static Duration ttl(Plan plan) throws Refused {
        long micros = Long.parseLong(plan.parameter("ttl", "4")) * Long.parseLong(plan.parameter("tick_us", "3333333"));
        Duration ttl = Duration.millis((micros + 500) / 1_000);
        if (ttl.getStandardSeconds() < 10) {
            throw new Refused("Druid takes no leaderSessionTtl of " + ttl.getStandardSeconds() + " s: at least 10 s");
        }
        return ttl;
    }
}
