package stepdown.conformance.flink_sync;

import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Who owns a monitor, and who waits in a circle, as the virtual machine tells. */
final class LockView {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private LockView() {}

    /** The name of the thread that owns a monitor, or {@code free}. */
    static String owner(Object monitor) {
        int identity = System.identityHashCode(monitor);
        String type = monitor.getClass().getName();
        for (ThreadInfo thread : THREADS.dumpAllThreads(true, false)) {
            for (MonitorInfo locked : thread.getLockedMonitors()) {
                if (locked.getIdentityHashCode() == identity && locked.getClassName().equals(type)) {
                    return thread.getThreadName();
                }
            }
        }
        return "free";
    }

    /** The names of those of some threads that wait for one another for ever; earlier runs may have left others. */
    static List<String> deadlocked(Set<Long> of) {
        long[] threads = THREADS.findMonitorDeadlockedThreads();
        return threads == null
                ? List.of()
                : Arrays.stream(THREADS.getThreadInfo(threads))
                        .filter(thread -> of.contains(thread.getThreadId()))
                        .map(ThreadInfo::getThreadName)
                        .sorted()
                        .toList();
    }
}
