//! The log lines of Flink 2.3.0 and its Kubernetes client, as data.

use super::state::{Component, Jm, Session};
use crate::machine::{Level, LogLine, LogTemplate};

const SERVICE: &str = "org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService";
const DRIVER: &str = "org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver";
const ELECTOR: &str = "org.apache.flink.kubernetes.kubeclient.resources.KubernetesLeaderElector";
const FABRIC8: &str =
    "org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector";

/// A template of the given level, logger and message.
const fn line(level: Level, logger: &'static str, message: &'static str) -> LogTemplate {
    LogTemplate { level, logger, message }
}

pub(super) static CONNECTED: LogTemplate = line(
    Level::Info,
    SERVICE,
    "A connection to the HA backend was established through LeaderElectionDriver {driver}.",
);
pub(super) static REGISTERED: LogTemplate = line(
    Level::Info,
    SERVICE,
    "LeaderContender has been registered under component '{component}' for {driver}.",
);
pub(super) static TRIGGERED: LogTemplate =
    line(Level::Debug, SERVICE, "'{event}' event processing triggered.");
pub(super) static PROCESSING: LogTemplate = line(Level::Debug, SERVICE, "Processing '{event}' event.");
pub(super) static GRANTING: LogTemplate = line(
    Level::Debug,
    SERVICE,
    "Granting leadership to the contender registered under component '{component}' with session ID {session}.",
);
pub(super) static CONFIRMED: LogTemplate = line(
    Level::Debug,
    SERVICE,
    "The leader session for component '{component}' is confirmed with session ID {session} and address {address}.",
);
pub(super) static OLD_CONFIRMATION: LogTemplate = line(
    Level::Debug,
    SERVICE,
    "Received an old confirmation call of leader session ID {session} for component '{component}' (current issued session ID is {issued}).",
);
/// The real call swaps its two arguments, so the component stands where the session should.
pub(super) static NOT_LEADER: LogTemplate = line(
    Level::Warn,
    SERVICE,
    "The leader session ID {component} for component '{session}' was confirmed even though the corresponding service was not elected as the leader or has been stopped already.",
);
pub(super) static REVOKING: LogTemplate = line(
    Level::Debug,
    SERVICE,
    "Revoking leadership to component '{component}' for previously confirmed leader information {information}.",
);
pub(super) static REVOKING_UNCONFIRMED: LogTemplate = line(
    Level::Debug,
    SERVICE,
    "Revoking leadership for component '{component}' while a previous leadership grant wasn't confirmed, yet.",
);
pub(super) static MATCHES: LogTemplate = line(
    Level::Trace,
    SERVICE,
    "LeaderInformation change event received but changed LeaderInformation actually matches the locally confirmed one: {information}",
);
pub(super) static WILL_BE_RESET: LogTemplate = line(
    Level::Trace,
    SERVICE,
    "Leader information changed while there's no confirmation available by the contender for component '{component}', yet. Changed leader information {information} will be reset.",
);
pub(super) static REWRITING: LogTemplate = line(
    Level::Debug,
    SERVICE,
    "Re-writing leader information ({information}) for component '{component}' to overwrite the empty leader information in the external storage.",
);
pub(super) static CORRECTING: LogTemplate = line(
    Level::Debug,
    SERVICE,
    "Correcting leader information for component '{component}' (local: {local}, external storage: {external}).",
);
pub(super) static WROTE: LogTemplate = line(
    Level::Debug,
    DRIVER,
    "Successfully wrote leader information {information} for leader {component} into the config map {map}.",
);
pub(super) static TRIGGERED_ELECTION: LogTemplate =
    line(Level::Info, ELECTOR, "Triggered leader election on lock {lock}.");
pub(super) static CREATED_ELECTOR: LogTemplate =
    line(Level::Info, ELECTOR, "Create KubernetesLeaderElector on lock {lock}.");
/// The first slot is empty when the lock was released.
pub(super) static NEW_LEADER: LogTemplate =
    line(Level::Info, ELECTOR, "New leader elected {identity} for {map}.");
pub(super) static ACQUIRING: LogTemplate =
    line(Level::Debug, FABRIC8, "Attempting to acquire leader lease '{lock}'...");
/// Printed for failed renewals too; the quote really closes after the dots.
pub(super) static RETRYING: LogTemplate =
    line(Level::Warn, FABRIC8, "Exception occurred while acquiring lock '{lock} retrying...'");
