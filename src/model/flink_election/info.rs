//! What the model declares of itself.

use crate::machine::{FaultInfo, FixInfo, LogLayout, ModelInfo, ParameterInfo, ParameterKind, System};

const COMPONENTS: &[&str] = &["restserver", "resourcemanager", "dispatcher", "job"];

/// The declaration of `flink-election`.
pub(crate) static INFO: ModelInfo = ModelInfo {
    id: "flink-election",
    version: 1,
    title: "Flink leader election on Kubernetes",
    system: System::Flink,
    summary: "DefaultLeaderElectionService with asynchronous confirmation, its Kubernetes driver and elector, the \
              contenders, and the leader ConfigMap they share.",
    versions: "Flink 2.3.0, read in its class files; the asynchronous confirmation came with FLINK-36451 \
               (1.19.2, 1.20.1 and 2.0.0 by merge dates)",
    parameters: &[
        ParameterInfo {
            id: "jobmanagers",
            title: "JobManagers",
            kind: ParameterKind::Number { min: 1, max: 2, default: 1 },
        },
        ParameterInfo {
            id: "components",
            title: "Registered components",
            kind: ParameterKind::Set { options: COMPONENTS, default: &["restserver", "resourcemanager"] },
        },
        ParameterInfo {
            id: "init",
            title: "Initial state",
            kind: ParameterKind::Choice {
                options: &["leading", "stale_of_dead", "empty"],
                default: "leading",
            },
        },
    ],
    faults: &[
        FaultInfo { id: "confirm_fail", title: "The GET of a confirmation fails", max: 2, default: 1 },
        FaultInfo { id: "loss", title: "Leadership is lost", max: 3, default: 1 },
        FaultInfo { id: "crash", title: "A JobManager crashes", max: 1, default: 0 },
    ],
    fixes: &[
        FixInfo {
            id: "ignore_pending_confirm",
            title: "Ignore events while a confirmation is pending",
            changes: "The change handler leaves the store alone when a session is issued and the component is not \
                      confirmed.",
            source: "One half of PR #28748 as its description reads",
            group: None,
        },
        FixInfo {
            id: "ignore_pending_grant",
            title: "Ignore events while a grant is pending",
            changes: "The change handler leaves the store alone when no session is issued.",
            source: "The other half of PR #28748; two upstream tests require the opposite today",
            group: None,
        },
        FixInfo {
            id: "retry",
            title: "Retry a failed confirmation",
            changes: "A failed confirmation is queued again while its session is still issued.",
            source: "Proposed here; no upstream change is known",
            group: None,
        },
        FixInfo {
            id: "escalate",
            title: "Escalate a failed confirmation",
            changes: "A failed confirmation of any component ends the process, as it does for dispatcher and job.",
            source: "Proposed here; no upstream change is known",
            group: None,
        },
        FixInfo {
            id: "on_executor",
            title: "Handle events on the executor",
            changes: "The watch thread queues change events on the leadershipOperationExecutor.",
            source: "Proposed here; no upstream change is known",
            group: None,
        },
        FixInfo {
            id: "keep_own",
            title: "Keep entries with our own address",
            changes: "The change handler erases only entries that another process wrote.",
            source: "Proposed here; no upstream change is known",
            group: None,
        },
        FixInfo {
            id: "reconcile",
            title: "Reconcile unconfirmed components",
            changes: "A timer queues a confirmation for each component of the issued session that has none on its \
                      way.",
            source: "Proposed here; no upstream change is known",
            group: None,
        },
    ],
    leaves_out: &[
        "Time: the order of events is free, durations are nominal and only set the log's clock",
        "HTTP retries of the client: one failed GET stands for retries that ran out, or an answer that is not retried",
        "Failing writes: a publish that gives up after 16 attempts ends the process and is not modelled",
        "The GET and the publish of one confirmation as separate steps: the service holds its lock over both",
        "More than 5 tasks in an executor queue and more than 2 waiting change events; older events coalesce, of which the \
         real watch drops none",
        "That the driver ignores the first sight of a ConfigMap, and that nothing is lost between a grant by path A and \
         the elector's first write",
        "Manual edits of the ConfigMap, a third JobManager, and closing or re-registering contenders",
        "Host names of restarted processes: a new process prints the old one's, and what the old one wrote counts as dead",
        "ZooKeeper, where the check of leadership can't throw",
    ],
    log_layout: LogLayout::Flink,
    templates: &super::logs::TEMPLATES,
};
