//! The properties S1 to S4 and L1 to L5 of the fact sheet (L4 has no clock and is left out).

use super::action::Action;
use super::state::{Jm, Owner, Session, State, Task};
use super::{Component, FlinkElection};
use crate::machine::{Check, Property};

pub(super) static PROPERTIES: &[Property<FlinkElection>] = &[
    Property {
        id: "never-erased",
        title: "No entry is erased while a confirmation is pending",
        meaning: "The change handler of the lock holder never removes the entry of a component that is not confirmed.",
        check: Check::NeverStep(never_erased),
    },
    Property {
        id: "published",
        title: "The leader's addresses can be published",
        meaning: "Some JobManager can come to hold the lock with a session whose entries stand for every component.",
        check: Check::Recoverable(published),
    },
    Property {
        id: "not-missing",
        title: "Every key can be present again",
        meaning: "Some JobManager can come to hold the lock with a session while no key is missing.",
        check: Check::Recoverable(not_missing),
    },
    Property {
        id: "no-dead-address",
        title: "No dead address stays for good",
        meaning: "The store can come to name no vanished process while somebody holds the lock.",
        check: Check::Recoverable(no_dead_address),
    },
    Property {
        id: "no-silent-zombie",
        title: "No leader stays unconfirmed for good",
        meaning: "The lock holder can come to have every component confirmed, or its confirmation on the way.",
        check: Check::Recoverable(no_silent_zombie),
    },
    Property {
        id: "no-foreign-write",
        title: "Only the lock holder writes entries",
        meaning: "An entry changes only by the process that the lock annotation names at that moment.",
        check: Check::NeverStep(no_foreign_write),
    },
    Property {
        id: "confirmed-implies-issued",
        title: "What is confirmed was issued",
        meaning: "A confirmed component is confirmed for the session that is issued.",
        check: Check::Always(confirmed_implies_issued),
    },
    Property {
        id: "no-double-grant",
        title: "No grant while a session is issued",
        meaning: "No grant meets an issued session and no revocation meets none, which would end the process.",
        check: Check::NeverStep(no_double_grant),
    },
];

/// The JobManager that holds the lock and has a session issued.
fn leader(state: &State) -> Option<(Jm, Session)> {
    let Owner::Jm(jm) = state.api.holder() else { return None };
    state.jm(jm).issued().map(|session| (jm, session))
}

fn never_erased(model: &FlinkElection, before: &State, action: Action, after: &State) -> bool {
    let jm = action.jm();
    let handles = match action {
        Action::Handle(_) => true,
        Action::Run(_) => matches!(before.jm(jm).tasks().next(), Some(Task::Handle(_))),
        _ => false,
    };
    !handles
        || model.components().all(|component| {
            before.api.entry(component).is_none()
                || after.api.entry(component).is_some()
                || before.jm(jm).confirmed(component).is_some()
        })
}

fn published(model: &FlinkElection, state: &State) -> bool {
    leader(state).is_some_and(|(jm, session)| {
        model.components().all(|component| state.api.entry(component) == Some((session, Owner::Jm(jm))))
    })
}

fn not_missing(model: &FlinkElection, state: &State) -> bool {
    leader(state).is_some() && model.components().all(|component| state.api.entry(component).is_some())
}

fn no_dead_address(model: &FlinkElection, state: &State) -> bool {
    let dead = |component: Component| matches!(state.api.entry(component), Some((_, Owner::Dead)));
    matches!(state.api.holder(), Owner::Jm(_)) && !model.components().any(dead)
}

fn no_silent_zombie(model: &FlinkElection, state: &State) -> bool {
    leader(state).is_some_and(|(jm, session)| {
        let process = state.jm(jm);
        model.components().all(|component| {
            process.confirmed(component) == Some(session)
                || process.is_queued(component, session)
                || process.is_waiting(component, session)
        })
    })
}

fn no_foreign_write(model: &FlinkElection, before: &State, action: Action, after: &State) -> bool {
    let changed = |component: Component| {
        let (old, new) = (before.api.entry(component), after.api.entry(component));
        // A process that ends turns its entries into those of a dead one; that is no write.
        let died = matches!((old, new), (Some((a, Owner::Jm(_))), Some((b, Owner::Dead))) if a == b);
        old != new && !died
    };
    before.api.holder() == Owner::Jm(action.jm()) || !model.components().any(changed)
}

fn confirmed_implies_issued(model: &FlinkElection, state: &State) -> bool {
    model.jms().all(|jm| {
        let process = state.jm(jm);
        model.components().all(|component| {
            process.confirmed(component).is_none() || process.confirmed(component) == process.issued()
        })
    })
}

fn no_double_grant(_: &FlinkElection, before: &State, action: Action, _: &State) -> bool {
    let Action::Run(jm) = action else { return true };
    let issued = before.jm(jm).issued();
    match before.jm(jm).tasks().next() {
        Some(Task::Grant(_)) => issued.is_none(),
        Some(Task::Revoke) => issued.is_some(),
        _ => true,
    }
}