pub(super) static DEADLINE: LogTemplate =
    line(Level::Debug, FABRIC8, "Renew deadline reached after {seconds} seconds while renewing lock {lock}");
pub(super) static RELEASE_FAILED: LogTemplate =
    line(Level::Error, FABRIC8, "Exception occurred while releasing lock '{lock}' on cancel");
pub(super) static FATAL_THREAD: LogTemplate = line(
    Level::Error,
    "org.apache.flink.util.FatalExitExceptionHandler",
    "FATAL: Thread '{thread}' produced an uncaught exception. Stopping the process...",
);
pub(super) static FATAL_ENTRYPOINT: LogTemplate = line(
    Level::Error,
    "org.apache.flink.runtime.entrypoint.ClusterEntrypoint",
    "Fatal error occurred in the cluster entrypoint.",
);

static REST_GRANTED: LogTemplate = line(
    Level::Info,
    "org.apache.flink.runtime.dispatcher.DispatcherRestEndpoint",
    "{address} was granted leadership with leaderSessionID={session}",
);
static REST_LOST: LogTemplate = line(
    Level::Info,
    "org.apache.flink.runtime.dispatcher.DispatcherRestEndpoint",
    "{address} lost leadership",
);
static DISPATCHER_GRANTED: LogTemplate = line(
    Level::Info,
    "org.apache.flink.runtime.dispatcher.runner.DefaultDispatcherRunner",
    "DefaultDispatcherRunner was granted leadership with leader id {session}. Creating new DispatcherLeaderProcess.",
);
static DISPATCHER_LOST: LogTemplate = line(
    Level::Info,
    "org.apache.flink.runtime.dispatcher.runner.DefaultDispatcherRunner",
    "DefaultDispatcherRunner was revoked the leadership with leader id {session}. Stopping the DispatcherLeaderProcess.",
);
static RESOURCEMANAGER_GRANTED: LogTemplate = line(
    Level::Info,
    "org.apache.flink.runtime.resourcemanager.ResourceManagerServiceImpl",
    "Resource manager service is granted leadership with session id {session}.",
);
static RESOURCEMANAGER_LOST: LogTemplate = line(
    Level::Info,
    "org.apache.flink.runtime.resourcemanager.ResourceManagerServiceImpl",
    "Resource manager service is revoked leadership with session id {session}.",
);
static JOB_GRANTED: LogTemplate = line(
    Level::Info,
    "org.apache.flink.runtime.jobmaster.JobMasterServiceLeadershipRunner",
    "JobMasterServiceLeadershipRunner for job {job} was granted leadership with leader id {session}. Creating new JobMasterServiceProcess.",
);
static JOB_LOST: LogTemplate = line(
    Level::Info,
    "org.apache.flink.runtime.jobmaster.JobMasterServiceLeadershipRunner",
    "JobMasterServiceLeadershipRunner for job {job} was revoked leadership with leader id {session}. Stopping current JobMasterServiceProcess.",
);

/// Every line that the model prints.
pub(super) static TEMPLATES: [&LogTemplate; 32] = [
    &CONNECTED,
    &REGISTERED,
    &TRIGGERED,
    &PROCESSING,
    &GRANTING,
    &CONFIRMED,
    &OLD_CONFIRMATION,
    &NOT_LEADER,
    &REVOKING,
    &REVOKING_UNCONFIRMED,
    &MATCHES,
    &WILL_BE_RESET,
    &REWRITING,
    &CORRECTING,
    &WROTE,
    &TRIGGERED_ELECTION,
    &CREATED_ELECTOR,
    &NEW_LEADER,
    &ACQUIRING,
    &RETRYING,
    &DEADLINE,
    &RELEASE_FAILED,
    &FATAL_THREAD,
    &FATAL_ENTRYPOINT,
    &REST_GRANTED,
    &REST_LOST,
    &DISPATCHER_GRANTED,
    &DISPATCHER_LOST,
    &RESOURCEMANAGER_GRANTED,
    &RESOURCEMANAGER_LOST,
    &JOB_GRANTED,
    &JOB_LOST,
];

/// Where a line is printed.
#[derive(Clone, Copy)]
pub(super) enum At {
    Elector,
    Executor,
    Watch,
    Contender,
    Main,
}

/// The name of a JobManager in outputs.
pub(super) fn node(jm: Jm) -> &'static str {
    ["jm1", "jm2"][usize::from(jm)]
}

