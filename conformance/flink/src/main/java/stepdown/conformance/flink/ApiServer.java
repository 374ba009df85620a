package stepdown.conformance.flink;

import static stepdown.conformance.Recorder.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import stepdown.conformance.Gates;
import stepdown.conformance.Loopback;

/**
 * An API server that knows one ConfigMap. The elector asks below {@code /elector}, so that its requests can be told from
 * those of the driver; both see the same object. Watches hear of the newest version when {@link #tell} is called.
 */
final class ApiServer implements AutoCloseable {
    /** The gate of the elector's requests. */
    static final String ELECTOR = "elector";
    /** Before its write is applied. */
    static final String WRITING = "writing";
    /** What lets a write go on that never arrived, as its process has ended. */
    static final String DROP = "drop";
    /** After its write is applied, before it hears of that. */
    static final String WRITTEN = "written";

    private static final String ROOT = "/api/v1/namespaces/default/configmaps";

    private final Loopback server;
    private final Gates gates;
    private final List<HttpExchange> watches = new ArrayList<>();
    private ObjectNode object;
    private ObjectNode told;
    private int version = 100;
    private String gate = "";
    private boolean electorRefused;
    private boolean driverRefused;

    ApiServer(Gates gates) throws IOException {
        this.gates = gates;
        server = new Loopback("api-server", "/", this::answer);
    }

    String url() {
        return server.url() + "/";
    }

    /** Where the elector's writes stop from now on: {@link #WRITING}, {@link #WRITTEN} or nowhere. */
    synchronized void gate(String gate) {
        this.gate = gate;
    }

    /** Whether the requests of the elector are answered 403, which the client does not retry. */
    synchronized void refuseElector(boolean refused) {
        electorRefused = refused;
    }

    /** The same for the driver. */
    synchronized void refuseDriver(boolean refused) {
        driverRefused = refused;
    }

    /** Puts the ConfigMap there, as an elector that is gone left it. */
    synchronized void put(Map<String, String> annotations, Map<String, String> data) {
        object = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
        object.putObject("metadata")
                .put("name", Store.NAME)
                .put("namespace", "default")
                .put("uid", "1")
                .set("annotations", JSON.valueToTree(annotations));
        object.set("data", JSON.valueToTree(data));
        stamp();
        told = object.deepCopy();
    }

    /** The entries of the ConfigMap. */
    synchronized Map<String, String> data() {
        return texts(object == null ? JSON.missingNode() : object.path("data"));
    }

    /** The annotations of the ConfigMap. */
    synchronized Map<String, String> annotations() {
        return texts(object == null ? JSON.missingNode() : object.path("metadata").path("annotations"));
    }

    /** Whether it is there. */
    synchronized boolean exists() {
        return object != null;
    }

    /** Its version, which every change raises. */
    synchronized int version() {
        return version;
    }

    /** Tells every watch about the newest version, unless it knows it; whether there was something to tell. */
    synchronized boolean tell() throws IOException {
        if (object == null || object.equals(told)) {
            return false;
        }
        ObjectNode event = JSON.createObjectNode().put("type", told == null ? "ADDED" : "MODIFIED");
        event.set("object", object);
        told = object.deepCopy();
        byte[] line = (event + "\n").getBytes(StandardCharsets.UTF_8);
        for (Iterator<HttpExchange> all = watches.iterator(); all.hasNext(); ) {
            try {
                OutputStream body = all.next().getResponseBody();
                body.write(line);
                body.flush();
            } catch (IOException gone) {
                all.remove();
            }
        }
        return true;
    }

    @Override
    public void close() {
        server.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        boolean elector = path.startsWith("/elector");
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        String resource = path.substring(path.indexOf(ROOT) + ROOT.length());
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (elector ? electorRefused : driverRefused) {
            status(exchange, 403, "Forbidden");
        } else if (query.contains("watch=true")) {
            watch(exchange);
        } else if (exchange.getRequestMethod().equals("GET")) {
            read(exchange, resource);
        } else {
            boolean gated = elector && !gate.isEmpty();
            boolean dropped = gated && gate.equals(WRITING) && DROP.equals(stop(WRITING));
            ObjectNode answer = dropped ? null : write(exchange.getRequestMethod(), (ObjectNode) JSON.readTree(body));
            if (gated && gate.equals(WRITTEN)) {
                stop(WRITTEN);
            }
            if (answer == null) {
                status(exchange, 409, "Conflict");
            } else {
                Loopback.send(exchange, 200, answer);
            }
        }
    }

    private Object stop(String at) {
        try {
            return gates.stop(ELECTOR, at);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return DROP;
        }
    }

    /** A client that asks for a websocket is answered plainly, and then asks for a stream. */
    private void watch(HttpExchange exchange) throws IOException {
        if (exchange.getRequestHeaders().containsKey("Upgrade")) {
            status(exchange, 200, "OK");
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        synchronized (this) {
            watches.add(exchange);
            notifyAll();
        }
    }

    /** How many watches there are. */
    synchronized int watches() {
        return watches.size();
    }

    /** Waits until so many watches are there. */
    synchronized void awaitWatches(int number) throws InterruptedException {
        for (int tries = 0; watches.size() < number && tries < 100; tries++) {
            wait(100);
        }
    }

    private void read(HttpExchange exchange, String resource) throws IOException {
        ObjectNode answer;
        synchronized (this) {
            if (resource.isEmpty()) {
                answer = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMapList");
                answer.putObject("metadata").put("resourceVersion", String.valueOf(version));
                var items = answer.putArray("items");
                if (object != null) {
                    items.add(object.deepCopy());
                }
            } else {
                answer = object == null ? null : object.deepCopy();
            }
        }
        if (answer == null) {
            status(exchange, 404, "NotFound");
        } else {
            Loopback.send(exchange, 200, answer);
        }
    }

    /** Applies a write; null when it was made for another version. A write that changes nothing leaves the version. */
    private synchronized ObjectNode write(String method, ObjectNode written) {
        JsonNode expected = written.path("metadata").path("resourceVersion");
        if (object != null && expected.isTextual() && !expected.asText().equals(String.valueOf(version))) {
            return null;
        }
        ObjectNode before = object;
        if (method.equals("PATCH")) {
            object = object.deepCopy();
            merge(object, written);
        } else if (method.equals("POST") && object != null) {
            return null;
        } else {
            object = written.deepCopy();
        }
        ObjectNode metadata = (ObjectNode) object.path("metadata");
        metadata.put("resourceVersion", String.valueOf(version)).put("uid", "1").put("namespace", "default");
        if (before == null || !before.equals(object)) {
            stamp();
        }
        return object.deepCopy();
    }

    private void stamp() {
        version++;
        ((ObjectNode) object.path("metadata")).put("resourceVersion", String.valueOf(version));
    }

    /** A JSON merge patch. */
    private static void merge(ObjectNode into, ObjectNode patch) {
        patch.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                into.remove(field.getKey());
            } else if (value.isObject() && into.path(field.getKey()).isObject()) {
                merge((ObjectNode) into.path(field.getKey()), (ObjectNode) value);
            } else {
                into.set(field.getKey(), value);
            }
        });
    }

    private static void status(HttpExchange exchange, int code, String reason) throws IOException {
        ObjectNode answer = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Status");
        answer.put("status", code == 200 ? "Success" : "Failure").put("reason", reason).put("code", code);
        Loopback.send(exchange, code, answer);
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new TreeMap<>();
        node.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }
}
