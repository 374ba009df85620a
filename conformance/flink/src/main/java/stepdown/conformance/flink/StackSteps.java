package stepdown.conformance.flink;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector;
import stepdown.conformance.Gates;
import stepdown.conformance.Harness.Refused;

/** Takes the events of a schedule with the whole stack. */
final class StackSteps implements Steps, AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int TRIES = 4;
    private static final Event START = new Event("the start", 0, "elector", "renew", "");
    private static final Pattern IDENTITY = Pattern.compile(".*\"holderIdentity\":\"([^\"]*)\".*");

    private final Gates gates = new Gates();
    private final ApiServer server = new ApiServer(gates);
    private final Sessions sessions = new Sessions();
    private final Setup setup;
    private final Stack[] processes;
    private final int[] lives;
    /** Turns of electors that stand at the gate. */
    private final Map<Stack, CompletableFuture<Void>> turns = new HashMap<>();

    StackSteps(Setup setup) throws Exception {
        this.setup = setup;
        processes = new Stack[setup.jobmanagers()];
        lives = new int[setup.jobmanagers()];
        if (setup.isStale()) {
            leaveEntries();
        }
        for (int jm = 0; jm < processes.length; jm++) {
            start(jm);
        }
        if (setup.leads()) {
            lead(processes[0]);
        }
        server.tell();
        for (Stack process : processes) {
            drain(process);
        }
        if (setup.leads()) {
            refresh(processes[0]);
        }
    }

    /** Renews once more, so that the deadline does not pass before the first event: all of this takes its time. */
    private void refresh(Stack leader) throws Exception {
        nextTurn(START, leader);
        leader.elector().step();
        server.tell();
        for (Stack process : processes) {
            process.watch().await(1, SOON);
            process.watch().step();
        }
    }

    private void start(int jm) throws Exception {
        lives[jm]++;
        int watches = server.watches();
        processes[jm] = new Stack(setup, sessions, jm, lives[jm], server.url());
        server.awaitWatches(watches + 1);
    }

    private void leaveEntries() {
        String lock = "{\"holderIdentity\":\"\",\"leaseDuration\":\"PT1S\","
                + "\"acquireTime\":\"2020-01-01T00:00:00.000000Z\",\"renewTime\":\"2020-01-01T00:00:00.000000Z\","
                + "\"leaderTransitions\":1}";
        server.put(Map.of(KubernetesLeaderElector.LEADER_ANNOTATION_KEY, lock), setup.stale(sessions));
    }

    private void lead(Stack process) throws Exception {
        process.elector().await(1, SOON);
        process.elector().step();
        process.settle();
    }

    /** Lets go what the start queued: it is no part of the run. */
    private void drain(Stack process) throws InterruptedException {
        process.watch().await(server.exists() ? 1 : 0, SOON);
        while (process.watch().await(1, Duration.ofMillis(300))) {
            process.watch().step();
        }
    }

    @Override
    public Throwable take(String text) throws Exception {
        Event event = Event.of(text, processes.length);
        Stack process = processes[event.jm()];
        switch (event.actor()) {
            case "elector" -> elector(event, process);
            case "executor" -> executor(event, process);
            case "watch" -> {
                event.require(process.waitingEvents() > 0, "no change event waits");
                process.watch().step();
            }
            case "process" -> process.exit(null);
            default -> event.confirm(process);
        }
        Throwable failure = process.failure();
        if (process.ended()) {
            if (turns.remove(process) != null) {
                gates.pass(ApiServer.ELECTOR, ApiServer.DROP);
            }
            process.close();
            start(event.jm());
            drain(processes[event.jm()]);
        }
        int[] before = Stream.of(processes).mapToInt(Stack::waitingEvents).toArray();
        if (server.tell()) {
            for (int other = 0; other < processes.length; other++) {
                boolean heard = processes[other].watch().await(before[other] + 1, SOON);
                event.expect(heard, "the informer did not hear of the write");
            }
        }
        return failure;
    }

    private void elector(Event event, Stack process) throws Exception {
        switch (event.word()) {
            case "acquire" -> acquire(event, process);
            case "callback" -> {
                event.require(turns.containsKey(process), "no callback is pending");
                finishTurn(process);
            }
            case "renew" -> renew(event, process);
            case "lose_keep", "lose_release" -> lose(event, process, event.word().equals("lose_release"));
            default -> event.require(false, "the holder's own deadline passes before its lease is over");
        }
    }

    /** Turns of the elector until it is about to write its name, or has just written it. */
    private void acquire(Event event, Stack process) throws Exception {
        server.gate(holder().equals(process.identity()) ? ApiServer.WRITING : ApiServer.WRITTEN);
        long end = System.nanoTime() + Stack.LEASE.plus(SOON).toNanos();
        CompletableFuture<Void> turn = null;
        while (gates.at(ApiServer.ELECTOR) == null) {
            event.require(System.nanoTime() < end, "the elector did not write within the lease, so another one holds the lock");
            if (turn == null || turn.isDone()) {
                nextTurn(event, process);
                turn = process.elector().begin();
            }
            gates.await(ApiServer.ELECTOR, Duration.ofMillis(20));
        }
        turns.put(process, turn);
        server.gate("");
    }

    /** The elector's write; one that meets a conflict is made again. */
    private void renew(Event event, Stack process) throws Exception {
        requireHolder(event, process);
        int before = server.version();
        if (turns.containsKey(process)) {
            finishTurn(process);
        }
        for (int tries = 0; server.version() == before; tries++) {
            event.expect(tries < TRIES, "the elector did not write");
            nextTurn(event, process);
            process.elector().step();
        }
    }

    /** The API server refuses the elector until the deadline has passed, and then also the release, or not. */
    private void lose(Event event, Stack process, boolean release) throws Exception {
        requireHolder(event, process);
        boolean wrote = !turns.containsKey(process);
        event.require(wrote, "the elector has not written since it found its name; renew first");
        server.refuseElector(true);
        nextTurn(event, process);
        process.elector().step();
        event.require(!process.revoked(), "the deadline passed before the first refused renewal");
        Thread.sleep(Stack.DEADLINE.toMillis() + 50);
        server.refuseElector(!release);
        nextTurn(event, process);
        process.elector().step();
        server.refuseElector(false);
        event.expect(process.revoked(), "the elector did not give up");
    }

    private void requireHolder(Event event, Stack process) throws Refused {
        event.require(holder().equals(process.identity()), "the elector does not hold the lock");
    }

    private static void nextTurn(Event event, Stack process) throws Exception {
        event.expect(process.elector().await(1, SOON), "the elector has no turn");
    }

    private void finishTurn(Stack process) throws Exception {
        gates.pass(ApiServer.ELECTOR, "go");
        turns.remove(process).get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private void executor(Event event, Stack process) throws Refused {
        server.refuseDriver(event.fails(process));
        process.executor().step();
        server.refuseDriver(false);
    }

    /** The identity in the lock, empty when nobody holds it. */
    private String holder() {
        String lock = server.annotations().get(KubernetesLeaderElector.LEADER_ANNOTATION_KEY);
        return lock == null ? "" : IDENTITY.matcher(lock).replaceAll("$1");
    }

    @Override
    public Map<String, String> seen() {
        Map<String, String> seen = new TreeMap<>();
        Seen.entries(seen, setup.components(), server.data(), sessions);
        seen.put("store.holder", Seen.holder(holder(), processes));
        for (Stack process : processes) {
            Seen.node(seen, process, sessions);
        }
        return seen;
    }

    @Override
    public void close() {
        gates.open();
        Stream.of(processes).forEach(Stack::close);
        server.close();
    }
}
