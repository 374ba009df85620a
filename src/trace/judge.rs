//! Whether a step or a state breaks a property. Ways back are another question.

use crate::machine::{Check, Machine, at_rest};

/// Whether a state breaks a property that is judged by states.
pub(super) fn state_breaks<M: Machine>(
    machine: &M,
    check: &Check<M>,
    state: &M::State,
    buffer: &mut Vec<M::Action>,
) -> bool {
    match *check {
        Check::Always(holds) => !holds(machine, state),
        Check::AtRest(holds) => !holds(machine, state) && at_rest(machine, state, buffer),
        Check::Bounded(ticks, bound) => ticks(machine, state).is_some_and(|ticks| ticks > bound),
        Check::NeverStep(_) | Check::Recoverable(_) => false,
    }
}

/// Whether a step breaks a property that is judged by steps.
pub(super) fn step_breaks<M: Machine>(
    machine: &M,
    check: &Check<M>,
    before: &M::State,
    action: M::Action,
    after: &M::State,
) -> bool {
    matches!(*check, Check::NeverStep(keeps) if !keeps(machine, before, action, after))
}
