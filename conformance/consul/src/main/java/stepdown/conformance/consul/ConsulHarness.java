package stepdown.conformance.consul;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.druid.consul.discovery.ConsulLeaderSelector;
import org.apache.druid.discovery.DruidLeaderSelector;
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
        return isReleased() ? "Apache Druid " + of(ConsulLeaderSelector.class) : built();
    }

    /** Whether the selector that runs here is the one of the extension's released artifact. */
    private static boolean isReleased() {
        return "druid-consul-extensions".equals(ConsulLeaderSelector.class.getPackage().getImplementationTitle());
    }

    /** What a selector that was built otherwise says of itself. */
    private static String built() {
        String title = ConsulLeaderSelector.class.getPackage().getImplementationTitle();
        return title == null ? "ConsulLeaderSelector of an unknown build" : title;
    }

    private static String of(Class<?> type) {
        String version = type.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    @Override
    public Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        versions.put("druid-consul-extensions", of(ConsulLeaderSelector.class));
        versions.put("druid-server", of(DruidLeaderSelector.class));
        versions.put("consul-api", "1.4.5");
        versions.put("httpclient", "4.5.13");
        return versions;
    }

    @Override
    public List<String> real() {
        List<String> real = new ArrayList<>(List.of(
                "org.apache.druid.concurrent.LifecycleLock",
                "org.apache.druid.java.util.common.concurrent.Execs",
                "com.ecwid.consul.v1.ConsulClient",
                "org.apache.http.impl.client.CloseableHttpClient"));
        if (isReleased()) {
            real.add(0, ConsulLeaderSelector.class.getName());
        }
        return real;
    }

    @Override
    public List<String> loggers() {
        return List.of("org.apache.druid.consul");
    }

    @Override
    public List<String> doubles() {
        List<String> doubles = new ArrayList<>(List.of(
                "Consul is a server on a loopback address with sessions, one key, lock-delay and indexes; its clock is counted"
                        + " in ticks, and TTL and lock-delay are those of the plan.",
                "The HTTP client has a gate before and after each request.",
                "The listener has a gate where a callback begins and where it ends.",
                "The selector's sleeps last a millisecond from the moment that the harness ends them; so do the keeper's pauses.",
                "The start of node a comes before the record, and with start: leading its promotion does, too."));
        if (!isReleased()) {
            doubles.add(0, "No released selector: " + built() + ".");
        }
        return doubles;
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
