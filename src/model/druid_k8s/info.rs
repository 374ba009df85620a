//! What the model declares of itself.

use crate::machine::{FaultInfo, FixInfo, LogLayout, ModelInfo, System};
use crate::model::declare::{PROPOSED, choice, number};

/// The declaration of `druid-k8s`.
pub(crate) static INFO: ModelInfo = ModelInfo {
    id: "druid-k8s",
    version: 2,
    title: "Druid on Kubernetes, one pod shutting down",
    system: System::DruidKubernetes,
    summary: "The threads of one Coordinator pod from SIGTERM to the end of the JVM: the Lifecycle's stop handlers, \
              the electors of both roles, start hooks, the callback pool of the segment load queue.",
    versions: "Druid 26 to 37.0.0-SNAPSHOT with druid-kubernetes-extensions, as far as its sources were read; \
               promotion and supervisor stop in their newest form",
    parameters: &[
        choice("mode", "Roles of the process", &["combined", "split"]),
        choice("order", "Which role stops first", &["overlord_first", "coordinator_first"]),
        choice(
            "start",
            "Initial state",
            &["leading_both", "leading_coordinator", "leading_overlord", "standby", "promoting", "acquired"],
        ),
        number("servers", "Data servers with a load queue", 1, 2, 1),
        number("queued", "Queued requests a server", 0, 2, 1),
        number("between", "Other handlers before the pools", 0, 1, 0),
        choice("timeouts", "When a join can time out", &["any", "when_idle"]),
        number("grace", "Grace period, ticks of 5 s", 1, 240, 60),
        number("jetty", "Jetty's stop, ticks of 5 s", 0, 60, 0),
        number("supervisor_stop", "Stop of the supervisors, ticks of 5 s", 0, 16, 1),
        number("worker_sync", "Worker sync of a promotion, ticks of 5 s", 0, 108, 2),
    ],
    faults: &[
        FaultInfo { id: "slow_relinquish", title: "A relinquish takes longer than 10 s", max: 1, default: 0 },
        FaultInfo { id: "interrupt", title: "The Lifecycle thread is interrupted", max: 1, default: 0 },
        FaultInfo { id: "promotion_fails", title: "A promotion fails", max: 1, default: 0 },
    ],
    fixes: FIXES,
    leaves_out: &[
        "Other pods, the lease and its renewals: see druid-k8s-rollout",
        "Time, but for the waits that are named: Jetty, supervisors, joins, worker sync. Every other step takes none",
        "The duty groups, which may find out that they no longer lead and call stopBeingLeader a second time",
        "HTTP responses of data servers that arrive after the peon pool is down: the look-alike with \
         ScheduledThreadPoolExecutor in its text",
        "A callback in flight while the pool stops; a callback is one step",
        "An interrupt within a renewal (the line is then `Unexpected exception when renewing lease in the \
         background`), and the interrupt flag during the stop hook, a supervisor stop or a second join",
        "A thread overtaken between its decision to take the Overlord's fair lock and its place in the queue",
        "The instant between a handler's line and the lock it waits for; syncers of configuration, which a relinquish stops, too; \
         the second announcement of a pod with both roles",
        "Handlers that fail, other than a failed promotion; the emitter, metrics, the metadata store",
        "A promotion that fails after its wrapper was closed may leave supervisors up until the JVM ends, whatever the \
         fixes; a failed promotion's own wait for the elector is taken to succeed",
        "ZooKeeper, where the Coordinator's stopBeingLeader is never called at exit",
    ],
    log_layout: LogLayout::Druid,
    templates: &super::logs::TEMPLATES,
};

const FIXES: &[FixInfo] = &[
    FixInfo {
        id: "join_outside_monitor",
        title: "Join outside the monitor",
        changes: "DruidCoordinator.stop() leaves its monitor before it unregisters from the selector and waits for \
                  the elector's thread.",
        source: PROPOSED,
        group: None,
    },
    FixInfo {
        id: "overlord_join_outside_lock",
        title: "Join outside the Overlord's lock",
        changes: "DruidOverlord.stop() leaves its lock before it unregisters from the selector.",
        source: PROPOSED,
        group: None,
    },
    FixInfo {
        id: "synchronous_stop",
        title: "Stop being leader synchronously",
        changes: "DruidCoordinator.stop() calls its own stopBeingLeader() before it unregisters, as DruidOverlord \
                  does; the elector's second call finds nothing to do.",
        source: "Proposed here, after DruidOverlord.gracefulStopLeaderLifecycle",
        group: None,
    },
    FixInfo {
        id: "drain",
        title: "Drain the callback pool",
        changes: "The callback pool is stopped by shutdown() and a wait for its queue instead of shutdownNow().",
        source: PROPOSED,
        group: None,
    },
    FixInfo {
        id: "late_pool",
        title: "Stop the callback pool last",
        changes: "The callback pool is registered at stage INIT, so that it stops after everything at stage NORMAL.",
        source: PROPOSED,
        group: None,
    },
    FixInfo {
        id: "tolerate",
        title: "Tolerate a rejected callback",
        changes: "HttpLoadQueuePeon catches the rejection, drops the callback and goes on.",
        source: PROPOSED,
        group: None,
    },
    FixInfo {
        id: "release_after_join",
        title: "Release the lock after the join",
        changes: "The wrapper's close() empties the lock record once its thread has ended.",
        source: "Proposed here; LeaderElector.close() of kubernetes-client/java does it (PR #1460), Druid never \
                 calls it. druid#11205 set out to, and was closed as stale",
        group: Some("release"),
    },
    FixInfo {
        id: "release_without_join",
        title: "Release the lock at once",
        changes: "The wrapper's close() empties the lock record before it waits for its thread.",
        source: "Proposed here, as the tempting form of the other",
        group: Some("release"),
    },
    FixInfo {
        id: "overlord_guard",
        title: "Guard the Overlord's promotion",
        changes: "DruidOverlord.becomeLeader() returns once stop() has begun, as DruidCoordinator's does.",
        source: "Proposed here, after the check of `started` in DruidCoordinator.becomeLeader",
        group: None,
    },
    FixInfo {
        id: "hook_guard",
        title: "Guard the start hook",
        changes: "A start hook that comes after the wrapper's close() does nothing.",
        source: PROPOSED,
        group: None,
    },
    FixInfo {
        id: "parallel_supervisor_stop",
        title: "Stop supervisors in parallel",
        changes: "The stop of the supervisors takes at most one tick, however many are stuck.",
        source: "druid#17535, part of an upgrade",
        group: None,
    },
    FixInfo {
        id: "longer_grace",
        title: "Longer grace period",
        changes: "terminationGracePeriodSeconds is 600.",
        source: "The first thing one tries; the report rules it out",
        group: None,
    },
    FixInfo {
        id: "pdb",
        title: "PodDisruptionBudget",
        changes: "Nothing here: a StatefulSet's rolling update does not consult it.",
        source: "The Kubernetes documentation on disruptions",
        group: None,
    },
    FixInfo {
        id: "pre_stop",
        title: "preStop sleep",
        changes: "SIGTERM comes 10 s later; the grace period runs meanwhile.",
        source: "A common advice for rolling updates; Druid has no call to step down (druid#6725)",
        group: None,
    },
];
