package stepdown.conformance.flink_sync;

import java.util.Map;
import stepdown.conformance.Harness;

/** A harness of one release of Flink. */
public abstract class ReleaseHarness implements Harness {
    /** A released class that others can't name. */
    protected static final String ELECTION = "org.apache.flink.runtime.leaderelection.DefaultLeaderElection";

    private final Map<String, String> versions;

    /** The versions have that of {@code flink-runtime}. */
    protected ReleaseHarness(Map<String, String> versions) {
        this.versions = versions;
    }

    @Override
    public final String implementation() {
        return "Apache Flink " + versions.get("org.apache.flink:flink-runtime");
    }

    @Override
    public final Map<String, String> versions() {
        return versions;
    }
}
