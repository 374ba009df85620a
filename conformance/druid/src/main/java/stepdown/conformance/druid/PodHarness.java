package stepdown.conformance.druid;

import static stepdown.conformance.Recorder.JSON;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import stepdown.conformance.Child;
import stepdown.conformance.Harness;
import stepdown.conformance.LogTap.Line;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** The world around the pod: the API server that has the locks, and the kubelet that sends signals. */
final class PodHarness implements Harness {
    private static final String OURS = "http://" + Pod.HOST + ":8081";
    /** How long a pod may run; none takes as much as two minutes. */
    private static final int MINUTES = 10;

    @Override
    public String implementation() {
        return "Apache Druid " + Provenance.release();
    }

    @Override
    public Map<String, String> versions() {
        return Provenance.versions();
    }

    @Override
    public List<String> real() {
        return Provenance.REAL;
    }

    @Override
    public List<String> doubles() {
        return Provenance.doubles();
    }

    @Override
    public List<String> loggers() {
        return Trace.KEPT.stream().sorted().toList();
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        Setup setup = Setup.of(plan);
        try (ApiServer api = new ApiServer()) {
            String start = setup.start();
            if (start.equals("standby") || start.equals("leading_overlord")) {
                api.give(Pod.LOCK_C, "http://druid-coordinator-1:8081");
            }
            if (start.equals("standby") || start.equals("leading_coordinator")) {
                api.give(Pod.LOCK_O, "http://druid-coordinator-1:8081");
            }
            new Run(plan, setup, recorder, api).go();
        }
    }

    /** One run of the pod. */
    private static final class Run {
        private final Plan plan;
        private final Setup setup;
        private final Recorder recorder;
        private final ApiServer api;
        private Map<String, String> seen = new TreeMap<>();
        private boolean ends;
        private volatile boolean overdue;

        Run(Plan plan, Setup setup, Recorder recorder, ApiServer api) {
            this.plan = plan;
            this.setup = setup;
            this.recorder = recorder;
            this.api = api;
        }

        void go() throws Exception {
            String told = plan.json().toString();
            Process pod = Child.start(Pod.class, ProcessBuilder.Redirect.INHERIT, api.url(), told);
            var limit = CompletableFuture.runAsync(
                    () -> {
                        overdue = true;
                        pod.destroyForcibly();
                    },
                    CompletableFuture.delayedExecutor(MINUTES, TimeUnit.MINUTES));
            try {
                follow(pod);
            } finally {
                limit.cancel(false);
                pod.destroyForcibly();
            }
        }

        private void follow(Process pod) throws Exception {
            var in = new BufferedReader(new InputStreamReader(pod.getInputStream(), StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                JsonNode said = JSON.readTree(line);
                if (said.has("refused")) {
                    recorder.outcome(seen);
                    throw new Refused(said.path("refused").asText());
                }
                if (said.has("failed")) {
                    throw new IllegalStateException(said.path("failed").asText());
                }
                if (said.has("entry")) {
                    entry(said.path("entry"));
                }
                switch (said.path("ask").asText()) {
                    case "sigterm" -> pod.toHandle().destroy();
                    case "sigkill" -> {
                        ends = true;
                        // Through the handle, which leaves the pod's output open.
                        pod.toHandle().destroyForcibly();
                    }
                    case "exit" -> ends = true;
                    default -> {}
                }
            }
            if (!pod.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the pod's process does not end");
            }
            if (overdue) {
                throw new IllegalStateException("the pod's process did not end within " + MINUTES + " minutes");
            }
            if (!ends) {
                throw new IllegalStateException("the pod's process ended by itself");
            }
            seen = outside(pod.exitValue() == 137 ? "killed" : "exited");
            if (pod.exitValue() != 137) {
                recorder.entry("exit", seen, null);
            }
            recorder.outcome(seen);
        }

        private void entry(JsonNode entry) throws IOException {
            for (JsonNode line : entry.path("log")) {
                recorder.tap().add(new Line(
                        line.path("level").asText(),
                        line.path("logger").asText(),
                        line.path("thread").asText(),
                        line.path("message").asText(),
                        line.path("thrown").asText(null)));
            }
            Map<String, String> inside = new TreeMap<>();
            entry.path("seen").properties().forEach(each -> inside.put(each.getKey(), each.getValue().asText()));
            if (!inside.isEmpty()) {
                inside.putAll(outside("up"));
                seen = inside;
            }
            recorder.entry(entry.path("event").asText(null), inside, null);
        }

        /** What the API server and the kubelet see. */
        private Map<String, String> outside(String process) throws IOException {
            Map<String, String> outside = new TreeMap<>();
            outside.put("process", process);
            outside.put("lock.coordinator", holder(Pod.LOCK_C));
            if (!setup.split()) {
                outside.put("lock.overlord", holder(Pod.LOCK_O));
            }
            return outside;
        }

        private String holder(String lock) throws IOException {
            String holder = api.holder(lock);
            if (holder == null) {
                return "nobody";
            }
            return holder.equals(OURS) ? "this pod" : "another pod";
        }
    }
}
