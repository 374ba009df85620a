package stepdown.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the record of one run: a head, a line an entry, an end. */
public final class Recorder {
    /** Reads and writes JSON, wherever a harness does. */
    public static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out;
    private final LogTap tap;
    private int entries;
    private Map<String, String> last = Map.of();

    Recorder(PrintStream out, LogTap tap) {
        this.out = out;
        this.tap = tap;
    }

    /** The tap on the log, to choose the loggers of a record. */
    public LogTap tap() {
        return tap;
    }

    void head(Plan plan, Harness harness) {
        tap.only(logger -> harness.loggers().stream().anyMatch(logger::startsWith));
        tap.take();
        ObjectNode line = JSON.createObjectNode();
        line.put("format", 1);
        plan.json().properties().forEach(entry -> line.set(entry.getKey(), entry.getValue()));
        line.put("implementation", harness.implementation());
        line.set("versions", JSON.valueToTree(harness.versions()));
        line.set("real", JSON.valueToTree(harness.real()));
        line.set("doubles", JSON.valueToTree(harness.doubles()));
        line.set("loggers", JSON.valueToTree(harness.loggers()));
        line.set("events", JSON.valueToTree(harness.events()));
        line.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        line.put("java", System.getProperty("java.version"));
        print(line);
    }

    /**
     * An entry: what was let happen, what was printed meanwhile, and what can be seen now.
     *
     * @param event what an outside observer calls it; null when only the log tells of it
     * @param seen what can be observed afterwards, by name
     * @param exception the class and message of what was thrown at the harness, or null
     */
    public synchronized void entry(String event, Map<String, String> seen, String exception) {
        ObjectNode line = JSON.createObjectNode();
        line.put("entry", ++entries);
        if (event != null) {
            line.put("event", event);
        }
        lines(line);
        if (exception != null) {
            line.put("exception", exception);
        }
        line.set("seen", JSON.valueToTree(new TreeMap<>(seen)));
        print(line);
    }

    /** An entry that another process wrote; what was thrown there may be told here. */
    public synchronized void relay(ObjectNode entry, String exception) {
        entry.put("entry", ++entries);
        if (exception != null) {
            entry.put("exception", exception);
        }
        print(entry);
    }

    /** What is seen when the run is over, for its last line. */
    public synchronized void outcome(Map<String, String> seen) {
        last = new TreeMap<>(seen);
    }

    void end(String stopped) {
        ObjectNode line = JSON.createObjectNode();
        line.put("end", stopped == null ? "complete" : "stopped");
        if (stopped != null) {
            line.put("why", stopped);
        }
        lines(line);
        line.set("seen", JSON.valueToTree(last));
        print(line);
    }

    private void lines(ObjectNode into) {
        List<LogTap.Line> lines = tap.take();
        if (lines.isEmpty()) {
            return;
        }
        var array = into.putArray("log");
        for (LogTap.Line line : lines) {
            ObjectNode one = array.addObject();
            one.put("level", line.level());
            one.put("logger", line.logger());
            one.put("thread", line.thread());
            one.put("message", line.message());
            if (line.thrown() != null) {
                one.put("thrown", line.thrown());
            }
        }
    }

    private void print(JsonNode line) {
        try {
            out.println(JSON.writeValueAsString(line));
            out.flush();
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
