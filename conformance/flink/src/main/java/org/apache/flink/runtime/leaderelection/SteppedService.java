package org.apache.flink.runtime.leaderelection;

import java.lang.reflect.Field;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import org.apache.flink.runtime.rpc.FatalErrorHandler;

/**
 * What of {@link DefaultLeaderElectionService} only its own package can reach: the constructor that takes an executor.
 */
public final class SteppedService {
    private static final Field ISSUED = issued();

    private SteppedService() {}

    /** A service whose operations run on an executor of the caller's. */
    public static DefaultLeaderElectionService of(
            LeaderElectionDriverFactory drivers, FatalErrorHandler fallback, ExecutorService executor) {
        return new DefaultLeaderElectionService(drivers, fallback, executor);
    }

    /** The issued session, which no method tells; null when there is none. */
    public static UUID issued(DefaultLeaderElectionService service) {
        try {
            return (UUID) ISSUED.get(service);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Field issued() {
        try {
            Field field = DefaultLeaderElectionService.class.getDeclaredField("issuedLeaderSessionID");
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException other) {
            throw new IllegalStateException("this release keeps the issued session elsewhere", other);
        }
    }
}
