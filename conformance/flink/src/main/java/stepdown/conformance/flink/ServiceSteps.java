package stepdown.conformance.flink;

import java.util.Map;
import stepdown.conformance.Harness.Refused;

/** Takes the events of a schedule with the released service and driver; the elector's steps are the model's. */
final class ServiceSteps implements Steps {
    private final Cluster cluster;

    ServiceSteps(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public Throwable take(String text) throws Exception {
        Event event = Event.of(text, cluster.size());
        JobManager process = cluster.jm(event.jm());
        Store.Content before = cluster.store().content();
        switch (event.actor()) {
            case "elector" -> elector(event, process);
            case "executor" -> process.run(event.fails(process));
            case "watch" -> {
                event.require(process.waitingEvents() > 0, "no change event waits");
                process.handle();
            }
            case "process" -> process.exit(null);
            default -> contender(event, process);
        }
        // A renewal changes nothing but the time in the annotation, which the watch hears of all the same.
        boolean written = cluster.store().content() != before || event.word().equals("renew");
        Throwable failure = process.failure();
        if (process.ended()) {
            cluster.restart(event.jm());
        }
        if (written) {
            cluster.publish();
        }
        return failure;
    }

    private void elector(Event event, JobManager process) throws Refused {
        boolean holds = process.holds();
        switch (event.word()) {
            case "acquire", "steal" -> {
                event.require(!holds, "the elector holds the lock");
                if (event.word().equals("acquire") && process.named()) {
                    process.resume();
                } else {
                    process.take();
                }
            }
            case "callback" -> {
                event.require(!process.called(), "no callback is pending");
                process.call();
            }
            case "renew" -> event.require(holds && process.called() && process.named(), "the elector can't renew");
            case "lose_keep", "lose_release" -> {
                event.require(holds && process.called() && process.named(), "the elector does not hold the lock");
                if (event.word().equals("lose_release")) {
                    cluster.store().hold("");
                }
                process.lose();
            }
            case "observe" -> {
                event.require(holds && process.called() && !process.named(), "there is nothing to observe");
                process.lose();
            }
            default -> throw new Refused("`" + event.text() + "` is not a step of the elector");
        }
    }

    private void contender(Event event, JobManager process) throws Refused {
        if (!event.word().equals("reconcile")) {
            event.confirm(process);
            return;
        }
        Contender contender = event.contender(process);
        event.require(process.fixes().contains("reconcile"), "the fix `reconcile` is off");
        event.require(process.issued() != null, "no session is issued");
        contender.confirm(process.issued());
    }

    @Override
    public Map<String, String> seen() {
        return cluster.seen();
    }
}
