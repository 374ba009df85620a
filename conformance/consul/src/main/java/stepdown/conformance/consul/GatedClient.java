package stepdown.conformance.consul;

import java.io.IOException;
import java.net.SocketTimeoutException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.ResponseHandler;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.conn.ClientConnectionManager;
import org.apache.http.params.HttpParams;
import org.apache.http.protocol.HttpContext;

/** The HTTP client below the released {@code ConsulClient}, with a gate before and after each request. */
@SuppressWarnings("deprecation")
final class GatedClient implements HttpClient {
    private final HttpClient http;
    private final Stops stops;

    GatedClient(HttpClient http, Stops stops) {
        this.http = http;
        this.stops = stops;
    }

    @Override
    public <T> T execute(HttpUriRequest request, ResponseHandler<? extends T> handler) throws IOException {
        String kind = kind(request);
        Object fault = stops.stop("before " + kind);
        if ("timeout".equals(fault)) {
            stops.stop("after " + kind);
            throw new SocketTimeoutException("Read timed out");
        }
        request.setHeader(ConsulServer.CALLER, stops.thread());
        if (fault != null) {
            request.setHeader(ConsulServer.FAULT, fault.toString());
        }
        try {
            return http.execute(request, handler);
        } finally {
            stops.stop("after " + kind);
        }
    }

    private static String kind(HttpUriRequest request) {
        String path = request.getURI().getPath();
        if (path.startsWith("/v1/session/")) {
            return path.split("/")[3];
        }
        return request.getMethod().equals("PUT") ? "acquire" : "validate";
    }

    @Override
    public HttpParams getParams() {
        return http.getParams();
    }

    @Override
    public ClientConnectionManager getConnectionManager() {
        return http.getConnectionManager();
    }

    @Override
    public HttpResponse execute(HttpUriRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public HttpResponse execute(HttpUriRequest request, HttpContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public HttpResponse execute(HttpHost target, HttpRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public HttpResponse execute(HttpHost target, HttpRequest request, HttpContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T execute(HttpUriRequest request, ResponseHandler<? extends T> handler, HttpContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T execute(HttpHost target, HttpRequest request, ResponseHandler<? extends T> handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T execute(HttpHost target, HttpRequest request, ResponseHandler<? extends T> handler, HttpContext context) {
        throw new UnsupportedOperationException();
    }
}
