//! The log lines of `ConsulLeaderSelector` and of the Consul server: exactly their templates.

use crate::machine::{Level, LogTemplate};

const SELECTOR: &str = "org.apache.druid.consul.discovery.ConsulLeaderSelector";
const SERVER: &str = "agent.server";

const fn line(level: Level, message: &'static str) -> LogTemplate {
    LogTemplate { level, logger: SELECTOR, message }
}

pub(super) static STARTING: LogTemplate = line(Level::Info, "Starting leader election loop for [{lock}]");
pub(super) static CREATED: LogTemplate =
    line(Level::Info, "Created session [{session}...] for leader election, TTL={ttl}s");
pub(super) static NOT_VALIDATED: LogTemplate = line(Level::Debug, "Failed to validate session [{session}]");
pub(super) static FOLLOWER_EXPIRED: LogTemplate =
    line(Level::Info, "Follower session [{session}] expired or invalid, recreating");
pub(super) static ACQUIRE_FAILED: LogTemplate = line(Level::Error, "Failed to acquire lock on key [{lock}]");
pub(super) static SKIPPING_STOPPING: LogTemplate = line(
    Level::Info,
    "Skipping leadership for [{lock}] because selector is stopping (interrupted={interrupted})",
);
pub(super) static SKIPPING_NULL: LogTemplate =
    line(Level::Warn, "Skipping leadership for [{lock}] because session is null");
pub(super) static WILL_RETRY: LogTemplate =
    line(Level::Warn, "Lock ownership validation failed for [{lock}]; will retry");
pub(super) static ABORTING: LogTemplate =
    line(Level::Warn, "Aborting promotion: session={session}, stopping={stopping}");
pub(super) static OWNERSHIP_FAILED: LogTemplate = line(Level::Warn, "Ownership check failed for [{lock}]");
pub(super) static ALREADY_LEADER: LogTemplate = line(Level::Info, "Already leader for [{lock}]");
pub(super) static LOST_IN_PROMOTION: LogTemplate =
    line(Level::Error, "Lost ownership during promotion for [{lock}]");
pub(super) static BECAME: LogTemplate = line(Level::Info, "Became leader for [{lock}], term={term}");
pub(super) static LISTENER_FAILED: LogTemplate =
    line(Level::Error, "Listener failed during promotion, destroyed session");
pub(super) static DESTROY_FAILED: LogTemplate = line(Level::Error, "Failed to destroy session [{session}]");
pub(super) static KEY_MISSING: LogTemplate =
    line(Level::Warn, "Lock key [{lock}] missing when validating ownership");
pub(super) static KEY_WITHOUT_SESSION: LogTemplate =
    line(Level::Warn, "Lock key [{lock}] has no session owner");
pub(super) static KEY_OWNED_BY: LogTemplate =
    line(Level::Warn, "Lock key [{lock}] owned by session [{owner}], expected [{session}]");
pub(super) static VALIDATION_FAILED: LogTemplate =
    line(Level::Error, "Failed to validate lock ownership for [{lock}]");
/// The warning of the report.
pub(super) static STEPPING_DOWN: LogTemplate =
    line(Level::Warn, "Main Loop: Lost lock ownership check for [{lock}], stepping down");
pub(super) static LOSING: LogTemplate = line(Level::Info, "Losing leadership for [{lock}]");
pub(super) static STEPPED_DOWN: LogTemplate =
    line(Level::Info, "Successfully stepped down as leader for [{lock}]");
pub(super) static ERROR_IN_LOOP: LogTemplate = line(Level::Error, "Error in leader election loop");
pub(super) static GIVING_UP: LogTemplate =
    line(Level::Error, "Leader selector for [{lock}] exceeded max error retries [{retries}], giving up.");
pub(super) static EXITING: LogTemplate = line(Level::Info, "Exiting leader election loop for [{lock}]");
pub(super) static RENEWED: LogTemplate =
    line(Level::Debug, "Session Keeper: Successfully renewed session [{session}]");
pub(super) static RENEWAL_FAILED: LogTemplate =
    line(Level::Error, "Session Keeper: Exception renewing session [{session}]");
pub(super) static UNREGISTERING: LogTemplate =
    line(Level::Info, "Unregistering leader selector for [{lock}]");
pub(super) static CALLER_DESTROY_FAILED: LogTemplate = line(Level::Error, "Failed to destroy Consul session");
pub(super) static LOOP_NOT_TERMINATED: LogTemplate =
    line(Level::Warn, "Leader selector executor did not terminate in time");
pub(super) static KEEPER_NOT_TERMINATED: LogTemplate =
    line(Level::Warn, "Session keeper service did not terminate in time");
/// Of the Overlord, when a promotion finds the services of an earlier one: an alert, so with its data behind it.
pub(super) static OLD_LIFECYCLE: LogTemplate = LogTemplate {
    level: Level::Error,
    logger: "org.apache.druid.indexing.overlord.DruidOverlord",
    message: "TaskMaster set a new Lifecycle without the old one being cleared!  Race condition: \
              {class=org.apache.druid.indexing.overlord.DruidOverlord}",
};
/// Of the Consul server.
pub(super) static TTL_EXPIRED: LogTemplate =
    LogTemplate { level: Level::Debug, logger: SERVER, message: "Session TTL expired: session={session}" };
/// Of the Consul server. It adds when the delay ends, as `expire_time`.
pub(super) static REJECTING: LogTemplate = LogTemplate {
    level: Level::Warn,
    logger: "agent.server.kvs",
    message: "Rejecting lock of key due to lock-delay: key={lock}",
};

/// Every line that the model prints.
pub(super) static ALL: &[&LogTemplate] = &[
    &STARTING,
    &CREATED,
    &NOT_VALIDATED,
    &FOLLOWER_EXPIRED,
    &ACQUIRE_FAILED,
    &SKIPPING_STOPPING,
    &SKIPPING_NULL,
    &WILL_RETRY,
    &ABORTING,
    &OWNERSHIP_FAILED,
    &ALREADY_LEADER,
    &LOST_IN_PROMOTION,
    &BECAME,
    &LISTENER_FAILED,
    &DESTROY_FAILED,
    &KEY_MISSING,
    &KEY_WITHOUT_SESSION,
    &KEY_OWNED_BY,
    &VALIDATION_FAILED,
    &STEPPING_DOWN,
    &LOSING,
    &STEPPED_DOWN,
    &ERROR_IN_LOOP,
    &GIVING_UP,
    &EXITING,
    &RENEWED,
    &RENEWAL_FAILED,
    &UNREGISTERING,
    &CALLER_DESTROY_FAILED,
    &LOOP_NOT_TERMINATED,
    &KEEPER_NOT_TERMINATED,
    &OLD_LIFECYCLE,
    &TTL_EXPIRED,
    &REJECTING,
];
