package stepdown.conformance.druid;

import org.apache.druid.java.util.common.lifecycle.Lifecycle;

/** A handler of the Lifecycle that waits for its turn and then does something. */
record Gate(Stops stops, String gate, Runnable action) implements Lifecycle.Handler {
    @Override
    public void start() {}

    @Override
    public void stop() {
        stops.stop(gate);
        action.run();
    }

    /** What the Lifecycle prints of it. */
    @Override
    public String toString() {
        return "Gate[" + gate + "]";
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
