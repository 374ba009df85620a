//! What becomes of a property under another order of a run's steps: states only, nothing told.

use super::PropertyOutcome;
use super::replay::Replay;
use super::settle::continuation;
use crate::machine::{Check, Present};

/// What a replay does with an event that a guard refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It leaves the event out.
    Skip,
    /// It gives up.
    GiveUp,
}

/// The outcome of a property after these actions from the run's initial state and the fair continuation.
/// None when an action was refused and that ends it.
pub(super) fn fate<M: Present>(
    run: &Replay<M>,
    property: usize,
    actions: impl Iterator<Item = M::Action>,
    refused: Refused,
) -> Option<PropertyOutcome> {
    let machine = run.machine();
    let check = &M::properties()[property].check;
    let mut state = *run.state(0);
    let mut buffer = Vec::new();
    let mut broken = check.is_broken_in(machine, &state, &mut buffer);
    let mut take = |state: &mut M::State, action: M::Action| {
        let after = machine.step(state, action);
        broken |= check.is_broken_by(machine, state, action, &after);
        *state = after;
        broken |= check.is_broken_in(machine, state, &mut buffer);
    };
    for action in actions {
        match machine.guard(&state, action) {
            Ok(()) => take(&mut state, action),
            Err(_) if refused == Refused::Skip => {}
            Err(_) => return None,
        }
    }
    let (rest, _) = continuation(machine, &state);
    for action in rest {
        take(&mut state, action);
    }
    Some(match check {
        Check::Recoverable(goal) => super::Status::Goal(run.escape_from(state, property, *goal)).outcome(),
        _ if broken => PropertyOutcome::Violated,
        _ => PropertyOutcome::Holds,
    })
}
