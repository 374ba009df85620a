//! The log lines of Druid and its Kubernetes client, as data.

use super::actors;
use super::state::{Member, Pod, Role};
use crate::machine::{Level, LogLine, LogTemplate};

const LIFECYCLE: &str = "org.apache.druid.java.util.common.lifecycle.Lifecycle";
const SELECTOR: &str = "org.apache.druid.k8s.discovery.K8sDruidLeaderSelector";
const WRAPPER: &str = "org.apache.druid.k8s.discovery.LeaderElectorAsyncWrapper";
const ELECTOR: &str = "io.kubernetes.client.extended.leaderelection.LeaderElector";
const OVERLORD: &str = "org.apache.druid.indexing.overlord.DruidOverlord";
const COORDINATOR: &str = "org.apache.druid.server.coordinator.DruidCoordinator";
const SUPERVISORS: &str = "org.apache.druid.indexing.overlord.supervisor.SupervisorManager";
const RUNNER: &str = "org.apache.druid.indexing.overlord.hrtr.HttpRemoteTaskRunner";

/// A template of the given level, logger and message.
const fn line(level: Level, logger: &'static str, message: &'static str) -> LogTemplate {
    LogTemplate { level, logger, message }
}

pub(super) static SHUTDOWN: LogTemplate =
    line(Level::Info, LIFECYCLE, "Lifecycle [{module}] running shutdown hook");
pub(super) static STAGE: LogTemplate =
    line(Level::Info, LIFECYCLE, "Stopping lifecycle [{module}] stage [{stage}]");
/// The misspelling is upstream's.
pub(super) static STOPPING: LogTemplate = line(
    Level::Info,
    "org.apache.druid.java.util.common.lifecycle.Lifecycle$AnnotationBasedHandler",
    "Stopping lifecyle [{class}#stop].",
);
pub(super) static SLEEPING: LogTemplate = line(
    Level::Info,
    "org.apache.druid.server.initialization.jetty.JettyServerModule",
    "Sleeping {ms} ms for unannouncement to propagate.",
);
pub(super) static OVERLORD_LOST: LogTemplate = line(Level::Info, OVERLORD, "I am no longer the leader...");
pub(super) static COORDINATOR_LOST: LogTemplate =
    line(Level::Info, COORDINATOR, "I am no longer the leader...");
pub(super) static STOPPING_SUPERVISORS: LogTemplate =
    line(Level::Info, SUPERVISORS, "Stopping [{count}] supervisors");
pub(super) static SUPERVISORS_STOPPED: LogTemplate =
    line(Level::Info, SUPERVISORS, "SupervisorManager stopped.");
pub(super) static LOADING: LogTemplate =
    line(Level::Info, SUPERVISORS, "Loading stored supervisors from database");
pub(super) static RENEW_INTERRUPTED: LogTemplate =
    line(Level::Error, ELECTOR, "LeaderElection renew loop gets interrupted");
pub(super) static ACQUIRE_INTERRUPTED: LogTemplate =
    line(Level::Error, ELECTOR, "LeaderElection acquire loop gets interrupted");
pub(super) static LOST: LogTemplate = line(Level::Info, ELECTOR, "Failed to renew lease, lose leadership");
pub(super) static ELECTION: LogTemplate =
    line(Level::Info, ELECTOR, "Start leader election with lock {lock}");
pub(super) static ACQUIRED: LogTemplate =
    line(Level::Info, ELECTOR, "Successfully acquired lease, became leader");
pub(super) static IGNORED: LogTemplate = line(
    Level::Warn,
    SELECTOR,
    "I'm being asked to stop being leader. But I am not the leader. Ignored event.",
);
/// The stall of ten seconds.
pub(super) static STALL: LogTemplate =
    line(Level::Warn, WRAPPER, "Failed to terminate [LeaderElectorAsyncWrapper] executor.");
/// The two blanks are upstream's.
pub(super) static CREATING: LogTemplate = line(
    Level::Info,
    WRAPPER,
    "Creating LeaderElector with candidateId[{id}], lockResourceName[{lock}],  k8sNamespace[druid].",
);
pub(super) static BOW: LogTemplate = line(
    Level::Info,
    COORDINATOR,
    "I am the leader of the coordinators, all must bow! Starting coordination in [PT300S].",
);
pub(super) static GRAYSKULL: LogTemplate =
    line(Level::Info, OVERLORD, "By the power of Grayskull, I have the power!");
pub(super) static WAITING: LogTemplate = line(Level::Info, RUNNER, "Waiting for worker discovery...");
pub(super) static SYNCED: LogTemplate = line(Level::Info, RUNNER, "Workers have sync'd state successfully.");

/// Which thread prints a line.
#[derive(Clone, Copy)]
pub(super) enum At {
    Life,
    Elector,
    Hook,
    Main,
}

/// How many supervisors the cluster has.
pub(super) const SUPERVISOR_COUNT: &str = "3";

/// A line of a pod's log.
pub(super) fn log(
    pod: Pod,
    at: At,
    template: &'static LogTemplate,
    slots: Vec<(&'static str, String)>,
) -> LogLine {
    let thread = match at {
        At::Life => "Thread-52",
        At::Elector => "LeaderElectorAsyncWrapper",
        At::Hook => "leader-elector-hook-worker-1",
        At::Main => "main",
    };
    LogLine { template, node: actors::node(pod), thread, slots }
}

/// The name of a lock's ConfigMap.
pub(super) fn lock(role: Role) -> &'static str {
    match role {
        Role::Coordinator => "druid-leaderelection-coordinator",
        Role::Overlord => "druid-leaderelection-overlord",
    }
}

/// The key of a lock in outputs.
pub(super) fn key(role: Role) -> &'static str {
    match role {
        Role::Coordinator => "coordinator",
        Role::Overlord => "overlord",
    }
}

/// The identity of a process in a lock: the address of its pod, or the pod's name.
pub(super) fn identity(pod: Pod, member: Member, restarted: bool, stable: bool) -> String {
    let port = if pod == member { 8081 } else { 8090 };
    if stable {
        let service = if pod == member { "druid-coordinator" } else { "druid-overlord" };
        return format!("http://{}.{service}:{port}", actors::node(pod));
    }
    let host = 10 + pod + if restarted { 10 } else { 0 };
    format!("http://10.0.0.{host}:{port}")
}
