package stepdown.conformance.druid;

import static stepdown.conformance.Recorder.JSON;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import stepdown.conformance.Loopback;

/** As much of a Kubernetes API server as the two locks of leader election need: ConfigMaps with resource versions. */
final class ApiServer implements AutoCloseable {
    private static final String PATH = "/api/v1/namespaces/druid/configmaps";
    private static final String LOCK = "control-plane.alpha.kubernetes.io/leader";

    private final Loopback server;
    private final Map<String, ObjectNode> maps = new TreeMap<>();
    private int version = 1;

    ApiServer() throws IOException {
        server = new Loopback("api-server", PATH, this::handle);
    }

    String url() {
        return server.url();
    }

    /** Lets another pod hold a lock. */
    synchronized void give(String name, String holder) {
        ObjectNode map = JSON.createObjectNode();
        map.put("apiVersion", "v1").put("kind", "ConfigMap");
        ObjectNode record = JSON.createObjectNode();
        String now = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        record.put("holderIdentity", holder).put("leaseDurationSeconds", 60);
        record.put("acquireTime", now).put("renewTime", now).put("leaderTransitions", 0);
        map.putObject("metadata").put("name", name).put("namespace", "druid").putObject("annotations")
                .put(LOCK, record.toString());
        store(name, map);
    }

    /** Who holds a lock; null when nobody does. */
    synchronized String holder(String name) throws IOException {
        ObjectNode map = maps.get(name);
        String record = map == null ? "" : map.path("metadata").path("annotations").path(LOCK).asText();
        String holder = record.isEmpty() ? "" : JSON.readTree(record).path("holderIdentity").asText("");
        return holder.isEmpty() ? null : holder;
    }

    private void store(String name, ObjectNode map) {
        ((ObjectNode) map.path("metadata")).put("resourceVersion", Integer.toString(++version));
        maps.put(name, map);
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String name = exchange.getRequestURI().getPath().substring(PATH.length()).replace("/", "");
        synchronized (this) {
            switch (exchange.getRequestMethod()) {
                case "GET" -> answer(exchange, maps.containsKey(name) ? 200 : 404, maps.get(name));
                case "POST" -> write(exchange, body, true);
                case "PUT" -> write(exchange, body, false);
                default -> answer(exchange, 405, null);
            }
        }
    }

    private void write(HttpExchange exchange, byte[] body, boolean create) throws IOException {
        ObjectNode map = (ObjectNode) JSON.readTree(body);
        String name = map.path("metadata").path("name").asText();
        ObjectNode old = maps.get(name);
        String wanted = map.path("metadata").path("resourceVersion").asText("");
        boolean stale = !create
                && old != null
                && !wanted.isEmpty()
                && !wanted.equals(old.path("metadata").path("resourceVersion").asText());
        if (create ? old != null : stale) {
            answer(exchange, 409, null);
        } else if (!create && old == null) {
            answer(exchange, 404, null);
        } else {
            store(name, map);
            answer(exchange, create ? 201 : 200, map);
        }
    }

    private static void answer(HttpExchange exchange, int status, ObjectNode map) throws IOException {
        ObjectNode out = map;
        if (out == null) {
            out = JSON.createObjectNode();
            out.put("apiVersion", "v1").put("kind", "Status").put("status", "Failure").put("code", status);
        }
        Loopback.send(exchange, status, out);
    }

    @Override
    public void close() {
        server.close();
    }
}
