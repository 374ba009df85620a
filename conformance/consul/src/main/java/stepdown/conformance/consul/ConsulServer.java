package stepdown.conformance.consul;

import static stepdown.conformance.Recorder.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import stepdown.conformance.Loopback;

/** The six routes of Consul's HTTP API that the selector uses, on a loopback address, in front of a {@link FakeConsul}. */
final class ConsulServer implements AutoCloseable {
    /** Who asks, so that the harness finds what was answered. */
    static final String CALLER = "X-Stepdown-Caller";
    /** What goes wrong with this request: {@code error} or {@code lost}. */
    static final String FAULT = "X-Stepdown-Fault";

    private static final Pattern ACQUIRE = Pattern.compile("(?:^|&)acquire=([^&]*)");

    private record Reply(int status, JsonNode body, String text, String told) {}

    private final Loopback http;
    private final Map<String, String> told = new ConcurrentHashMap<>();
    private volatile FakeConsul consul;
    private volatile Terms terms;
    /** What was asked for that no run can go on with. */
    private volatile String wrong;

    ConsulServer() throws IOException {
        http = new Loopback("consul", "/v1/", this::handle);
    }

    /** Serves another run. */
    void serve(FakeConsul consul, Terms terms) {
        this.consul = consul;
        this.terms = terms;
        wrong = null;
        told.clear();
    }

    int port() {
        return http.port();
    }

    /** What was answered to the last request of a caller. */
    String told(String caller) {
        check();
        return told.get(caller);
    }

    /** Fails when the class has asked for something that this server would not keep as a real one does. */
    void check() {
        if (wrong != null) {
            throw new IllegalStateException(wrong);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        String caller = exchange.getRequestHeaders().getFirst(CALLER);
        String fault = exchange.getRequestHeaders().getFirst(FAULT);
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if ("error".equals(fault)) {
            told.put(caller, "error");
            answer(exchange, new Reply(500, null, "No cluster leader", "error"));
            return;
        }
        Reply reply;
        try {
            reply = reply(exchange, caller.substring(0, 1), body);
        } catch (IllegalStateException unlike) {
            wrong = unlike.getMessage();
            reply = new Reply(500, null, wrong, "error");
        }
        if ("lost".equals(fault)) {
            told.put(caller, "lost");
            // Without an answer the connection ends.
            exchange.close();
            return;
        }
        told.put(caller, reply.told());
        answer(exchange, reply);
    }

    private Reply reply(HttpExchange exchange, String node, String body) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String last = path.substring(path.lastIndexOf('/') + 1);
        boolean put = exchange.getRequestMethod().equals("PUT");
        if (path.equals("/v1/session/create")) {
            JsonNode asked = JSON.readTree(body);
            terms.check(asked);
            String id = consul.create(node, asked.path("Name").asText());
            return new Reply(200, JSON.createObjectNode().put("ID", id), null, "ok");
        }
        if (path.startsWith("/v1/session/info/")) {
            return info(last);
        }
        if (path.startsWith("/v1/session/renew/")) {
            FakeConsul.Session session = consul.renew(last);
            return session == null
                    ? new Reply(404, null, "Session id '" + last + "' not found", "unknown")
                    : new Reply(200, JSON.createArrayNode().add(told(session)), null, "ok");
        }
        if (path.startsWith("/v1/session/destroy/")) {
            consul.end(last);
            return new Reply(200, null, "true", "ok");
        }
        Terms.checkKey(path);
        return put ? write(exchange.getRequestURI().getQuery(), body) : read();
    }

    private Reply info(String id) {
        if (id.length() != 36) {
            return new Reply(500, null, "Failed session lookup: UUID must be 36 characters", "malformed");
        }
        FakeConsul.Session session = consul.session(id);
        ArrayNode found = JSON.createArrayNode();
        if (session != null) {
            found.add(told(session));
        }
        return new Reply(200, found, null, session == null ? "none" : "valid");
    }

    private Reply write(String query, String value) {
        Matcher acquire = ACQUIRE.matcher(query == null ? "" : query);
        if (!acquire.find()) {
            consul.write(value);
            return new Reply(200, null, "true", "plain");
        }
        String id = acquire.group(1);
        return switch (consul.acquire(value, id)) {
            case YES -> new Reply(200, null, "true", "true");
            case NO -> new Reply(200, null, "false", "false");
            case UNKNOWN_SESSION -> new Reply(500, null, "invalid session \"" + id + "\"", "unknown");
        };
    }

    private Reply read() {
        FakeConsul.Key key = consul.key();
        if (key == null) {
            return new Reply(404, null, "", "missing");
        }
        ObjectNode entry = JSON.createObjectNode();
        entry.put("LockIndex", key.locked());
        entry.put("Key", Terms.LOCK);
        entry.put("Flags", 0);
        entry.put("Value", Base64.getEncoder().encodeToString(key.value().getBytes(StandardCharsets.UTF_8)));
        if (key.session() != null) {
            entry.put("Session", key.session());
        }
        entry.put("CreateIndex", key.created());
        entry.put("ModifyIndex", key.modified());
        String holder = consul.holder();
        return new Reply(200, JSON.createArrayNode().add(entry), null, holder == null ? "free" : holder);
    }

    private ObjectNode told(FakeConsul.Session session) {
        ObjectNode one = JSON.createObjectNode();
        one.put("ID", session.id);
        one.put("Name", session.name);
        one.put("Node", "agent");
        one.put("LockDelay", Terms.LOCK_DELAY * 1_000_000_000L);
        one.put("Behavior", "delete");
        one.put("CreateIndex", session.created);
        one.put("ModifyIndex", session.created);
        return one;
    }

    private void answer(HttpExchange exchange, Reply reply) throws IOException {
        exchange.getResponseHeaders().set("X-Consul-Index", Long.toString(consul.index()));
        exchange.getResponseHeaders().set("X-Consul-KnownLeader", "true");
        exchange.getResponseHeaders().set("X-Consul-LastContact", "0");
        String body = reply.body() == null ? reply.text() : reply.body().toString();
        Loopback.send(exchange, reply.status(), body.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        http.close();
    }
}
