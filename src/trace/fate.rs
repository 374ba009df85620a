//! What becomes of a property under another order of a run's steps: states only, nothing told.

use super::PropertyOutcome;
use super::player::Player;
use super::replay::Replay;
use super::settle::go_on;
use crate::machine::Kind;

/// What a replay does with an event that a guard refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It leaves the event out.
    Skip,
    /// It gives up.
    GiveUp,
}

/// The outcome of a property after these steps of the run from its initial state and the fair continuation.
/// None when an event was refused and that ends it.
pub(super) fn fate(
    run: &Replay,
    property: usize,
    order: impl Iterator<Item = usize>,
    refused: Refused,
) -> Option<PropertyOutcome> {
    let mut other = run.steps.fork(0);
    for step in order {
        other.push(run.event(step).as_str()).expect("the run has this event");
        let len = other.len();
        match refused {
            _ if !other.is_refused(len) => {}
            Refused::Skip => other.truncate(len - 1),
            Refused::GiveUp => return None,
        }
    }
    go_on(&mut *other);
    let end = other.len();
    Some(match run.property_infos()[property].kind {
        Kind::Recoverable => run.status(&*other, end, property).outcome(),
        _ if (0..=end).any(|position| other.breaks(position, property)) => PropertyOutcome::Violated,
        _ => PropertyOutcome::Holds,
    })
}
