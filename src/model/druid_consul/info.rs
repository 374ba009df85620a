//! What the model declares of itself.

use crate::machine::{FaultInfo, FixInfo, LogLayout, ModelInfo, System};
use crate::model::declare::{PROPOSED, choice, fix, number};

const fn fault(id: &'static str, title: &'static str, max: u32) -> FaultInfo {
    FaultInfo { id, title, max, default: 0 }
}

/// One of the tokens that a fenced resource can compare.
const fn fence(id: &'static str, title: &'static str, changes: &'static str) -> FixInfo {
    FixInfo {
        group: Some("fence"),
        ..fix(id, title, changes, "A design rule; apache/druid #3498 asked for epochs")
    }
}

const SETTING: &str = "A setting of druid.discovery.consul";

/// The declaration of `druid-consul`.
pub(crate) static INFO: ModelInfo = ModelInfo {
    id: "druid-consul",
    version: 3,
    title: "Druid's Consul leader selector",
    system: System::DruidConsul,
    summary: "Two Druid nodes that elect a leader by a lock in Consul's KV store: election loop, session keeper and \
              whoever unregisters, with Consul's sessions, TTL and lock-delay on one clock of ticks.",
    versions: "druid-consul-extensions at 32747cd5 (39.0.0-SNAPSHOT), whose ConsulLeaderSelector the report's excerpt matches, \
               with consul-api 1.4.5; Consul's sessions and KV store read in their sources",
    parameters: &[
        number("poll", "Poll of the loop, in ticks (healthCheckInterval)", 1, 60, 3),
        number("renew", "Pause between renewals, in ticks", 1, 60, 1),
        number("ttl", "Session TTL, in ticks; it expires at twice that", 1, 120, 4),
        number("lock_delay", "Lock-delay, in ticks", 0, 60, 2),
        number("rpc_hang", "Time-out of a call that hangs, in ticks", 0, 120, 0),
        number("backoff", "Back-off after an exception, in ticks", 1, 60, 2),
        number("join", "Wait for the loop when unregistering, in ticks", 1, 20, 2),
        number("max_errors", "leaderMaxErrorRetries; 0 for no limit", 0, 9, 0),
        number("callback", "Length of a callback, in ticks", 0, 20, 0),
        choice("start", "Node a at the beginning", &["cold", "leading"]),
        choice("caller", "The caller of unregisterListener", &["plain", "holds_giant"]),
        number("tick_us", "Length of a tick, in microseconds", 1_000, 60_000_000, 3_333_333),
    ],
    faults: &[
        fault("invalidate", "Consul gives up the leader's session", 3),
        fault("delete_key", "Somebody deletes the lock's key", 3),
        fault("operator_overwrite_key", "Somebody overwrites the lock's key", 3),
        fault("error", "A call fails", 4),
        fault("lost_answer", "The answer to a call is lost", 4),
        fault("cut", "Node a is cut off from Consul", 2),
        fault("pause", "Node a stands still", 2),
        fault("crash", "The process of node a ends", 1),
        fault("listener_exception", "A start callback throws an exception", 2),
        fault("listener_error", "A callback throws an Error", 2),
        fault("unregister", "Node a unregisters", 1),
        fault("write", "Writes to the fenced resource that are followed", 8),
    ],
    fixes: &[
        fix(
            "kick",
            "Let the keeper wake the loop",
            "A renewal that Consul answers with `not found` ends the sleep of a leader's loop, which validates at once.",
            PROPOSED,
        ),
        fix(
            "lease",
            "Step down when renewals fail for a TTL",
            "A leader whose last renewal is a TTL ago steps down without asking Consul, and is not promoted before the next \
             one. A loop that hangs in a call does not notice.",
            PROPOSED,
        ),
        fix(
            "retry",
            "Take an unknown answer for no answer",
            "Up to two exceptions in a row from a validation or an acquire leave the leader in place until the next \
             iteration, within the lease.",
            PROPOSED,
        ),
        fix(
            "definite",
            "Drop a session only when Consul says so",
            "An exception while the session's info is asked for keeps the session, and the loop sleeps.",
            PROPOSED,
        ),
        fix(
            "destroy",
            "Destroy a session that is dropped",
            "Whenever the loop forgets a session it destroys it at Consul.",
            "The same cure as docker-archive/leadership #2",
        ),
        fix(
            "dretry",
            "Repeat a destroy that fails",
            "The last destroy is repeated as long as Consul answers with errors.",
            PROPOSED,
        ),
        fix(
            "order",
            "Stop the loop before anything else",
            "unregisterListener sets `stopping`, interrupts the loop and waits for it; the loop itself stops the listener, \
             forgets the session and destroys it on its way out.",
            PROPOSED,
        ),
        fix(
            "guard",
            "Let one state machine start and stop",
            "Callbacks exclude each other, a start is refused once the selector stops, and only what runs is stopped.",
            PROPOSED,
        ),
        fix(
            "nonull",
            "Never acquire without a session",
            "The loop asks for the lock only with the id of a session.",
            PROPOSED,
        ),
        fix(
            "fin",
            "Clean up on every way out",
            "The loop catches every Throwable; when it ends it stops what runs and destroys its session. After a failed \
             start it calls stop.",
            PROPOSED,
        ),
        fix(
            "relist",
            "Let the listener look whether it was stopped",
            "A start does nothing once the listener's owner has begun to stop.",
            "DruidCoordinator does so",
        ),
        fix(
            "unlock",
            "Unregister outside the listener's lock",
            "The owner frees its lock before it calls unregisterListener.",
            "A change of DruidOverlord.stop",
        ),
        fix(
            "idempotent_listener",
            "Make the callbacks idempotent",
            "A start while services run, and a stop while they don't, do nothing.",
            "The report's advice",
        ),
        fix(
            "longer_ttl",
            "Double the session TTL",
            "leaderSessionTtl is twice as long, 120 ticks at most.",
            SETTING,
        ),
        fix(
            "longer_lock_delay",
            "Make lock-delay longer than the poll",
            "Lock-delay is at least a tick longer than healthCheckInterval. In the code it is fixed at 5 s.",
            PROPOSED,
        ),
        fix(
            "shorter_poll",
            "Make the poll shorter than lock-delay",
            "healthCheckInterval is at least a tick shorter than lock-delay.",
            SETTING,
        ),
        fence(
            "fence_local_term",
            "Fence with the local term",
            "Writes carry localTerm(), and the resource refuses a lower one than it has seen.",
        ),
        fence(
            "fence_lock_index",
            "Fence with LockIndex",
            "Writes carry the key's LockIndex, and the resource refuses a lower one than it has seen.",
        ),
        fence(
            "fence_modify_index",
            "Fence with ModifyIndex",
            "Writes carry the key's ModifyIndex as it was at the last validation before the start, and the resource refuses \
             a lower one than it has seen.",
        ),
    ],
    leaves_out: &[
        "Reads that a deposed Consul leader answers (hazard H25), and with it the fix to use consistent reads",
        "A change of the Consul leader, which restarts every TTL, and a restart of the server, which forgets lock-delay",
        "A session TTL that expires later than twice its length; Consul promises no earlier, and its code waits exactly so long",
        "Version A of the selector, which goes on without a session when Consul returns none",
        "The random half of the back-off, which is constant here",
        "Faults of the second node, a third node, and more than six sessions at once",
        "ACL tokens (hazard H23), datacenters (H31), an interrupt flag left by a listener (H33), and the metrics",
        "The instant between the loop's read of the session's id and the request that has it",
        "What a listener does within its callbacks; a callback that hangs for ever (H17); what stopBeingLeader throws, but \
         for an Error on the loop's thread",
        "Clock drift, and what is shorter than a tick: within a tick events happen in any order and take no time",
    ],
    log_layout: LogLayout::Druid,
    templates: super::lines::ALL,
};
