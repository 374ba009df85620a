//! The properties of the fact sheet that need a cluster and a clock: S5, S6, S8, S9, and L1 to L4.

use super::DruidRollout;
use super::action::{Action, ordinal};
use super::state::{Holder, Hook, Phase, Role, State, Supervisors};
use crate::machine::{Check, Property};

/// 15 s: a release after a completed join gives at most that.
const GAP_TICKS: u32 = 3;
/// 90 s: what a lease of 60 s leads one to expect.
const LONG_GAP_TICKS: u32 = 18;

pub(super) static PROPERTIES: &[Property<DruidRollout>] = &[
    Property {
        id: "single-supervisor-owner",
        title: "Supervisors run in one pod at most",
        meaning: "At most one live process has supervisors that run or are being stopped.",
        check: Check::Always(single_supervisor_owner),
    },
    Property {
        id: "relinquish-before-release",
        title: "A lock is free only after its holder has stopped leading",
        meaning: "No lock is emptied, or taken by another, while the stop hook of its holder has not ended.",
        check: Check::Always(relinquish_before_release),
    },
    Property {
        id: "overlord-untouched",
        title: "The rollout moves no Overlord",
        meaning: "No pod that leads the Overlords is stopped.",
        check: Check::NeverStep(overlord_untouched),
    },
    Property {
        id: "no-zombie",
        title: "Nobody starts to lead after being told to stop",
        meaning: "The start hook makes no leader of a process whose elector has ended.",
        check: Check::NeverStep(no_zombie),
    },
    Property {
        id: "overlord-gap",
        title: "A new Overlord leads within 15 s",
        meaning: "From the interrupt of the leader's elector to the next leader's renew loop.",
        check: Check::Bounded(|_, state: &State| state.leaderless.stopped(), GAP_TICKS),
    },
    Property {
        id: "overlord-initialized-gap",
        title: "A new Overlord is initialized within 90 s",
        meaning: "From the interrupt of the leader's elector to the end of the next promotion.",
        check: Check::Bounded(|_, state: &State| state.uninitialized.stopped(), LONG_GAP_TICKS),
    },
    Property {
        id: "logs-gap",
        title: "Clients wait at most 90 s for the Overlord",
        meaning: "The longest stretch in which no pod answers itself, as task logs need: they look gone meanwhile.",
        check: Check::Bounded(logs_gap, LONG_GAP_TICKS),
    },
    Property {
        id: "one-handoff",
        title: "The Overlord moves once",
        meaning: "A rollout that restarts the Overlords moves their leadership once, any other not at all.",
        check: Check::Always(one_handoff),
    },
    Property {
        id: "eventually-led",
        title: "The rollout can end with a leader",
        meaning: "Every pod can come to be Ready while one Overlord holds the lock and is initialized.",
        check: Check::Recoverable(|model, state| model.handoffs(state).is_some()),
    },
    Property {
        id: "exit-within-grace",
        title: "No pod is killed",
        meaning: "Every process ends before its grace period is over.",
        check: Check::NeverStep(|_, _, action, _| action != Action::Sigkill),
    },
];

fn single_supervisor_owner(model: &DruidRollout, state: &State) -> bool {
    model.members().filter(|&member| state.overlord(member).supervisors != Supervisors::Down).count() <= 1
}

fn relinquish_before_release(model: &DruidRollout, state: &State) -> bool {
    model.members().all(|member| {
        let named = |role| state.holder(role) == Holder::Live(member);
        let supervisors = state.overlord(member).supervisors != Supervisors::Down;
        let coordinator = state.elector(Role::Coordinator, member).phase;
        let leads = matches!(coordinator, Phase::Leading | Phase::Blocked);
        (!supervisors || named(Role::Overlord)) && (!leads || named(Role::Coordinator))
    })
}

fn overlord_untouched(model: &DruidRollout, before: &State, action: Action, after: &State) -> bool {
    let stops = matches!(action, Action::Interrupt(_, Role::Overlord) | Action::Sigkill);
    let leads = |state: &State, member| state.elector(Role::Overlord, member).phase == Phase::Leading;
    !stops || model.members().all(|member| !leads(before, member) || leads(after, member))
}

fn no_zombie(_: &DruidRollout, before: &State, action: Action, after: &State) -> bool {
    let Action::HookStart(pod) = action else { return true };
    let ended = before.elector(Role::Overlord, ordinal(pod)).phase != Phase::Leading;
    !(ended && after.overlord(ordinal(pod)).hook == Hook::Promoting)
}

fn logs_gap(model: &DruidRollout, state: &State) -> Option<u32> {
    (state.dark > 0 && model.is_served(state)).then_some(u32::from(state.dark))
}

fn one_handoff(model: &DruidRollout, state: &State) -> bool {
    state.handoffs <= 1 && model.handoffs(state).is_none_or(|handoffs| handoffs >= model.needed_handoffs())
}
