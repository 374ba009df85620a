package stepdown.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

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

    /** The value of a parameter, or what it is by default. */
    public String parameter(String name, String otherwise) {
        return parameters.path(name).asText(otherwise);
    }

    /** The values of a parameter that is a list, or what they are by default. */
    public List<String> parameter(String name, List<String> otherwise) {
        JsonNode list = parameters.path(name);
        return list.isArray() ? texts(parameters, name) : otherwise;
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
