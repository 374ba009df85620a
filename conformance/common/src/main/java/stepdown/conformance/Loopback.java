package stepdown.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on a free port of the loopback address, with a thread for each request that waits. */
public final class Loopback implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads;

    /** Serves all below a path. */
    public Loopback(String name, String path, HttpHandler handler) throws IOException {
        // Otherwise every answer waits 40 ms for the client's acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(path, handler);
        server.setExecutor(threads);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Where it is, without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /** Answers with JSON, and ends the exchange. */
    public static void send(HttpExchange exchange, int status, JsonNode answer) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        send(exchange, status, Recorder.JSON.writeValueAsBytes(answer));
    }

    /** Answers, and ends the exchange. */
    public static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
