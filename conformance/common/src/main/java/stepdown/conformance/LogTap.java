package stepdown.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.Property;

/** Takes down what the real classes print, and keeps it from the console. */
public final class LogTap extends AbstractAppender {

    /**
     * A printed line.
     *
     * @param thrown the class and message of the exception that was printed with it, or null
     */
    public record Line(String level, String logger, String thread, String message, String thrown) {}

    private final List<Line> lines = new ArrayList<>();
    private Predicate<String> wanted = logger -> true;

    private LogTap() {
        super("tap", null, null, true, Property.EMPTY_ARRAY);
    }

    /** Replaces the configuration of the log by a tap on all that is DEBUG or above. */
    public static LogTap open() {
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        context.reconfigure(new DefaultConfiguration());
        Logger root = context.getRootLogger();
        List.copyOf(root.getAppenders().values()).forEach(root::removeAppender);
        Configurator.setRootLevel(Level.DEBUG);
        LogTap tap = new LogTap();
        tap.start();
        root.addAppender(tap);
        return tap;
    }

    /** Keeps only the lines of loggers whose full name is wanted; forgets all others. */
    public synchronized void only(Predicate<String> wanted) {
        this.wanted = wanted;
    }

    @Override
    public synchronized void append(LogEvent event) {
        if (!wanted.test(event.getLoggerName())) {
            return;
        }
        Throwable thrown = event.getThrown();
        lines.add(new Line(
                event.getLevel().name(),
                event.getLoggerName(),
                event.getThreadName(),
                event.getMessage().getFormattedMessage(),
                thrown == null ? null : thrown.toString()));
    }

    /** Takes down a line that another process printed. */
    public synchronized void add(Line line) {
        lines.add(line);
    }

    /** Whether nothing was printed since the last call of {@link #take}. */
    public synchronized boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The lines since the last call, in the order in which they were printed. */
    public synchronized List<Line> take() {
        List<Line> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
