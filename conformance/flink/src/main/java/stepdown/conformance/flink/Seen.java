package stepdown.conformance.flink;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The names of what can be observed; both harnesses use the same. */
final class Seen {
    private Seen() {}

    /** Adds what a process shows. */
    static void node(Map<String, String> seen, Node node, Sessions sessions) {
        String name = node.name();
        List<String> tasks = node.executor().waiting();
        seen.put(name + ".issued", sessions.name(node.issued()));
        seen.put(name + ".executor", tasks.isEmpty() ? "empty" : String.join(", ", tasks));
        for (Component component : node.components()) {
            UUID confirmed = node.service().getLeaderSessionID(component.id());
            seen.put(name + "." + component.word + ".confirmed", sessions.name(confirmed));
            if (!component.inline) {
                List<UUID> granted = node.contender(component).granted();
                String waiting = String.join(" ", granted.stream().map(sessions::name).toList());
                seen.put(name + "." + component.word + ".waits", waiting.isEmpty() ? "none" : waiting);
            }
        }
    }

    /** Who holds the lock, by the identity in it. */
    static String holder(String identity, Node[] nodes) {
        if (identity.isEmpty()) {
            return "none";
        }
        return Stream.of(nodes)
                .filter(node -> node != null && node.identity().equals(identity))
                .map(Node::standing)
                .findFirst()
                .orElse("dead");
    }

    /** Adds the entries of the ConfigMap. */
    static void entries(
            Map<String, String> seen, List<Component> components, Map<String, String> data, Sessions sessions) {
        components.forEach(c -> seen.put("store." + c.word, sessions.entry(data.get(c.key()))));
    }
}
