package stepdown.conformance.flink;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import org.apache.flink.runtime.leaderelection.LeaderElection;
import org.apache.flink.runtime.leaderelection.LeaderElectionDriverFactory;
import org.apache.flink.runtime.leaderelection.SteppedService;

/** A JobManager process: the released service with its contenders, whatever is below its driver. */
abstract class Node implements Sessions.Process {
    /** What a record says of its end. */
    static final String DOUBLE =
            "A process that ended is dropped, and a new one with a new identity and new addresses starts at once.";

    final Setup setup;
    final Sessions sessions;
    private final String name;
    private final String host;
    private final String identity = UUID.randomUUID().toString();
    private final SteppedExecutor executor;
    private final Map<Component, Contender> contenders = new EnumMap<>(Component.class);
    private DefaultLeaderElectionService service;
    private Throwable failure;
    private Throwable exit;
    private boolean ended;

    /** A contender for a component. */
    interface Contenders {
        Contender of(Component component, Node process, LeaderElection election);
    }

    /** The life tells apart the addresses of one JobManager's processes. */
    Node(Setup setup, Sessions sessions, int jm, int life, SteppedExecutor executor) {
        this.setup = setup;
        this.sessions = sessions;
        this.name = "jm" + (jm + 1);
        this.host = "jm-" + (jm + 1) + (life == 1 ? "" : "-" + life);
        this.executor = executor;
    }

    /** Starts the service and its contenders, when what is below them is there. */
    void start(LeaderElectionDriverFactory drivers, Contenders made) throws Exception {
        service = SteppedService.of(drivers, this::exit, executor);
        for (Component component : setup.components()) {
            Contender contender = made.of(component, this, service.createLeaderElection(component.id()));
            contenders.put(component, contender);
            contender.start();
        }
    }

    /** Its elector was granted the lock: all that waits for that is done. */
    void settle() {
        executor.step();
        for (Component component : setup.components()) {
            Contender contender = contender(component);
            List.copyOf(contender.granted()).forEach(contender::confirm);
        }
        while (!executor.waiting().isEmpty()) {
            executor.step();
        }
    }

    /** Its name in records. */
    String name() {
        return name;
    }

    /** The host in the addresses of its contenders. */
    String host() {
        return host;
    }

    /** The name of its elector in the lock. */
    String identity() {
        return identity;
    }

    /** What takes part in the election. */
    List<Component> components() {
        return setup.components();
    }

    /** The fixes that are emulated. */
    Set<String> fixes() {
        return setup.fixes();
    }

    /** What stands for a component. */
    Contender contender(Component component) {
        return contenders.get(component);
    }

    /** The released service. */
    DefaultLeaderElectionService service() {
        return service;
    }

    /** The executor of the service. */
    SteppedExecutor executor() {
        return executor;
    }

    /** The issued session, or null. */
    UUID issued() {
        return SteppedService.issued(service);
    }

    /** How many change events wait for the watch thread. */
    abstract int waitingEvents();

    /** Takes down that a session is issued to it. */
    void begin(UUID session) {
        sessions.begin(session, this);
    }

    /** Names the task that is queued next. */
    void naming(String task, UUID session) {
        executor.naming(task + " · " + sessions.name(session));
    }

    /** What a contender makes of a confirmation that failed. */
    void confirmationFailed(Component component, UUID session, Throwable error) {
        failure = error;
        if (component.fatal || fixes().contains("escalate")) {
            exit(error);
        } else if (fixes().contains("retry") && session.equals(issued())) {
            contender(component).confirm(session);
        }
    }

    /** The process ends. */
    void exit(Throwable error) {
        ended = true;
        exit = error;
    }

    boolean ended() {
        return ended;
    }

    /** What went wrong since the last call, or null. */
    Throwable failure() {
        Throwable told = exit == null ? failure : exit;
        failure = null;
        return told;
    }

    @Override
    public String standing() {
        return ended ? "dead" : name;
    }
}
