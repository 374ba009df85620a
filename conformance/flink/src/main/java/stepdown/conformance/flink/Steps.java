package stepdown.conformance.flink;

import java.util.List;
import java.util.UUID;
import stepdown.conformance.Harness.Refused;

/** Takes the events of a schedule, and refuses those that nothing could do at that point. */
final class Steps {
    private final Cluster cluster;

    Steps(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Lets an event happen; what went wrong within the process then, or null. */
    Throwable take(String event) throws Exception {
        String[] words = event.split("\\.");
        if (words.length < 3 || !words[0].matches("jm[12]")) {
            throw new Refused("`" + event + "` is not an event; expected one such as jm1.executor.run");
        }
        int jm = words[0].charAt(2) - '1';
        require(jm < cluster.size(), event, "there is no such JobManager");
        JobManager process = cluster.jm(jm);
        Store.Content before = cluster.store().content();
        switch (words[1]) {
            case "elector" -> elector(event, words[2], process);
            case "executor" -> executor(event, words[2], process);
            case "watch" -> {
                require(words[2].equals("handle") && process.waitingEvents() > 0, event, "no change event waits");
                process.handle();
            }
            case "process" -> {
                require(words[2].equals("crash"), event, "a process only crashes");
                cluster.restart(jm);
            }
            default -> contender(event, words, process);
        }
        // A renewal changes nothing but the time in the annotation, which the watch hears of all the same.
        boolean written = cluster.store().content() != before || words[2].equals("renew");
        Throwable failure = process.failure();
        if (process.ended()) {
            cluster.restart(jm);
        }
        if (written) {
            cluster.publish();
        }
        return failure;
    }

    private void elector(String event, String word, JobManager process) throws Refused {
        boolean holds = process.holds();
        switch (word) {
            case "acquire", "steal" -> {
                require(!holds, event, "the elector holds the lock");
                if (word.equals("acquire") && process.named()) {
                    process.resume();
                } else {
                    process.take();
                }
            }
            case "callback" -> {
                require(!process.called(), event, "no callback is pending");
                process.call();
            }
            case "renew" -> require(holds && process.called() && process.named(), event, "the elector can't renew");
            case "lose_keep", "lose_release" -> {
                require(holds && process.called() && process.named(), event, "the elector does not hold the lock");
                if (word.equals("lose_release")) {
                    cluster.store().hold("");
                }
                process.lose();
            }
            case "observe" -> {
                require(holds && process.called() && !process.named(), event, "there is nothing to observe");
                process.lose();
            }
            default -> throw new Refused("`" + event + "` is not a step of the elector");
        }
    }

    private void executor(String event, String word, JobManager process) throws Refused {
        List<String> waiting = process.executor().waiting();
        require(!waiting.isEmpty(), event, "the executor has no task");
        boolean failing = word.equals("run_fail");
        require(!failing || waiting.get(0).startsWith("confirm"), event, "the next task makes no GET");
        process.run(failing);
    }

    private void contender(String event, String[] words, JobManager process) throws Refused {
        List<Component> named = Component.of(List.of(words[1]));
        Contender contender = named.isEmpty() ? null : process.contender(named.get(0));
        require(contender != null, event, "there is no such actor");
        if (words[2].equals("reconcile")) {
            require(cluster.fixes().contains("reconcile"), event, "the fix `reconcile` is off");
            require(process.issued() != null, event, "no session is issued");
            contender.confirm(process.issued());
            return;
        }
        String session = words.length > 3 ? words[3] : "";
        UUID waits = contender.granted().stream()
                .filter(granted -> cluster.sessions().name(granted).equals(session))
                .findFirst()
                .orElse(null);
        require(waits != null, event, "no such grant waits for it");
        if (words[2].equals("abandon")) {
            require(!waits.equals(process.issued()), event, "the session is still issued");
            contender.granted().remove(waits);
        } else {
            contender.confirm(waits);
        }
    }

    private static void require(boolean condition, String event, String found) throws Refused {
        if (!condition) {
            throw new Refused("`" + event + "` can't happen: " + found);
        }
    }
}
