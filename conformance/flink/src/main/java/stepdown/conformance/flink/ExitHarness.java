package stepdown.conformance.flink;

import static stepdown.conformance.Recorder.JSON;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.util.FatalExitExceptionHandler;
import stepdown.conformance.Child;
import stepdown.conformance.Plan;
import stepdown.conformance.Recorder;

/** Runs {@link ExitChild} in a process of its own, and tells how that ends. */
final class ExitHarness extends ExitChild {
    /** How the released handler ends the process; every other end of it is the harness's. */
    private static final int FATAL = FatalExitExceptionHandler.EXIT_CODE & 0xff;

    @Override
    public void run(Plan plan, Recorder recorder) throws Exception {
        Setup.of(plan, Set.of());
        ObjectNode theirs = plan.json().deepCopy();
        theirs.put("harness", "flink-exit-child");
        Process process = Child.start(Main.class, ProcessBuilder.Redirect.INHERIT);
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            in.write(theirs + "\n");
        }
        List<ObjectNode> entries = new ArrayList<>();
        ObjectNode end = null;
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            ObjectNode entry = (ObjectNode) JSON.readTree(line);
            if (entry.has("entry")) {
                entries.add(entry);
            } else if (entry.has("end")) {
                end = entry;
            }
        }
        int code = process.waitFor();
        if (code != FATAL && (code != 0 || end == null)) {
            throw new IllegalStateException("the harness failed in a process of its own, with exit code " + code);
        }
        Map<String, String> seen = new TreeMap<>();
        for (ObjectNode entry : entries) {
            boolean last = entry == entries.get(entries.size() - 1);
            seen.clear();
            entry.path("seen").properties().forEach(one -> seen.put(one.getKey(), one.getValue().asText()));
            recorder.relay(entry, last && code != 0 ? "the process ended with exit code " + code : null);
        }
        recorder.outcome(seen);
        if (end != null && end.has("why")) {
            throw new Refused(end.path("why").asText());
        }
        if (entries.size() < plan.schedule().size()) {
            throw new Refused("the process ended with exit code " + code);
        }
    }
}
