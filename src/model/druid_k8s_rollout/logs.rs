//! The log lines of the pods: who prints them, and what fills their slots.

use super::actors;
use super::state::{Member, Pod, Role};
use crate::machine::{LogLine, LogTemplate};
use crate::model::druid_lines as lines;

/// Every line that the model prints.
pub(super) static TEMPLATES: [&LogTemplate; 20] = [
    &lines::SHUTDOWN_HOOK,
    &lines::STOPPING,
    &lines::STOP_METHOD,
    &lines::OVERLORD_NO_LEADER,
    &lines::STOPPING_SUPERVISORS,
    &lines::SUPERVISORS_STOPPED,
    &lines::RENEW_INTERRUPTED,
    &lines::ACQUIRE_INTERRUPTED,
    &lines::LOST,
    &lines::NOT_THE_LEADER,
    &lines::NOT_TERMINATED,
    &lines::COORDINATOR_NO_LEADER,
    &lines::BOW,
    &lines::GRAYSKULL,
    &lines::SYNCED_WORKERS,
    &lines::LOADING_SUPERVISORS,
    &lines::ELECTION,
    &lines::ACQUIRED,
    &lines::CREATING,
    &lines::WAITING_FOR_WORKERS,
];

/// Which thread prints a line.
#[derive(Clone, Copy)]
pub(super) enum At {
    Life,
    Elector,
    Hook,
    Main,
}

/// A line of a pod's log.
pub(super) fn log(
    pod: Pod,
    at: At,
    template: &'static LogTemplate,
    slots: Vec<(&'static str, String)>,
) -> LogLine {
    let thread = match at {
        At::Life => lines::LIFE_THREAD,
        At::Elector => lines::ELECTOR_THREAD,
        At::Hook => lines::HOOK_THREAD,
        At::Main => "main",
    };
    LogLine { template, node: actors::node(pod), thread, slots, counts: Vec::new() }
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
