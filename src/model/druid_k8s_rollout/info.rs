//! What the model declares of itself.

use crate::machine::{FaultInfo, FixInfo, LogLayout, ModelInfo, System};
use crate::model::declare::{PROPOSED, choice, fix, number};

/// One of the ways to give up a lock, of which one is on at most.
const fn release(
    id: &'static str,
    title: &'static str,
    changes: &'static str,
    source: &'static str,
) -> FixInfo {
    FixInfo { group: Some("release"), ..fix(id, title, changes, source) }
}

const OPERATION: &str = "A matter of operation, not of code";

/// The declaration of `druid-k8s-rollout`.
pub(crate) static INFO: ModelInfo = ModelInfo {
    id: "druid-k8s-rollout",
    version: 1,
    title: "Druid rollout on Kubernetes",
    system: System::DruidKubernetes,
    summary: "A rolling update of Coordinators and Overlords that elect their leaders by two ConfigMap locks, in ticks \
              of 5 s: who leads when, for how long nobody does, and what a client is told meanwhile.",
    versions: "Druid 26 to 37.0.0-SNAPSHOT with druid-kubernetes-extensions, read in its sources; \
               kubernetes-client/java LeaderElector",
    parameters: &[
        number("pods", "Pods of a StatefulSet", 2, 3, 2),
        choice("mode", "Overlord", &["combined", "split"]),
        choice("change", "What the change restarts", &["coordinator_only", "common_config", "none"]),
        number("leader_c", "Ordinal that leads the Coordinators", 0, 2, 1),
        number("leader_o", "Ordinal that leads the Overlords", 0, 2, 1),
        number("restart", "Restart of a pod until Ready, in ticks", 1, 12, 4),
        number("grace", "Termination grace period, in ticks", 1, 120, 60),
        number("jetty", "Stop of Jetty, in ticks", 0, 6, 0),
        number("sm_stop", "Stop of the supervisors, in ticks", 0, 16, 0),
        number("worker_sync", "Sync of the workers on promotion, in ticks", 0, 108, 0),
        number("renew_deadline", "Renew deadline, in ticks", 2, 10, 4),
        choice("identity", "Identity in the lock", &["pod_ip", "stable"]),
    ],
    faults: &[FaultInfo {
        id: "partition",
        title: "A pod is cut off from the API server",
        max: 1,
        default: 0,
    }],
    fixes: &[
        fix(
            "split_overlord",
            "Run the Overlord as a node type of its own",
            "Overlords have pods of their own; a change that is for Coordinators only does not restart them.",
            "druid.coordinator.asOverlord.enabled=false, and an overlord node type",
        ),
        fix(
            "coordinator_only_change",
            "Keep the change to the Coordinators",
            "The edit goes into the Coordinators' own configuration instead of the common one.",
            OPERATION,
        ),
        fix(
            "join_outside_monitor",
            "Unregister the Coordinator outside its monitor",
            "DruidCoordinator.stop leaves its monitor before it waits for the elector thread, so the wait ends at once.",
            PROPOSED,
        ),
        fix(
            "overlord_join_outside_lock",
            "Unregister the Overlord outside its lock",
            "DruidOverlord.stop leaves giant before it waits for the elector thread, so the wait ends at once.",
            PROPOSED,
        ),
        release(
            "release_after_join",
            "Release the lock after the join",
            "After a wait for the elector thread that did not time out, the lock is emptied.",
            "Close of the library's elector, kubernetes-client/java PR #1460, which Druid does not call; apache/druid \
             #11205 meant to",
        ),
        release(
            "release_without_join",
            "Release the lock at once",
            "The lock is emptied together with the interrupt, before the stop hook has ended.",
            "The naive form of the release, to show why it has to wait",
        ),
        fix(
            "leader_last",
            "Restart the leader last",
            "The pod that leads at the beginning gets SIGTERM after all others of its StatefulSet.",
            OPERATION,
        ),
        fix(
            "shorter_lease",
            "Shorten the lease to 15 s",
            "Lease 15 s, renew deadline 10 s, retry 2 s: 3, 2 and 1 ticks. What is shorter than a tick counts as one.",
            "druid.discovery.k8s.leaseDuration, renewDeadline, retryPeriod",
        ),
        fix(
            "stable_identity",
            "Use a stable host name as identity",
            "A restarted pod finds its own name in the lock and takes it without waiting.",
            "druid.host set to the StatefulSet's DNS name",
        ),
        fix(
            "parallel_supervisor_stop",
            "Stop supervisors in parallel",
            "Stopping the supervisors takes a tick at most.",
            "apache/druid PR #17535, merged",
        ),
        fix(
            "hook_guard",
            "Ignore a start hook that comes late",
            "The start hook does nothing once its elector was told to stop.",
            PROPOSED,
        ),
        fix(
            "longer_grace",
            "Lengthen the grace period to 600 s",
            "SIGKILL comes after 120 ticks.",
            "terminationGracePeriodSeconds; the report rightly doubts that it helps",
        ),
        fix(
            "pdb",
            "Add a PodDisruptionBudget",
            "Nothing: it governs evictions and is not consulted by a StatefulSet rollout.",
            OPERATION,
        ),
        fix(
            "pre_stop",
            "Sleep in a preStop hook",
            "Two ticks of the grace period are gone before SIGTERM; no step-down is to be had meanwhile.",
            "apache/druid #6725, closed as stale, asked for such a command",
        ),
    ],
    leaves_out: &[
        "The optional sleep before Jetty's stop (unannouncePropagationDelay), in which it still answers",
        "Anything shorter than a tick of 5 s: within a tick events happen in any order and take no time",
        "Looks at a lock that is renewed, and looks at a record whose lease still runs by the candidate's own clock: \
         they change nothing. When it begins to matter, the next look comes 0 to 2 ticks later",
        "What happens inside a stopping pod: the peons' pool, callbacks and monitors are in the model of one pod. A \
         promotion that meets DruidOverlord.stop half way waits for it here",
        "The promotion of a Coordinator, which takes no time here",
        "A crash, an eviction, a rollback, a pod that never becomes Ready, and pods that restart in parallel",
        "Clock drift between pods, and an API server that answers late",
        "Which tasks run and what supervisors find: a generation counts how often they are started anew",
        "The ZooKeeper selector",
    ],
    log_layout: LogLayout::Druid,
    templates: &super::logs::TEMPLATES,
};
