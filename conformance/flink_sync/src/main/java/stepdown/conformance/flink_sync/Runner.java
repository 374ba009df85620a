package stepdown.conformance.flink_sync;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.execution.librarycache.LibraryCacheManager;
import org.apache.flink.runtime.highavailability.JobResultStore;
import org.apache.flink.runtime.jobmaster.JobManagerRunnerResult;
import org.apache.flink.runtime.jobmaster.JobMasterServiceLeadershipRunner;
import org.apache.flink.runtime.jobmaster.JobMasterServiceProcess;
import org.apache.flink.runtime.jobmaster.factories.JobMasterServiceProcessFactory;
import org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService;
import org.apache.flink.runtime.leaderelection.LeaderContender;
import org.apache.flink.runtime.leaderelection.LeaderElection;
import org.apache.flink.runtime.leaderelection.LeaderElectionDriver;
import org.apache.flink.runtime.leaderelection.LeaderElectionDriverFactory;
import org.apache.flink.runtime.rpc.FatalErrorHandler;
import stepdown.conformance.Gates;
import stepdown.conformance.Proxies;

/**
 * A released service with a released job runner, whose calls of each other stop at gates. What is called is found by its
 * name, so that this class fits releases with and without asynchronous calls.
 */
final class Runner {
    static final String EXECUTOR = "executor";
    static final String JOBMASTER = "jobmaster";
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final JobID JOB = JobID.fromHexString("a1b2c3d4e5f60718293a4b5c6d7e8f90");

    private final Gates gates = new Gates();
    private final GatedExecutor executor = new GatedExecutor(EXECUTOR, gates);
    private final CompletableFuture<JobManagerRunnerResult> result = new CompletableFuture<>();
    private final Thread jobmaster = new Thread(this::complete, JOBMASTER);
    private final DefaultLeaderElectionService service;
    private final JobMasterServiceLeadershipRunner runner;
    private volatile boolean gated;
    private volatile boolean done;

    Runner() throws Exception {
        jobmaster.setDaemon(true);
        service = service();
        LeaderElection election = service.createLeaderElection("job-" + JOB);
        runner = new JobMasterServiceLeadershipRunner(
                answering(JobMasterServiceProcessFactory.class, Map.of("create", process(), "getJobId", JOB)),
                watched(election),
                answering(
                        JobResultStore.class,
                        Map.of("hasJobResultEntryAsync", CompletableFuture.completedFuture(false))),
                answering(LibraryCacheManager.ClassLoaderLease.class, Map.of()),
                error -> {});
        runner.start();
        service.onGrantLeadership(UUID.randomUUID());
        while (executor.waiting() > 0) {
            gates.await(EXECUTOR, SOON);
            gates.pass(EXECUTOR, null);
            gates.await(EXECUTOR, SOON);
        }
        gated = true;
        service.onRevokeLeadership();
    }

    /** The service on the gated executor; its constructor is for its own package. */
    private DefaultLeaderElectionService service() throws ReflectiveOperationException {
        LeaderElectionDriver driver = Proxies.of(LeaderElectionDriver.class, Map.of("hasLeadership", (p, m, a) -> {
            boolean executing = Thread.currentThread().getName().equals(EXECUTOR);
            stop(executing ? "answering" : "told");
            return true;
        }));
        LeaderElectionDriverFactory drivers = listener -> driver;
        FatalErrorHandler errors = error -> {};
        var constructor = DefaultLeaderElectionService.class.getDeclaredConstructor(
                LeaderElectionDriverFactory.class, FatalErrorHandler.class, ExecutorService.class);
        constructor.setAccessible(true);
        return constructor.newInstance(drivers, errors, executor);
    }

    /** The election, with a gate before and after each question, and around each loss that the contender hears of. */
    private LeaderElection watched(LeaderElection election) {
        return Proxies.of(LeaderElection.class, (proxy, method, given) -> {
            boolean asks = method.getName().startsWith("hasLeadership");
            if (method.getName().equals("startLeaderElection")) {
                given[0] = watched((LeaderContender) given[0]);
            }
            if (asks) {
                stop("asking");
            }
            Object answer = Proxies.call(election, method, given);
            if (asks) {
                stop("leaving");
            }
            return answer;
        });
    }

