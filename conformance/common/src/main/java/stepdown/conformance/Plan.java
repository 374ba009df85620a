package stepdown.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import stepdown.conformance.Harness.Refused;

/**
 * What is to be run: a configuration of a model and the schedule that the real classes are driven along.
 *
 * @param record the name of the record, as in {@code flink/40114-own-loss}
 * @param harness which harness drives it, as in {@code flink-service}
 * @param model the id of the model
 * @param parameters the model's parameters that are not at their defaults
 * @param budgets the model's fault budgets
 * @param fixes the fixes that are on
 * @param schedule the events in the model's notation
 * @param json the whole plan, which goes into the head of the record
 */
public record Plan(
        String record,
        String harness,
        String model,
        JsonNode parameters,
        JsonNode budgets,
        List<String> fixes,
        List<String> schedule,
        JsonNode json) {

    /** Reads a plan; names the key that is missing. */
    public static Plan of(JsonNode json) {
        return new Plan(
                text(json, "record"),
                text(json, "harness"),
                text(json, "model"),
                json.path("parameters"),
                json.path("budgets"),
                texts(json, "fixes"),
                texts(json, "schedule"),
                json);
    }

    /** Refuses parameters and fixes that the harness does not know: nothing that is asked for is left out in silence. */
    public void allow(Set<String> knownParameters, Set<String> knownFixes) throws Refused {
        for (var parameter : parameters.properties()) {
            check("the parameter", parameter.getKey(), knownParameters);
        }
        for (String fix : fixes) {
            check("the harness " + harness + " has no double for the fix", fix, knownFixes);
        }
    }

    /** The value of a parameter that is a number, or what it is by default. */
    public int number(String name, int otherwise) throws Refused {
        JsonNode value = parameters.path(name);
        if (!value.isMissingNode() && !value.canConvertToInt()) {
            throw refused("the parameter " + name, value.asText(value.toString()), "a number");
        }
        return value.asInt(otherwise);
    }

    /** The value of a parameter that is a choice; the first of them by default. */
    public String choice(String name, String... choices) throws Refused {
        String value = parameters.path(name).asText(choices[0]);
        check("the parameter " + name, value, Set.of(choices));
        return value;
    }

    /** The values of a parameter that is a set, or what they are by default. */
    public List<String> some(String name, Set<String> known, List<String> otherwise) throws Refused {
        JsonNode list = parameters.path(name);
        if (list.isMissingNode()) {
            return otherwise;
        }
        if (!list.isArray()) {
            throw refused("the parameter " + name, list.asText(list.toString()), "a list");
        }
        List<String> values = texts(parameters, name);
        for (String value : values) {
            check("the parameter " + name, value, known);
        }
        return values;
    }

    /** Refuses an event that is written as none is. */
    public Refused unknown(String event, String expected) {
        return refused("event " + (1 + schedule.indexOf(event)), event, expected);
    }

    private void check(String place, String found, Set<String> known) throws Refused {
        if (!known.contains(found)) {
            String expected = known.isEmpty() ? "none" : "one of " + String.join(", ", new TreeSet<>(known));
            throw refused(place, found, expected);
        }
    }

    private Refused refused(String place, String found, String expected) {
        return new Refused(record + ": " + place + " `" + found + "`; expected " + expected);
    }

    private static String text(JsonNode json, String key) {
        JsonNode value = json.path(key);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("a plan without `" + key + "`; expected a text: " + json);
        }
        return value.asText();
    }

    private static List<String> texts(JsonNode json, String key) {
        List<String> out = new ArrayList<>();
        if (!json.path(key).isArray() && !json.path(key).isMissingNode()) {
            throw new IllegalArgumentException("`" + key + "` of a plan is no list: " + json);
        }
        json.path(key).forEach(value -> out.add(value.asText()));
        return List.copyOf(out);
    }
}
