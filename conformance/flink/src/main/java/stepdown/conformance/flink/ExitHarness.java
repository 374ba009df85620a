package stepdown.conformance.flink;

import static stepdown.conformance.Recorder.JSON;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import stepdown.conformance.Child;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** Runs {@link ExitChild} in a process of its own, and tells how that ends. */
final class ExitHarness extends ExitChild {
    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        ObjectNode theirs = plan.json().deepCopy();
        theirs.put("harness", "flink-exit-child");
        Process process = Child.start(Main.class, ProcessBuilder.Redirect.DISCARD);
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
