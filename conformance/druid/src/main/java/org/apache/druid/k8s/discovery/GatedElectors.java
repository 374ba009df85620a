package org.apache.druid.k8s.discovery;

import java.util.function.BiFunction;

/**
 * The electors of another factory, with a say before each of their hooks. It lives in this package because the
 * electors' interface does.
 */
public final class GatedElectors implements K8sLeaderElectorFactory {
    private final K8sLeaderElectorFactory real;
    private final BiFunction<String, Runnable, Runnable> start;
    private final BiFunction<String, Runnable, Runnable> stop;

    /**
     * @param start wraps a start hook of the elector for the lock of that name
     * @param stop wraps its stop hook
     */
    public GatedElectors(
            K8sLeaderElectorFactory real,
            BiFunction<String, Runnable, Runnable> start,
            BiFunction<String, Runnable, Runnable> stop) {
        this.real = real;
        this.start = start;
        this.stop = stop;
    }

    @Override
    public K8sLeaderElector create(String candidateId, String namespace, String lockResourceName) {
        K8sLeaderElector elector = real.create(candidateId, namespace, lockResourceName);
        return new K8sLeaderElector() {
            @Override
            public String getCurrentLeader() {
                return elector.getCurrentLeader();
            }

            @Override
            public void run(Runnable startLeadingHook, Runnable stopLeadingHook) {
                Runnable gatedStop = stop.apply(lockResourceName, stopLeadingHook);
                elector.run(start.apply(lockResourceName, startLeadingHook), gatedStop);
            }
        };
    }
}
