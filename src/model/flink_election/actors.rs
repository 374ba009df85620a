//! The actors, and the listings of their threads.

use super::state::{Component, Jm};
use crate::machine::{Actor, ActorInfo};

/// Actors of one JobManager.
const PER_JM: u8 = 8;

const fn actor(id: &'static str, title: &'static str, node: &'static str) -> ActorInfo {
    ActorInfo { id, title, node }
}

/// All actors; a run with one JobManager uses the first half.
pub(super) static ACTORS: [ActorInfo; 2 * PER_JM as usize] = [
    actor("jm1.elector", "elector", "JobManager 1"),
    actor("jm1.executor", "executor", "JobManager 1"),
    actor("jm1.watch", "watch thread", "JobManager 1"),
    actor("jm1.resourcemanager", "resourcemanager", "JobManager 1"),
    actor("jm1.restserver", "restserver", "JobManager 1"),
    actor("jm1.job", "job", "JobManager 1"),
    actor("jm1.dispatcher", "dispatcher", "JobManager 1"),
    actor("jm1.process", "process", "JobManager 1"),
    actor("jm2.elector", "elector", "JobManager 2"),
    actor("jm2.executor", "executor", "JobManager 2"),
    actor("jm2.watch", "watch thread", "JobManager 2"),
    actor("jm2.resourcemanager", "resourcemanager", "JobManager 2"),
    actor("jm2.restserver", "restserver", "JobManager 2"),
    actor("jm2.job", "job", "JobManager 2"),
    actor("jm2.dispatcher", "dispatcher", "JobManager 2"),
    actor("jm2.process", "process", "JobManager 2"),
];

/// The actors of so many JobManagers.
pub(super) fn of(jobmanagers: u8) -> &'static [ActorInfo] {
    &ACTORS[..usize::from(jobmanagers * PER_JM)]
}

pub(super) fn elector(jm: Jm) -> Actor {
    Actor(jm * PER_JM)
}

pub(super) fn executor(jm: Jm) -> Actor {
    Actor(jm * PER_JM + 1)
}

pub(super) fn watch(jm: Jm) -> Actor {
    Actor(jm * PER_JM + 2)
}

/// The thread on which a component confirms.
pub(super) fn contender(jm: Jm, component: Component) -> Actor {
    Actor(jm * PER_JM + 3 + component as u8)
}

pub(super) fn process(jm: Jm) -> Actor {
    Actor(jm * PER_JM + 7)
}

pub(super) const ELECTOR_START: u8 = 0;
pub(super) const ELECTOR_ACQUIRE: u8 = 1;
pub(super) const ELECTOR_GRANT: u8 = 2;
pub(super) const ELECTOR_RENEW: u8 = 3;
pub(super) const ELECTOR_REVOKE: u8 = 4;

/// The elector's thread.
pub(super) static ELECTOR: [&str; 5] = [
    "GET the lock",
    "  free or expired → write our name",
    "  names us → queue the grant",
    "every 5 s: renew → change event",
    "lost → queue the revocation",
];

pub(super) const EXECUTOR_GRANT: u8 = 1;
pub(super) const EXECUTOR_REVOKE: u8 = 2;
pub(super) const EXECUTOR_CONFIRM: u8 = 3;
pub(super) const EXECUTOR_FAIL: u8 = 4;
pub(super) const EXECUTOR_HANDLE: u8 = 5;

/// The executor's thread; the last line exists only with the fix `on_executor`.
pub(super) static EXECUTOR: [&str; 6] = [
    "take the next task, with the lock:",
    "  grant s → issued = s, tell all",
    "  revoke → forget confirmed, issued",
    "  confirm → GET, then publish",
    "  GET fails → unread future fails",
    "  change event → handle it here",
];

pub(super) const WATCH_IGNORE: u8 = 1;
pub(super) const WATCH_EQUAL: u8 = 2;
pub(super) const WATCH_CORRECT: u8 = 3;
pub(super) const WATCH_FIXED: u8 = 4;
pub(super) const WATCH_RESET: u8 = 5;
pub(super) const WATCH_HAND_OVER: u8 = 6;

/// The watch thread as it is.
pub(super) static WATCH: [&str; 5] = [
    "on change event e, with the lock:",
    "  lock not ours in e → ignore",
    "  confirmed[c] = e[c] → nothing",
    "  confirmed[c] differs → publish it",
    "  confirmed[c] empty → erase c",
];

/// The watch thread with a fix that spares entries.
pub(super) static WATCH_SPARING: [&str; 6] = [
    "on change event e, with the lock:",
    "  lock not ours in e → ignore",
    "  confirmed[c] = e[c] → nothing",
    "  confirmed[c] differs → publish it",
    "  empty, but the fix applies → keep c",
    "  confirmed[c] empty → erase c",
];

/// The watch thread with the fix `on_executor`.
pub(super) static WATCH_HANDING_OVER: [&str; 3] =
    ["on change event e:", "  lock not ours in e → ignore", "  queue e on the executor"];

pub(super) const CONTENDER_START: u8 = 0;
pub(super) const CONTENDER_CONFIRM: u8 = 1;
pub(super) const CONTENDER_CLOSE: u8 = 2;

/// A delayed contender's thread.
pub(super) static CONTENDER: [&str; 3] =
    ["granted s → start up, on its own thread", "  ready → queue confirm(s)", "  s is gone → give up"];