/// The name of the only job.
pub(super) const JOB_ID: &str = "a1b2c3d4e5f60718293a4b5c6d7e8f90";
/// The name of the ConfigMap.
pub(super) const MAP: &str = "my-cluster-config-map";
pub(super) const ACQUISITION: &str = "Leader Acquisition";
pub(super) const REVOCATION: &str = "Leader Revocation";
pub(super) const EXECUTOR_THREAD: &str = "DefaultLeaderElectionService-leadershipOperationExecutor-thread-1";

/// A line of a JobManager's log.
pub(super) fn log(
    jm: Jm,
    at: At,
    template: &'static LogTemplate,
    slots: Vec<(&'static str, String)>,
) -> LogLine {
    let thread = match at {
        At::Elector => "KubernetesLeaderElector-ExecutorService-thread-1",
        At::Executor => EXECUTOR_THREAD,
        At::Watch => "config-map-watch-handler-thread-1",
        At::Contender => "jobmanager-io-thread-1",
        At::Main => "main",
    };
    LogLine { template, node: node(jm), thread, slots, counts: Vec::new() }
}

/// The identity of a process in the lock annotation.
pub(super) fn identity(jm: Jm) -> String {
    format!("7d1f0c5e-0000-4000-8000-00000000000{}", jm + 1)
}

/// The identity of a process that is gone.
pub(super) const GONE: &str = "7d1f0c5e-0000-4000-8000-000000000000";

/// `ConfigMapLock` as the client prints it.
pub(super) fn lock(jm: Jm) -> String {
    format!("ConfigMapLock: default - {MAP} ({})", identity(jm))
}

/// The driver as the service prints it.
pub(super) fn driver() -> String {
    format!("KubernetesLeaderElectionDriver{{configMapName='{MAP}'}}")
}

/// The UUID of a session; the last digit is its number in the run.
pub(super) fn session(session: Session) -> String {
    format!("5e55104e-0000-4000-8000-00000000000{session}")
}

/// The id of a component in the store and in log lines.
pub(super) fn component(component: Component) -> String {
    match component {
        Component::Job => format!("job-{JOB_ID}"),
        other => other.id().into(),
    }
}

/// The address that a component of a JobManager confirms.
pub(super) fn address(component: Component, jm: Jm) -> String {
    let host = node(jm).replace("jm", "jm-");
    match component {
        Component::Restserver => format!("http://{host}:8081"),
        Component::Dispatcher => format!("pekko.tcp://flink@{host}:6123/user/rpc/dispatcher_0"),
        Component::Resourcemanager => format!("pekko.tcp://flink@{host}:6123/user/rpc/resourcemanager_1"),
        Component::Job => format!("pekko.tcp://flink@{host}:6123/user/rpc/jobmanager_2"),
    }
}

/// Leader information as its `toString` prints it.
pub(super) fn information(entry: Option<(Session, String)>) -> String {
    let (id, address) = entry.map_or(("null".into(), "null".into()), |(id, address)| (session(id), address));
    format!("LeaderInformation{{leaderSessionID='{id}', leaderAddress={address}}}")
}

/// Leader information as the service prints it within its own lines.
pub(super) fn at_form(entry: Option<(Session, String)>) -> String {
    entry.map_or("<no leader>".into(), |(id, address)| format!("{}@{address}", session(id)))
}

/// The line of a contender that was granted leadership.
pub(super) fn granted(jm: Jm, of: Component, id: Session) -> LogLine {
    let template = match of {
        Component::Restserver => &REST_GRANTED,
        Component::Dispatcher => &DISPATCHER_GRANTED,
        Component::Resourcemanager => &RESOURCEMANAGER_GRANTED,
        Component::Job => &JOB_GRANTED,
    };
    contender(jm, of, id, template)
}

/// The line of a contender that lost leadership.
pub(super) fn lost(jm: Jm, of: Component, id: Session) -> LogLine {
    let template = match of {
        Component::Restserver => &REST_LOST,
        Component::Dispatcher => &DISPATCHER_LOST,
        Component::Resourcemanager => &RESOURCEMANAGER_LOST,
        Component::Job => &JOB_LOST,
    };
    contender(jm, of, id, template)
}

fn contender(jm: Jm, of: Component, id: Session, template: &'static LogTemplate) -> LogLine {
    let slots = vec![("address", address(of, jm)), ("session", session(id)), ("job", JOB_ID.to_owned())];
    log(jm, At::Executor, template, slots)
}
