package stepdown.conformance.druid;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.Property;
import stepdown.conformance.LogTap.Line;

/** What the pod does, in the order in which it does it: events and log lines. Some lines stop their thread first. */
final class Trace extends AbstractAppender {
    /** The loggers that a record keeps, as far as the threads that it follows print there. */
    static final Set<String> KEPT = Set.of(
            "org.apache.druid.java.util.common.lifecycle.Lifecycle",
            "org.apache.druid.java.util.common.lifecycle.Lifecycle$AnnotationBasedHandler",
            "org.apache.druid.k8s.discovery.K8sDruidNodeAnnouncer",
            "org.apache.druid.k8s.discovery.K8sDruidLeaderSelector",
            "org.apache.druid.k8s.discovery.LeaderElectorAsyncWrapper",
            "io.kubernetes.client.extended.leaderelection.LeaderElector",
            "org.apache.druid.indexing.overlord.DruidOverlord",
            "org.apache.druid.indexing.overlord.supervisor.SupervisorManager",
            "org.apache.druid.indexing.overlord.hrtr.HttpRemoteTaskRunner",
            "org.apache.druid.server.coordinator.DruidCoordinator",
            "org.apache.druid.server.coordinator.loading.LoadQueueTaskMaster",
            "org.apache.druid.server.coordinator.loading.HttpLoadQueuePeon");

    /** An event with the lines after it; the event is null when only the lines tell. */
    record Entry(String event, List<Line> lines) {}

    private final Stops stops;
    private List<Entry> entries = new ArrayList<>();
    private boolean recording;

    private Trace(Stops stops) {
        super("trace", null, null, true, Property.EMPTY_ARRAY);
        this.stops = stops;
    }

    /** Replaces the configuration of the log. */
    static Trace open(Stops stops) {
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        context.reconfigure(new DefaultConfiguration());
        var root = context.getRootLogger();
        List.copyOf(root.getAppenders().values()).forEach(root::removeAppender);
        Configurator.setRootLevel(Level.INFO);
        Trace trace = new Trace(stops);
        trace.start();
        root.addAppender(trace);
        return trace;
    }

    @Override
    public void append(LogEvent event) {
        String message = event.getMessage().getFormattedMessage();
        if (System.getenv("STEPDOWN_LOG") != null) {
            System.err.println(event.getLevel() + " [" + event.getThreadName() + "] " + event.getLoggerName() + " - "
                    + message + (event.getThrown() == null ? "" : " | " + event.getThrown()));
        }
        if (message.endsWith("running shutdown hook")) {
            stops.name("life");
        }
        String gate = Layout.gate(stops.name(), message);
        if (gate != null) {
            stops.stop(gate);
        }
        if (stops.name() != null && KEPT.contains(event.getLoggerName())) {
            Throwable thrown = event.getThrown();
            line(new Line(
                    event.getLevel().name(),
                    event.getLoggerName(),
                    event.getThreadName(),
                    message,
                    thrown == null ? null : thrown.toString()));
        }
    }

    private synchronized void line(Line line) {
        if (!recording) {
            return;
        }
        if (entries.isEmpty()) {
            entries.add(new Entry(null, new ArrayList<>()));
        }
        entries.get(entries.size() - 1).lines().add(line);
    }

    /** Something that can be seen from outside. */
    synchronized void event(String event) {
        if (recording) {
            entries.add(new Entry(event, new ArrayList<>()));
        }
    }

    /** From now on events and lines are taken down. */
    synchronized void record() {
        recording = true;
    }

    /** What came since the last call. */
    synchronized List<Entry> take() {
        List<Entry> taken = entries;
        entries = new ArrayList<>();
        return taken;
    }
}
