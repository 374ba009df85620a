//! The log lines that Druid and its Kubernetes client print, whatever the model: exactly their templates. Ids in
//! comments are those of the fact sheet.

use crate::machine::{Level, LogTemplate};

const LIFECYCLE: &str = "org.apache.druid.java.util.common.lifecycle.Lifecycle";
const HANDLER: &str = "org.apache.druid.java.util.common.lifecycle.Lifecycle$AnnotationBasedHandler";
const ANNOUNCER: &str = "org.apache.druid.k8s.discovery.K8sDruidNodeAnnouncer";
pub(super) const SELECTOR: &str = "org.apache.druid.k8s.discovery.K8sDruidLeaderSelector";
const WRAPPER: &str = "org.apache.druid.k8s.discovery.LeaderElectorAsyncWrapper";
const ELECTOR: &str = "io.kubernetes.client.extended.leaderelection.LeaderElector";
const OVERLORD: &str = "org.apache.druid.indexing.overlord.DruidOverlord";
const COORDINATOR: &str = "org.apache.druid.server.coordinator.DruidCoordinator";
const SUPERVISORS: &str = "org.apache.druid.indexing.overlord.supervisor.SupervisorManager";
pub(super) const PEON: &str = "org.apache.druid.server.coordinator.loading.HttpLoadQueuePeon";
const LOAD_QUEUES: &str = "org.apache.druid.server.coordinator.loading.LoadQueueTaskMaster";
const RUNNER: &str = "org.apache.druid.indexing.overlord.hrtr.HttpRemoteTaskRunner";

const fn line(level: Level, logger: &'static str, message: &'static str) -> LogTemplate {
    LogTemplate { level, logger, message }
}

/// L01
pub(super) static SHUTDOWN_HOOK: LogTemplate =
    line(Level::Info, LIFECYCLE, "Lifecycle [{lifecycle}] running shutdown hook");
/// L02, L08; `earlier.rs` has the form without the handlers.
pub(super) static STOPPING: LogTemplate = line(
    Level::Info,
    LIFECYCLE,
    "Stopping lifecycle [{lifecycle}] stage [{stage}] for handlers [{handlers}]",
);
/// L03
pub(super) static UNANNOUNCING: LogTemplate =
    line(Level::Info, ANNOUNCER, "Unannouncing DiscoveryDruidNode[{node}]");
/// L03
pub(super) static UNANNOUNCED: LogTemplate =
    line(Level::Info, ANNOUNCER, "Unannounced DiscoveryDruidNode[{node}]");
/// L05; the typing error is Druid's.
pub(super) static STOP_METHOD: LogTemplate =
    line(Level::Info, HANDLER, "Stopping lifecyle [{object}#{method}].");
/// L07
pub(super) static OVERLORD_NO_LEADER: LogTemplate =
    line(Level::Info, OVERLORD, "I am no longer the leader...");
/// L09
pub(super) static STOPPING_SUPERVISORS: LogTemplate =
    line(Level::Info, SUPERVISORS, "Stopping [{count}] supervisors");
/// L09
pub(super) static WAITING_FOR_SUPERVISORS: LogTemplate =
    line(Level::Info, SUPERVISORS, "Waiting for [{count}] supervisors to shutdown");
/// L09
pub(super) static SUPERVISORS_STOPPED: LogTemplate =
    line(Level::Info, SUPERVISORS, "SupervisorManager stopped.");
/// L11
pub(super) static RENEW_INTERRUPTED: LogTemplate =
    line(Level::Error, ELECTOR, "LeaderElection renew loop gets interrupted");
/// L13
pub(super) static ACQUIRE_INTERRUPTED: LogTemplate =
    line(Level::Error, ELECTOR, "LeaderElection acquire loop gets interrupted");
/// L14
pub(super) static LOST: LogTemplate = line(Level::Info, ELECTOR, "Failed to renew lease, lose leadership");
/// L15
pub(super) static NOT_THE_LEADER: LogTemplate = line(
    Level::Warn,
    SELECTOR,
    "I'm being asked to stop being leader. But I am not the leader. Ignored event.",
);
/// L16
pub(super) static NOT_TERMINATED: LogTemplate =
    line(Level::Warn, WRAPPER, "Failed to terminate [{wrapper}] executor.");
/// L17
pub(super) static COORDINATOR_NO_LEADER: LogTemplate =
    line(Level::Info, COORDINATOR, "I am no longer the leader...");
/// L18; `earlier.rs` has the form with a line a server.
pub(super) static STOPPING_PEONS: LogTemplate =
    line(Level::Info, LOAD_QUEUES, "Stopping load queue peon for [{count}] servers.");
/// L19
pub(super) static STOP_FAILED: LogTemplate = line(
    Level::Error,
    SELECTOR,
    "listener.stopBeingLeader() failed. Unable to stopBeingLeader: {exceptionType={type}, exceptionMessage={message}, class={class}}",
);
/// L20
pub(super) static BECOME_FAILED: LogTemplate = line(
    Level::Error,
    SELECTOR,
    "listener becomeLeader() failed. Unable to become leader: {exceptionType={type}, exceptionMessage={message}, class={class}}",
);
/// L21
pub(super) static ALREADY_LEADER: LogTemplate = line(
    Level::Warn,
    SELECTOR,
    "I'm being asked to become leader. But I am already the leader. Ignored event.",
);
/// L24
pub(super) static BOW: LogTemplate = line(
    Level::Info,
    COORDINATOR,
    "I am the leader of the coordinators, all must bow! Starting coordination in [{delay}].",
);
/// L25
pub(super) static GRAYSKULL: LogTemplate =
    line(Level::Info, OVERLORD, "By the power of Grayskull, I have the power. I am the leader");
/// L26
pub(super) static SYNCED_WORKERS: LogTemplate =
    line(Level::Info, RUNNER, "Workers have sync'd state successfully.");
/// L29
pub(super) static LOADING_SUPERVISORS: LogTemplate =
    line(Level::Info, SUPERVISORS, "Loading stored supervisors from database");
/// L22; the name of the lock tells the role.
pub(super) static ELECTION: LogTemplate =
    line(Level::Info, ELECTOR, "Start leader election with lock {lock}");
/// L22
pub(super) static ACQUIRED: LogTemplate =
    line(Level::Info, ELECTOR, "Successfully acquired lease, became leader");
/// L23; the two blanks are Druid's.
pub(super) static CREATING: LogTemplate = line(
    Level::Info,
    WRAPPER,
    "Creating LeaderElector with candidateId[{id}], lockResourceName[{lock}],  k8sNamespace[{namespace}].",
);
/// L26
pub(super) static WAITING_FOR_WORKERS: LogTemplate =
    line(Level::Info, RUNNER, "Waiting for worker discovery...");

/// The thread of the JVM's shutdown hook.
pub(super) const LIFE_THREAD: &str = "Thread-41";
/// The thread of an elector. Those of both roles have this name.
pub(super) const ELECTOR_THREAD: &str = "LeaderElectorAsyncWrapper";
/// The worker of a start hook, of either role as well.
pub(super) const HOOK_THREAD: &str = "leader-elector-hook-worker-1";
/// How many Kafka supervisors the logs speak of.
pub(super) const SUPERVISOR_COUNT: u8 = 3;
/// The class of the wrapper, as its own lines name it.
pub(super) const WRAPPER_NAME: &str = "LeaderElectorAsyncWrapper";
/// `druid.coordinator.startDelay`, as a line of the promotion names it.
pub(super) const START_DELAY: &str = "PT300S";
