package stepdown.conformance.druid.fixed;

import java.util.function.Function;
import org.apache.druid.discovery.DruidLeaderSelector;
import org.apache.druid.java.util.common.lifecycle.LifecycleStart;
import org.apache.druid.java.util.common.lifecycle.LifecycleStop;

/**
 * Druid's Coordinator with the wait for the elector's thread outside its monitor. It has the simple name of Druid's,
 * because that is what the Lifecycle prints.
 */
public final class DruidCoordinator {
    private final DruidLeaderSelector selector;
    private final org.apache.druid.server.coordinator.DruidCoordinator real;

    /** @param real makes the real Coordinator for a selector */
    public DruidCoordinator(
            DruidLeaderSelector selector,
            Function<DruidLeaderSelector, org.apache.druid.server.coordinator.DruidCoordinator> real) {
        this.selector = selector;
        this.real = real.apply(new LeftAlone(selector));
    }

    /** Starts the real one. */
    @LifecycleStart
    public void start() {
        real.start();
    }

    /** Unregisters, waits, and only then enters the monitor. */
    @LifecycleStop
    public void stop() {
        selector.unregisterListener();
        real.stop();
    }

    /** A selector that somebody else unregisters from. */
    private record LeftAlone(DruidLeaderSelector selector) implements DruidLeaderSelector {
        @Override
        public String getCurrentLeader() {
            return selector.getCurrentLeader();
        }

        @Override
        public boolean isLeader() {
            return selector.isLeader();
        }

        @Override
        public int localTerm() {
            return selector.localTerm();
        }

        @Override
        public void registerListener(Listener listener) {
            selector.registerListener(listener);
        }

        @Override
        public void unregisterListener() {}
    }
}
