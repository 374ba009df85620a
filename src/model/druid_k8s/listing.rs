//! What each thread runs, as short listings, and the line it is at.

use super::state::{Elector, Hook, Role, State};
use super::{DruidK8s, Fix, Handler, LOAD_QUEUES, coordinator, overlord};

/// A line of the Lifecycle thread, with the handler and the step it stands for.
type Line = (&'static str, Handler, u8);

impl DruidK8s {
    /// The Lifecycle thread: its handlers in their order.
    pub(super) fn life_listing(&self) -> Vec<&'static str> {
        let mut lines = vec!["wait for SIGTERM"];
        lines.extend(self.life_lines().into_iter().map(|(text, ..)| text));
        lines.push("all hooks returned: the JVM halts");
        lines
    }

    /// The line that the Lifecycle thread runs next.
    pub(super) fn life_line(&self, state: &State) -> u8 {
        let lines = self.life_lines();
        let Some(_) = state.life.position() else { return 0 };
        let at = self.handler(state).and_then(|handler| {
            let past = |&(_, of, step): &Line| of == handler && step <= state.life.step();
            lines.iter().rposition(past)
        });
        u8::try_from(at.unwrap_or(lines.len()) + 1).unwrap_or(u8::MAX)
    }

    fn life_lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for &(_, handler) in &self.handlers {
            let mut add = |text, step| lines.push((text, handler, step));
            match handler {
                Handler::Announcer => add("ANNOUNCEMENTS: unannounce the node", 0),
                Handler::Jetty => add("SERVER: stop Jetty", 0),
                Handler::DutyPools => add("NORMAL: duty pools", 0),
                Handler::Overlord => {
                    let outside = self.has(Fix::OverlordJoinOutsideLock);
                    add("DruidOverlord.stop: lock giant", overlord::LOCK);
                    add("  a leader stops its task-master", overlord::GRACEFUL);
                    add(
                        if outside { "  unlock, interrupt the elector" } else { "  interrupt the elector" },
                        overlord::CLOSE,
                    );
                    add(
                        if outside {
                            "  wait for it, 10 s at most"
                        } else {
                            "  wait for it, 10 s at most, unlock"
                        },
                        overlord::JOIN,
                    );
                }
                Handler::Coordinator => {
                    let outside = self.has(Fix::JoinOutsideMonitor);
                    add("DruidCoordinator.stop: lock the monitor", coordinator::LOCK);
                    if self.has(Fix::SynchronousStop) {
                        add("  stopBeingLeader, here", coordinator::SYNC);
                    }
                    add(
                        if outside { "  unlock, interrupt the elector" } else { "  interrupt the elector" },
                        coordinator::CLOSE,
                    );
                    add("  wait for it, 10 s at most", coordinator::JOIN);
                    add(
                        if outside { "  lock, clean up, unlock" } else { "  clean up, unlock" },
                        coordinator::CLEAN,
                    );
                }
                Handler::Between => add("another handler", 0),
                Handler::PeonPool => add("Master-PeonExec: shutdownNow", 0),
                Handler::CallbackPool if self.has(Fix::Drain) => {
                    add("callbackexec: shutdown", 0);
                    add("  wait until it is empty", 1);
                }
                Handler::CallbackPool => add("callbackexec: shutdownNow", 0),
                Handler::Rest => add("the other handlers", 0),
            }
        }
        lines
    }
}

static COORDINATOR_ELECTOR: [&str; 6] = [
    "renew the lease, or try to acquire it",
    "interrupted → stop hook",
    "leader = false, lock the monitor",
    "  load queues: execute the callbacks",
    "  announcement, lookups, metadata",
    "unlock, end",
];

static OVERLORD_ELECTOR: [&str; 5] = [
    "renew the lease, or try to acquire it",
    "interrupted → stop hook",
    "leader = false, lock giant",
    "  stop task-master, if there is one",
    "unlock, end",
];

/// An elector's thread, and the line it runs next.
pub(super) fn elector(state: &State, role: Role) -> (&'static [&'static str], u8) {
    let at = state.of(role).elector;
    let line = match at {
        Elector::Polling | Elector::Renewing => 0,
        Elector::Woken => 1,
        Elector::WantsLock => 2,
        Elector::Relinquishing => 3 + u8::from(role == Role::Coordinator && state.relinquished > LOAD_QUEUES),
        Elector::Ended => {
            if role == Role::Coordinator {
                5
            } else {
                4
            }
        }
    };
    match role {
        Role::Coordinator => (&COORDINATOR_ELECTOR, line),
        Role::Overlord => (&OVERLORD_ELECTOR, line),
    }
}

static COORDINATOR_HOOK: [&str; 7] = [
    "start hook: leader = true",
    "lock the monitor",
    "  metadata polling",
    "  load queues",
    "  announcement, lookups",
    "  register the duty pools",
    "unlock, done",
];

static OVERLORD_HOOK: [&str; 8] = [
    "start hook: leader = true",
    "lock giant",
    "  wait for the workers",
    "  sync the task queue",
    "  half leader",
    "  start the supervisors",
    "  initialized = true",
    "unlock, done",
];

/// The worker of a start hook, and the line it runs next.
pub(super) fn hook(state: &State, role: Role) -> (&'static [&'static str], u8) {
    let last = if role == Role::Coordinator { 6 } else { 7 };
    let line = match state.of(role).hook {
        Hook::None | Hook::Queued => 0,
        Hook::WantsLock => 1,
        Hook::Step1 => 2,
        Hook::Step2 => 3,
        Hook::Step3 => 4,
        Hook::Step4 => 5,
        Hook::Step5 => 6,
        Hook::Promoted | Hook::Skipped | Hook::Failed => last,
    };
    match role {
        Role::Coordinator => (&COORDINATOR_HOOK, line),
        Role::Overlord => (&OVERLORD_HOOK, line),
    }
}
