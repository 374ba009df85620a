package stepdown.conformance.flink;

import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import stepdown.conformance.Harness.Refused;
import stepdown.conformance.Plan;

/**
 * An event of a schedule, and the steps that are the same whatever is below the driver: those of executor and contenders.
 *
 * @param text the event in the model's notation
 * @param jm the number of the JobManager, from 0
 * @param session the session that is named, or nothing
 */
record Event(String text, int jm, String actor, String word, String session) {
    private static final Pattern FORM = Pattern.compile("jm[12]\\.("
            + "elector\\.(acquire|steal|callback|renew|lose_keep|lose_release|observe)|executor\\.(run|run_fail)|watch\\.handle"
            + "|process\\.crash|(" + String.join("|", Component.words()) + ")\\.((confirm|abandon)\\.s[0-9]+|reconcile))");

    /** Refuses a plan with an event that is written as none is. */
    static void check(Plan plan) throws Refused {
        for (String event : plan.schedule()) {
            if (!FORM.matcher(event).matches()) {
                throw plan.unknown(event, "one such as jm1.executor.run");
            }
        }
    }

    /** Takes an event apart. */
    static Event of(String text, int jobmanagers) throws Refused {
        String[] words = text.split("\\.");
        int jm = words[0].charAt(2) - '1';
        Event event = new Event(text, jm, words[1], words[2], words.length > 3 ? words[3] : "");
        event.require(jm < jobmanagers, "there is no such JobManager");
        return event;
    }

    /** Refuses the event unless a condition holds; says what was found instead. */
    void require(boolean condition, String found) throws Refused {
        if (!condition) {
            throw new Refused("`" + text + "` can't happen: " + found);
        }
    }

    /** Fails unless the classes do what the event lets them do. */
    void expect(boolean condition, String found) {
        if (!condition) {
            throw new IllegalStateException("`" + text + "`: " + found);
        }
    }

    /** Whether the executor's next task is to fail. */
    boolean fails(Node process) throws Refused {
        List<String> waiting = process.executor().waiting();
        require(!waiting.isEmpty(), "the executor has no task");
        boolean failing = word.equals("run_fail");
        require(!failing || waiting.get(0).startsWith("confirm"), "the next task makes no GET");
        return failing;
    }

    /** The contender that it is an event of. */
    Contender contender(Node process) throws Refused {
        List<Component> named = Component.of(List.of(actor));
        Contender contender = named.isEmpty() ? null : process.contender(named.get(0));
        require(contender != null, "there is no such actor");
        return contender;
    }

    /** The contender confirms a session that it was granted, or gives it up. */
    void confirm(Node process) throws Refused {
        Contender contender = contender(process);
        UUID waits = contender.granted().stream()
                .filter(granted -> process.sessions.name(granted).equals(session))
                .findFirst()
                .orElse(null);
        require(waits != null, "no such grant waits for it");
        if (word.equals("abandon")) {
            require(!waits.equals(process.issued()), "the session is still issued");
            contender.granted().remove(waits);
        } else {
            contender.confirm(waits);
        }
    }
}
