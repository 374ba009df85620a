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

    /**
     * The plan can't be driven, or no further, and that says nothing about the classes. There are two such reasons:
     *
     * <ul>
     *   <li>The plan is none of this harness: an event, a parameter or a fix that it does not know, or an event that nothing
     *       could do at that point.
     *   <li>An instant that the harness can't hold: the model comes between two gates that the real thread passes at once, or
     *       lets a wait of the real clock end, or last, as it does not in the plan.
     * </ul>
     *
     * <p>A random walk is compared up to there. So what the classes themselves do against all that the harness knows is never
     * told this way: a thread that does not come to rest, is at another gate than it can be, or asks for something else than
     * the harness gives. That is an {@link IllegalStateException}, which ends the harness, and names the run.
     */
    final class Refused extends Exception {
        /** Says at which event, what was expected and what was found. */
        public Refused(String why) {
            super(why);
        }
    }
}
