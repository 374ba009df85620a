package stepdown.conformance.flink;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A component that takes part in the election, and how its contender confirms. */
enum Component {
    RESOURCEMANAGER("resourcemanager", false, false, "pekko.tcp://flink@%s:6123/user/rpc/resourcemanager_1"),
    RESTSERVER("restserver", true, false, "http://%s:8081"),
    JOB("job", false, true, "pekko.tcp://flink@%s:6123/user/rpc/jobmanager_2"),
    DISPATCHER("dispatcher", false, true, "pekko.tcp://flink@%s:6123/user/rpc/dispatcher_0");

    private static final String JOB_ID = "a1b2c3d4e5f60718293a4b5c6d7e8f90";

    /** Its name in plans and records. */
    final String word;
    /** Whether it confirms within the grant. */
    final boolean inline;
    /** Whether a failed confirmation ends the process. */
    final boolean fatal;

    private final String address;

    Component(String word, boolean inline, boolean fatal, String address) {
        this.word = word;
        this.inline = inline;
        this.fatal = fatal;
        this.address = address;
    }

    /** Its id as Flink knows it. */
    String id() {
        return this == JOB ? "job-" + JOB_ID : word;
    }

    /** The key of its entry in the ConfigMap. */
    String key() {
        return "org.apache.flink.k8s.leader." + id();
    }

    String address(String host) {
        return String.format(address, host);
    }

    /** The names that a plan can use. */
    static Set<String> words() {
        return Stream.of(values()).map(component -> component.word).collect(Collectors.toSet());
    }

    /** Those that a plan names. */
    static List<Component> of(List<String> words) {
        return Stream.of(values()).filter(component -> words.contains(component.word)).toList();
    }
}
