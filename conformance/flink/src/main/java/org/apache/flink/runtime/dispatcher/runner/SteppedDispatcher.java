package org.apache.flink.runtime.dispatcher.runner;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.flink.runtime.clusterframework.ApplicationStatus;
import org.apache.flink.runtime.dispatcher.DispatcherGateway;

/** A dispatcher's process that only learns its address; the interface is for its own package. */
public final class SteppedDispatcher implements DispatcherLeaderProcess {
    private final UUID session;
    private final CompletableFuture<String> address;

    private SteppedDispatcher(UUID session, CompletableFuture<String> address) {
        this.session = session;
        this.address = address;
    }

    /** Makes processes whose addresses are known when those futures are. */
    public static DispatcherLeaderProcessFactory factory(Function<UUID, CompletableFuture<String>> addresses) {
        return session -> new SteppedDispatcher(session, addresses.apply(session));
    }

    @Override
    public void start() {}

    @Override
    public UUID getLeaderSessionId() {
        return session;
    }

    @Override
    public CompletableFuture<DispatcherGateway> getDispatcherGateway() {
        return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<String> getLeaderAddressFuture() {
        return address;
    }

    @Override
    public CompletableFuture<ApplicationStatus> getShutDownFuture() {
        return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {}
}
