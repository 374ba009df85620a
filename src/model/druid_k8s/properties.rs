//! The properties. Letters and numbers in comments are those of the fact sheet.

use super::action::Action;
use super::state::{Elector, Lease, Process, Role, State, Supervisors};
use super::{DruidK8s, Handler, RELINQUISH_STEPS};
use crate::machine::{Check, Property};

pub(super) static PROPERTIES: &[Property<DruidK8s>] = &[
    Property {
        id: "no-rejection",
        title: "No callback is rejected",
        meaning: "stopBeingLeader never fails with a RejectedExecutionException.",
        // S1
        check: Check::NeverStep(|_, before: &State, _, after: &State| {
            before.was_rejected() || !after.was_rejected()
        }),
    },
    Property {
        id: "relinquish-complete",
        title: "A graceful exit relinquishes completely",
        meaning: "When the pod of a Coordinator leader exits gracefully, all six steps of stopBeingLeader ran.",
        // S2
        check: Check::Always(|model: &DruidK8s, state: &State| {
            state.process != Process::Exited
                || !model.led_coordinator(state)
                || state.relinquished == RELINQUISH_STEPS
        }),
    },
    Property {
        id: "nothing-lost",
        title: "No callback is lost",
        meaning: "When the process ends, however it ends, the callback of every queued request has run.",
        // S3
        check: Check::Always(|model: &DruidK8s, state: &State| {
            state.process == Process::Up || state.ran == model.requests()
        }),
    },
    Property {
        id: "supervisors-stopped",
        title: "A graceful exit stops the supervisors first",
        meaning: "When the pod exits gracefully, its supervisors are down.",
        // S4
        check: Check::Always(|_, state: &State| {
            state.process != Process::Exited || state.supervisors == Supervisors::Down
        }),
    },
    Property {
        id: "supervisors-down-at-end",
        title: "The supervisors are down at the end",
        meaning: "When the process ends, however it ends, its supervisors are down.",
        // S4b
        check: Check::Always(|_, state: &State| {
            state.process == Process::Up || state.supervisors == Supervisors::Down
        }),
    },
    Property {
        id: "no-early-release-coordinator",
        title: "The Coordinator relinquishes before it releases",
        meaning: "The Coordinator's lock record is not emptied before its stopBeingLeader has ended.",
        // S6
        check: Check::Always(|_, state: &State| {
            let selector = state.of(Role::Coordinator);
            let busy = matches!(selector.elector, Elector::WantsLock | Elector::Relinquishing)
                && state.relinquished < RELINQUISH_STEPS;
            let leads = selector.leader && state.relinquished < RELINQUISH_STEPS;
            selector.lease != Lease::Released || !(leads || busy)
        }),
    },
    Property {
        id: "no-early-release-overlord",
        title: "The Overlord relinquishes before it releases",
        meaning: "While the Overlord's lock record is empty, this pod runs no supervisors.",
        // S6
        check: Check::Always(|_, state: &State| {
            let released = state.of(Role::Overlord).lease == Lease::Released;
            !released || state.supervisors == Supervisors::Down
        }),
    },
    Property {
        id: "no-stall-coordinator",
        title: "DruidCoordinator.stop() does not stall",
        meaning: "Its wait for the elector's thread does not time out.",
        // S7
        check: Check::NeverStep(|model, before, action, after| {
            !times_out(model, before, action, after, Handler::Coordinator)
        }),
    },
    Property {
        id: "no-stall-overlord",
        title: "DruidOverlord.stop() does not stall",
        meaning: "Its wait for the elector's thread does not time out.",
        // S7
        check: Check::NeverStep(|model, before, action, after| {
            !times_out(model, before, action, after, Handler::Overlord)
        }),
    },
    Property {
        id: "no-zombie-coordinator",
        title: "No Coordinator that nobody can stop",
        meaning: "The selector never says leader when its elector has ended, which leaves the lock to others.",
        // S9
        check: Check::Always(|_, state: &State| !is_zombie(state, Role::Coordinator)),
    },
    Property {
        id: "no-zombie-overlord",
        title: "No Overlord that nobody can stop",
        meaning: "The selector never says leader when its elector has ended, which leaves the lock to others.",
        // S9
        check: Check::Always(|_, state: &State| !is_zombie(state, Role::Overlord)),
    },
    Property {
        id: "exit-within-grace",
        title: "The pod exits within its grace period",
        meaning: "The process is not ended by SIGKILL.",
        // L3
        check: Check::Always(|_, state: &State| state.process != Process::Killed),
    },
];

/// Whether a join of the handler ends by its time-out, and not by SIGKILL before that.
fn times_out(model: &DruidK8s, before: &State, action: Action, after: &State, handler: Handler) -> bool {
    matches!(action, Action::TimeOut | Action::TimeOutSlow)
        && model.handler(before) == Some(handler)
        && !model.is_overdue(after)
}

fn is_zombie(state: &State, role: Role) -> bool {
    let selector = state.of(role);
    selector.leader && selector.elector == Elector::Ended
}
