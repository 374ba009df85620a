package stepdown.conformance;

import java.util.List;
import java.util.Map;

/** Drives the real classes of one system along a plan. */
public interface Harness {

    /** What the classes are of, as in {@code Apache Flink 2.3.0}. */
    String implementation();

    /** The artifacts and their versions. */
    Map<String, String> versions();

    /** The full names of the classes that are the system's own, unchanged. */
    List<String> real();

    /** The loggers whose lines a record has, by the beginning of their names; those of the real classes by default. */
    default List<String> loggers() {
        return real();
    }

    /** The events that it can tell of, by the beginning of their names; none for all of them. */
    default List<String> events() {
        return List.of();
    }

    /** What stands in for the rest, one sentence each. */
    List<String> doubles();

    /**
     * Runs the plan and tells the recorder what happens. Leaves no thread behind.
     *
     * @throws Refused when the real classes can't be driven along the plan: the record then ends there, with the reason
     */
    void run(Plan plan, Recorder recorder) throws Exception;

    /** The plan asks for what can't be done at this point. */
    final class Refused extends Exception {
        /** Says at which event, what was expected and what was found. */
        public Refused(String why) {
            super(why);
        }
    }
}
