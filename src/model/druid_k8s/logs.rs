//! The log lines of Druid and of the Kubernetes client it uses, as data. Ids in comments are the sheet's.

use crate::machine::{Effect, Level, LogLine, LogTemplate};

const LIFECYCLE: &str = "org.apache.druid.java.util.common.lifecycle.Lifecycle";
const HANDLER: &str = "org.apache.druid.java.util.common.lifecycle.Lifecycle$AnnotationBasedHandler";
const ANNOUNCER: &str = "org.apache.druid.k8s.discovery.K8sDruidNodeAnnouncer";
const SELECTOR: &str = "org.apache.druid.k8s.discovery.K8sDruidLeaderSelector";
const WRAPPER: &str = "org.apache.druid.k8s.discovery.LeaderElectorAsyncWrapper";
const ELECTOR: &str = "io.kubernetes.client.extended.leaderelection.LeaderElector";
const OVERLORD: &str = "org.apache.druid.indexing.overlord.DruidOverlord";
const COORDINATOR: &str = "org.apache.druid.server.coordinator.DruidCoordinator";
const SUPERVISORS: &str = "org.apache.druid.indexing.overlord.supervisor.SupervisorManager";
const PEON: &str = "org.apache.druid.server.coordinator.loading.HttpLoadQueuePeon";
const RUNNER: &str = "org.apache.druid.indexing.overlord.hrtr.HttpRemoteTaskRunner";

const fn line(level: Level, logger: &'static str, message: &'static str) -> LogTemplate {
    LogTemplate { level, logger, message }
}

/// L01
pub(super) static SHUTDOWN_HOOK: LogTemplate =
    line(Level::Info, LIFECYCLE, "Lifecycle [{lifecycle}] running shutdown hook");
/// L02, L08
pub(super) static STOPPING: LogTemplate =
    line(Level::Info, LIFECYCLE, "Stopping lifecycle [{lifecycle}] stage [{stage}]");
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
/// L18
pub(super) static STOPPING_PEON: LogTemplate =
    line(Level::Info, PEON, "Stopping load queue peon for server [{server}].");
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

/// The pod, as the log's owner.
pub(super) const POD: &str = "druid-coordinator-0";

/// Who prints a line. Both electors have threads of one name, and so have both workers of start hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Printer {
    Life,
    Elector,
    Hook,
}

/// A line without slots.
pub(super) fn plain(printer: Printer, template: &'static LogTemplate) -> Effect {
    log(printer, template, Vec::new())
}

/// A line with its slots.
pub(super) fn log(
    printer: Printer,
    template: &'static LogTemplate,
    slots: Vec<(&'static str, String)>,
) -> Effect {
    let thread = match printer {
        Printer::Life => "Thread-41",
        Printer::Elector => "LeaderElectorAsyncWrapper",
        Printer::Hook => "leader-elector-hook-worker-1",
    };
    Effect::Log(LogLine { template, node: POD, thread, slots })
}

/// Entering a stage of the process's lifecycle, or of the Overlord's own.
pub(super) fn stage(printer: Printer, lifecycle: &str, stage: &str) -> Effect {
    log(printer, &STOPPING, vec![("lifecycle", lifecycle.into()), ("stage", stage.into())])
}

/// The server of a load queue peon.
pub(super) fn server(number: u8) -> String {
    format!("druid-historical-{number}:8083")
}

/// The rejection of a callback by its pool, as `ThreadPoolExecutor` words it.
pub(super) fn rejection(waiting: u8, ran: u8) -> Effect {
    // `shutdown()` alone leaves the pool's only thread alive until its queue is empty.
    let (state, threads) = if waiting == 0 { ("Terminated", 0) } else { ("Shutting down", 1) };
    let completed = COMPLETED_BEFORE + u32::from(ran);
    let message = format!(
        "Task {PEON}$$Lambda$6516/0x00007f448529a970@5641f1f0 rejected from \
         java.util.concurrent.ThreadPoolExecutor@3a4a007[{state}, pool size = {threads}, active threads = 0, \
         queued tasks = {waiting}, completed tasks = {completed}]"
    );
    failed(Printer::Elector, &STOP_FAILED, "java.util.concurrent.RejectedExecutionException", message)
}

/// A promotion that fails.
pub(super) fn promotion_failed(message: &str) -> Effect {
    failed(Printer::Hook, &BECOME_FAILED, "org.apache.druid.java.util.common.ISE", message.into())
}

fn failed(printer: Printer, template: &'static LogTemplate, exception: &str, message: String) -> Effect {
    // The alert names the selector's class, whatever failed.
    log(printer, template, vec![("type", exception.into()), ("message", message), ("class", SELECTOR.into())])
}

/// How many callbacks a pool that was long in use has run before the run begins.
const COMPLETED_BEFORE: u32 = 10_817;
