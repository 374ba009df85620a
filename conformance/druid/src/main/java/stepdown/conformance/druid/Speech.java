package stepdown.conformance.druid;

import static stepdown.conformance.Recorder.JSON;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** What the pod's process says to the harness, a JSON line each. */
final class Speech {
    private final PrintStream out;

    Speech(PrintStream out) {
        this.out = out;
    }

    /** What came to pass since the last call; what can be seen belongs to the last entry. */
    void entries(List<Trace.Entry> entries, Map<String, String> seen) {
        for (int at = 0; at < entries.size(); at++) {
            Trace.Entry entry = entries.get(at);
            ObjectNode line = JSON.createObjectNode();
            if (entry.event() != null) {
                line.put("event", entry.event());
            }
            line.set("log", JSON.valueToTree(entry.lines()));
            boolean last = at == entries.size() - 1;
            line.set("seen", JSON.valueToTree(last ? seen : Map.of()));
            print("entry", line);
        }
    }

    /** Asks for a signal, or tells that the process is about to end. */
    void ask(String what) {
        print("ask", JSON.getNodeFactory().textNode(what));
    }

    /** Tells that the plan can't be followed. */
    void refused(String why) {
        print("refused", JSON.getNodeFactory().textNode(why));
    }

    /** Tells that the harness failed, or that a class of Druid's is not where it can be. */
    void failed(String why) {
        print("failed", JSON.getNodeFactory().textNode(why));
    }

    private void print(String key, com.fasterxml.jackson.databind.JsonNode value) {
        ObjectNode line = JSON.createObjectNode();
        line.set(key, value);
        try {
            out.println(JSON.writeValueAsString(line));
            out.flush();
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