    private LeaderContender watched(LeaderContender contender) {
        return Proxies.of(LeaderContender.class, (proxy, method, given) -> {
            boolean loses = method.getName().equals("revokeLeadership");
            if (loses) {
                stop("revoking");
            }
            Object answer = Proxies.call(contender, method, given);
            if (loses) {
                stop("revoked");
            }
            return answer;
        });
    }

    /** The job's process; it stops at a gate when the runner closes it, which is within the runner's monitor. */
    private JobMasterServiceProcess process() {
        UUID session = UUID.randomUUID();
        return Proxies.of(
                JobMasterServiceProcess.class,
                (proxy, method, given) -> switch (method.getName()) {
                    case "closeAsync" -> {
                        stop("in contender");
                        yield CompletableFuture.completedFuture(null);
                    }
                    case "getResultFuture" -> result;
                    case "getLeaderSessionId" -> session;
                    case "getLeaderAddressFuture" -> CompletableFuture.completedFuture("pekko.tcp://flink@jm-1:6123");
                    case "getJobMasterGatewayFuture" -> new CompletableFuture<>();
                    case "isInitializedAndRunning" -> true;
                    default -> null;
                });
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return Proxies.of(type, (proxy, method, given) -> answers.get(method.getName()));
    }

    private void stop(String gate) {
        String thread = Thread.currentThread().getName();
        if (!gated || !thread.equals(EXECUTOR) && !thread.equals(JOBMASTER)) {
            return;
        }
        try {
            gates.stop(thread, gate);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /** What completes the job: its result is there, and the runner asks whether it still leads. */
    private void complete() {
        result.completeExceptionally(new IllegalStateException("the job failed"));
        done = true;
    }

    /** Lets a thread go on to its next gate, or to its end; whether it came there. */
    boolean step(String thread) throws InterruptedException {
        if (thread.equals(JOBMASTER) && !jobmaster.isAlive()) {
            jobmaster.start();
        } else {
            gates.pass(thread, null);
        }
        long end = System.nanoTime() + SOON.toNanos();
        while (System.nanoTime() < end) {
            if (gates.await(thread, Duration.ofMillis(10)) != null || thread.equals(JOBMASTER) && done) {
                return true;
            }
        }
        return false;
    }

    /** Whether a thread has something to do. */
    boolean canStep(String thread) {
        return thread.equals(EXECUTOR) ? !at(EXECUTOR).equals("idle") || executor.waiting() > 0 : !done;
    }

    private String at(String thread) {
        if (thread.equals(JOBMASTER) && (done || !jobmaster.isAlive())) {
            return done ? "done" : "start";
        }
        return String.valueOf(gates.at(thread));
    }

    /** Where the threads are and what they own. */
    Map<String, String> seen() {
        Map<String, String> seen = new TreeMap<>();
        seen.put("executor.at", at(EXECUTOR));
        seen.put("executor.waiting", String.valueOf(executor.waiting()));
        seen.put("jobmaster.at", at(JOBMASTER));
        seen.put("service.lock", LockView.owner(lock(service)));
        seen.put("runner.lock", LockView.owner(lock(runner)));
        return seen;
    }

    /**
     * Lets all threads go; the names of those that wait for one another then. There is no deadlock when all have come to their
     * end, and not because none was found yet.
     */
    String release() throws InterruptedException {
        gates.open();
        Set<Long> threads = Set.of(executor.id(), jobmaster.getId());
        long end = System.nanoTime() + SOON.toNanos();
        while (System.nanoTime() < end) {
            List<String> waiting = LockView.deadlocked(threads);
            if (!waiting.isEmpty()) {
                return String.join(", ", waiting);
            }
            // In this order: the job may give the executor something to do as long as it runs.
            if (!jobmaster.isAlive() && executor.isDone()) {
                executor.end();
                return "none";
            }
            Thread.sleep(10);
        }
        throw new IllegalStateException("neither a deadlock nor the end: " + EXECUTOR + " is " + executor.state() + ", "
                + JOBMASTER + " is " + jobmaster.getState());
    }

    private static Object lock(Object of) {
        try {
            Field field = of.getClass().getDeclaredField("lock");
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException(other);
        }
    }
}
