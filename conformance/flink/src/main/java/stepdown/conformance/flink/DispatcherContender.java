package stepdown.conformance.flink;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.dispatcher.runner.DefaultDispatcherRunner;
import org.apache.flink.runtime.dispatcher.runner.SteppedDispatcher;
import org.apache.flink.runtime.leaderelection.LeaderElection;

/** The released runner of the dispatcher. It confirms when its process knows its address, which is when it is told to. */
final class DispatcherContender extends Contender {
    private final Map<UUID, CompletableFuture<String>> addresses = new HashMap<>();

    DispatcherContender(Node process, LeaderElection election) {
        super(Component.DISPATCHER, process, election);
    }

    @Override
    void start() throws Exception {
        DefaultDispatcherRunner.create(election, process::exit, SteppedDispatcher.factory(this::process));
    }

    @Override
    void confirm(UUID session) {
        granted.remove(session);
        process.naming("confirm " + component.word, session);
        addresses.get(session).complete(address);
    }

    /** A new process of the dispatcher: its address, which it does not know yet. */
    private CompletableFuture<String> process(UUID session) {
        granted.add(session);
        return addresses.computeIfAbsent(session, any -> new CompletableFuture<>());
    }
}
