package stepdown.conformance.flink;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector;
import stepdown.conformance.Gates;
import stepdown.conformance.Harness.Refused;
import stepdown.conformance.Plan;

/** Takes the events of a schedule with the whole stack. */
final class StackSteps implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int TRIES = 4;
    private static final Pattern IDENTITY = Pattern.compile(".*\"holderIdentity\":\"([^\"]*)\".*");

    private final Gates gates = new Gates();
    private final ApiServer server = new ApiServer(gates);
    private final Sessions sessions = new Sessions();
    private final List<Component> components;
    private final Set<String> fixes;
    private final Stack[] processes;
    private final int[] lives;
    /** Turns of electors that stand at the gate. */
    private final Map<Stack, CompletableFuture<Void>> turns = new HashMap<>();

    StackSteps(Plan plan) throws Exception {
        components = Component.of(plan.parameter("components", List.of("restserver", "resourcemanager")));
        fixes = Set.copyOf(plan.fixes());
        int number = Integer.parseInt(plan.parameter("jobmanagers", "1"));
        processes = new Stack[number];
        lives = new int[number];
        String init = plan.parameter("init", "leading");
        if (init.equals("stale_of_dead")) {
            leaveEntries();
        }
        for (int jm = 0; jm < number; jm++) {
            start(jm);
        }
        if (init.equals("leading")) {
            lead(processes[0]);
        }
        server.tell();
        for (Stack process : processes) {
            drain(process);
        }
        if (init.equals("leading")) {
            refresh(processes[0]);
        }
    }

    /** Renews once more, so that the deadline does not pass before the first event: all of this takes its time. */
    private void refresh(Stack leader) throws Exception {
        nextTurn("the start", leader);
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
        processes[jm] = new Stack("jm" + (jm + 1), lives[jm], server.url(), components, fixes, sessions);
        server.awaitWatches(watches + 1);
    }

    private void leaveEntries() {
        UUID session = sessions.stale();
        Map<String, String> data = new HashMap<>();
        components.forEach(c -> data.put(c.key(), session + "," + c.address("jm-old")));
        String lock = "{\"holderIdentity\":\"\",\"leaseDuration\":\"PT1S\","
                + "\"acquireTime\":\"2020-01-01T00:00:00.000000Z\",\"renewTime\":\"2020-01-01T00:00:00.000000Z\","
                + "\"leaderTransitions\":1}";
        server.put(Map.of(KubernetesLeaderElector.LEADER_ANNOTATION_KEY, lock), data);
    }

    private void lead(Stack process) throws Exception {
        process.elector().await(1, SOON);
        process.elector().step();
        process.executor().step();
        for (Component component : components) {
            Contender contender = process.contender(component);
            List.copyOf(contender.granted()).forEach(contender::confirm);
        }
        while (!process.executor().waiting().isEmpty()) {
            process.executor().step();
        }
    }

    /** Lets go what the start queued: it is no part of the run. */
    private void drain(Stack process) throws InterruptedException {
        process.watch().await(server.exists() ? 1 : 0, SOON);
        while (process.watch().await(1, Duration.ofMillis(300))) {
            process.watch().step();
        }
    }

    /** Lets an event happen; what went wrong within the process then, or null. */
    Throwable take(String event) throws Exception {
        String[] words = event.split("\\.");
        require(words.length >= 3 && words[0].matches("jm[12]"), event, "it is no event of this model");
        int jm = words[0].charAt(2) - '1';
        require(jm < processes.length, event, "there is no such JobManager");
        Stack process = processes[jm];
        switch (words[1]) {
            case "elector" -> elector(event, words[2], process);
            case "executor" -> executor(event, words[2], process);
            case "watch" -> {
                require(process.waitingEvents() > 0, event, "no change event waits");
                process.watch().step();
            }
            case "process" -> process.exit(null);
            default -> contender(event, words, process);
        }
        Throwable failure = process.failure();
        if (process.ended()) {
            if (turns.remove(process) != null) {
                gates.pass(ApiServer.ELECTOR, ApiServer.DROP);
            }
            process.close();
            start(jm);
            drain(processes[jm]);
        }
        int[] before = Stream.of(processes).mapToInt(Stack::waitingEvents).toArray();
        if (server.tell()) {
            for (int other = 0; other < processes.length; other++) {
                boolean heard = processes[other].watch().await(before[other] + 1, SOON);
                require(heard, event, "the informer did not hear of the write");
            }
        }
        return failure;
    }

    private void elector(String event, String word, Stack process) throws Exception {
        switch (word) {
            case "acquire" -> acquire(event, process);
            case "callback" -> {
                require(turns.containsKey(process), event, "no callback is pending");
                finishTurn(process);
            }
            case "renew" -> renew(event, process);
            case "lose_keep", "lose_release" -> lose(event, process, word.equals("lose_release"));
            default -> throw new Refused("`" + event + "` can't happen: the holder's own deadline passes before its"
                    + " lease is over");
        }
    }

    /** Turns of the elector until it is about to write its name, or has just written it. */
    private void acquire(String event, Stack process) throws Exception {
        server.gate(holder().equals(process.name()) ? ApiServer.WRITING : ApiServer.WRITTEN);
        long end = System.nanoTime() + Stack.LEASE.plus(SOON).toNanos();
        CompletableFuture<Void> turn = null;
        while (gates.at(ApiServer.ELECTOR) == null) {
            require(System.nanoTime() < end, event, "the elector did not write");
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
    private void renew(String event, Stack process) throws Exception {
        int before = server.version();
        if (turns.containsKey(process)) {
            finishTurn(process);
        }
        for (int tries = 0; server.version() == before; tries++) {
            require(tries < TRIES, event, "the elector did not write");
            nextTurn(event, process);
            process.elector().step();
        }
    }

    /** The API server refuses the elector until the deadline has passed, and then also the release, or not. */
    private void lose(String event, Stack process, boolean release) throws Exception {
        boolean wrote = !turns.containsKey(process);
        require(wrote, event, "the elector has not written since it found its name; renew first");
        server.refuseElector(true);
        nextTurn(event, process);
        process.elector().step();
        require(!process.revoked(), event, "the deadline passed before the first refused renewal");
        Thread.sleep(Stack.DEADLINE.toMillis() + 50);
        server.refuseElector(!release);
        nextTurn(event, process);
        process.elector().step();
        server.refuseElector(false);
        require(process.revoked(), event, "the elector did not give up");
    }

    private static void nextTurn(String event, Stack process) throws Exception {
        require(process.elector().await(1, SOON), event, "the elector has no turn");
    }

    private void finishTurn(Stack process) throws Exception {
        gates.pass(ApiServer.ELECTOR, "go");
        turns.remove(process).get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private void executor(String event, String word, Stack process) throws Refused {
        List<String> waiting = process.executor().waiting();
        require(!waiting.isEmpty(), event, "the executor has no task");
        boolean failing = word.equals("run_fail");
        require(!failing || waiting.get(0).startsWith("confirm"), event, "the next task makes no GET");
        server.refuseDriver(failing);
        process.executor().step();
        server.refuseDriver(false);
    }

    private void contender(String event, String[] words, Stack process) throws Refused {
        List<Component> named = Component.of(List.of(words[1]));
        Contender contender = named.isEmpty() ? null : process.contender(named.get(0));
        require(contender != null, event, "there is no such actor");
        String session = words.length > 3 ? words[3] : "";
        UUID waits = contender.granted().stream()
                .filter(granted -> sessions.name(granted).equals(session))
                .findFirst()
                .orElse(null);
        require(waits != null, event, "no such grant waits for it");
        if (words[2].equals("abandon")) {
            contender.granted().remove(waits);
        } else {
            contender.confirm(waits);
        }
    }

    private String holder() {
        String lock = server.annotations().get(KubernetesLeaderElector.LEADER_ANNOTATION_KEY);
        String holder = lock == null ? "" : IDENTITY.matcher(lock).replaceAll("$1");
        return holder.isEmpty()
                ? "none"
                : Stream.of(processes)
                        .filter(process -> process != null && process.identity().equals(holder))
                        .map(Stack::standing)
                        .findFirst()
                        .orElse("dead");
    }

    /** All that can be observed. */
    Map<String, String> seen() {
        Map<String, String> seen = new TreeMap<>();
        Seen.entries(seen, components, server.data(), sessions);
        seen.put("store.holder", holder());
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

    private static void require(boolean condition, String event, String found) throws Refused {
        if (!condition) {
            throw new Refused("`" + event + "` can't happen: " + found);
        }
    }
}
