package stepdown.conformance.druid;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import stepdown.conformance.Harness.Refused;

/** Drives the pod's threads along the plan's schedule, from gate to gate, and then to the end of the process. */
final class Driver implements Runnable {
    private static final List<String> FAIR =
            List.of("elector_o", "elector_c", "hook_o", "hook_c", "callbacks", "life");

    private final Pod pod;
    private final Speech speech;
    private final Stops stops;
    private final Map<String, Deque<String>> steps = new HashMap<>();

    Driver(Pod pod) {
        this.pod = pod;
        this.speech = pod.speech;
        this.stops = pod.stops;
        steps.put("life", new ArrayDeque<>(Layout.steps(pod.setup, pod.overlordLeads())));
        steps.put("elector_c", new ArrayDeque<>(relinquish()));
        steps.put("elector_o", new ArrayDeque<>(List.of("wake", "stop-hook", "lock")));
        boolean promoting = pod.setup.start().equals("promoting");
        steps.put("hook_o", new ArrayDeque<>(promoting ? List.of("workers") : List.of("start", "lock", "workers")));
        steps.put("hook_c", new ArrayDeque<>(List.of("start", "lock")));
    }

    /** The gates of the Coordinator's elector. */
    private List<String> relinquish() {
        List<String> gates = new ArrayList<>(List.of("wake", "stop-hook", "lock"));
        int requests = pod.callbacks.queuedRequests();
        gates.addAll(requests == 0 ? List.of(Layout.NONE) : Collections.nCopies(requests, "submit"));
        gates.addAll(List.of("unannounce", "lookups", "metadata"));
        return gates;
    }

    @Override
    public void run() {
        stops.close();
        pod.trace.record();
        try {
            for (String event : pod.setup.schedule()) {
                take(event);
                tell();
            }
            settle();
        } catch (Refused refused) {
            tell();
            speech.refused(refused.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error failure) {
            Pod.fail(speech, failure);
        }
    }

    private void tell() {
        speech.entries(pod.trace.take(), pod.seen());
    }

    private void take(String event) throws Refused, InterruptedException {
        int dot = event.indexOf('.');
        String actor = event.substring(0, dot);
        String what = event.substring(dot + 1);
        switch (actor) {
            case "kubelet" -> signal(what);
            case "lifecycle" -> {
                switch (what) {
                    case "run" -> step("life", event, null);
                    case "interrupt" -> {
                        if (stops.thread("life") == null) {
                            throw new Refused(event + ": the pod was not told to end yet");
                        }
                        pod.trace.event("interrupt");
                        stops.thread("life").interrupt();
                        stops.settle("life");
                    }
                    default -> timeOut(event);
                }
            }
            case "callbacks" -> pass("callbacks", "idle", event, null);
            case "jvm" -> exit();
            default -> step(actor, event, what.equals("fail") ? "fail" : null);
        }
    }

    private void signal(String what) throws InterruptedException {
        pod.trace.event(what);
        if (what.equals("sigkill")) {
            // Nothing of the process can be seen once it is gone.
            speech.entries(pod.trace.take(), Map.of());
            speech.ask(what);
            Thread.sleep(Long.MAX_VALUE);
        }
        speech.ask(what);
        stops.await("life");
    }

    /** One step of the model; it may have no gate of its own. */
    private void step(String thread, String event, String word) throws InterruptedException {
        String gate = steps.get(thread).poll();
        if (gate != null && !gate.equals(Layout.NONE)) {
            pass(thread, gate, event, word);
        }
    }

    /**
     * A thread comes to its gate, or stays before it until another one goes on. So one that does not come there is none that
     * the model overtook: the class does something else than the harness knows.
     */
    private void pass(String thread, String gate, String event, String word) throws InterruptedException {
        String at = stops.await(thread);
        if (!gate.equals(at)) {
            throw new IllegalStateException(event + ": the thread should be at `" + gate + "` and is at `"
                    + (at == null ? stops.settle(thread) : at) + "`");
        }
        stops.pass(thread, word);
        stops.settle(thread);
    }

    private void timeOut(String event) throws InterruptedException {
        steps.get("life").poll();
        pass("life", "time-out", event, null);
    }

    private void exit() throws InterruptedException {
        tell();
        String at = stops.await("life");
        if (!"exit".equals(at)) {
            throw new IllegalStateException("jvm.exit: the Lifecycle's thread is at `" + at + "`");
        }
        speech.ask("exit");
        stops.pass("life", null);
        Thread.sleep(Long.MAX_VALUE);
    }

    /** Lets everything go on that can, the end of the process last. */
    private void settle() throws Refused, InterruptedException {
        while (true) {
            String next = null;
            for (String thread : FAIR) {
                String at = stops.at(thread);
                boolean idle = thread.equals("callbacks") && pod.callbacks.queued() == 0;
                if (next == null && at != null && !idle && !at.equals("exit")) {
                    next = thread;
                }
            }
            if (next == null && "exit".equals(stops.at("life"))) {
                exit();
            }
            if (next == null) {
                // An elector that failed ends the process, but not at once.
                if (stops.thread("life") == null && stops.await("life") == null) {
                    throw new Refused("the schedule ends before the pod is told to end");
                }
                if (stops.await("life") == null) {
                    throw new IllegalStateException(
                            "nothing can go on: the Lifecycle's thread is at " + stops.settle("life"));
                }
                continue;
            }
            stops.pass(next, null);
            stops.settle(next);
            tell();
        }
    }
}
