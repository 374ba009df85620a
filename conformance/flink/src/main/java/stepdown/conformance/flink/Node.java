package stepdown.conformance.flink;

import java.util.List;
import java.util.UUID;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;

/** A JobManager process as its contenders and its relay know it. */
interface Node extends Sessions.Process {
    /** Its name in records. */
    String name();

    /** The host in the addresses of its contenders. */
    String host();

    /** What takes part in the election. */
    List<Component> components();

    /** What stands for a component. */
    Contender contender(Component component);

    /** The released service. */
    DefaultLeaderElectionService service();

    /** The executor of the service. */
    SteppedExecutor executor();

    /** The issued session, or null. */
    UUID issued();

    /** How many change events wait for the watch thread. */
    int waitingEvents();

    /** Takes down that a session is issued to it. */
    void begin(UUID session);

    /** Names the task that is queued next. */
    void naming(String task, UUID session);

    /** What a contender makes of a confirmation that failed. */
    void confirmationFailed(Component component, UUID session, Throwable error);

    /** The process ends. */
    void exit(Throwable error);
}
