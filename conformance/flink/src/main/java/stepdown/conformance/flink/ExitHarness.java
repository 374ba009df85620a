package stepdown.conformance.flink;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import stepdown.conformance.Harness;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** Runs {@link ExitChild} in a process of its own, and tells how that ends. */
final class ExitHarness implements Harness {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ExitChild child = new ExitChild();

    @Override
    public String implementation() {
        return child.implementation();
    }

    @Override
    public Map<String, String> versions() {
        return child.versions();
    }

    @Override
    public List<String> real() {
        return child.real();
    }

    @Override
    public List<String> loggers() {
        return child.loggers();
    }

    @Override
    public List<String> doubles() {
        return List.of(
                "The JobManager is a Java process of its own, which the released classes end; none is started after it.",
                "Executor, elector, client and watch are those of the harness flink-service.",
                "The dispatcher's runner is the released one; its process is a future of an address, known when the"
                        + " schedule says so. The other contenders only confirm.");
    }

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        ObjectNode theirs = plan.json().deepCopy();
        theirs.put("harness", "flink-exit-child");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dlog4j.shutdownHookEnabled=false",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            in.write(theirs + "\n");
        }
        List<ObjectNode> entries = new ArrayList<>();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            ObjectNode entry = (ObjectNode) JSON.readTree(line);
            if (entry.has("entry")) {
                entries.add(entry);
            }
        }
        int code = process.waitFor();
        Map<String, String> seen = new TreeMap<>();
        for (ObjectNode entry : entries) {
            boolean last = entry == entries.get(entries.size() - 1);
            seen.clear();
            entry.path("seen").properties().forEach(one -> seen.put(one.getKey(), one.getValue().asText()));
            recorder.relay(entry, last && code != 0 ? "the process ended with exit code " + code : null);
        }
        recorder.outcome(seen);
        if (entries.size() < plan.schedule().size()) {
            throw new Refused("the process ended with exit code " + code);
        }
    }
}
