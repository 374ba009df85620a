//! The same schedule under two sets of fixes: what is struck out, where they part, how each ends.

use super::player::{Player, Settled};
use std::rc::Rc;

/// Where two replays of one schedule part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Divergence {
    /// The step is possible in one and refused in the other.
    Refused {
        /// The step, counted from 1.
        step: usize,
        /// The guard that refuses it.
        guard: String,
    },
    /// The step does something else.
    Effect {
        /// The step, counted from 1.
        step: usize,
    },
}

impl Divergence {
    /// The step, counted from 1.
    pub fn step(&self) -> usize {
        match self {
            Self::Refused { step, .. } | Self::Effect { step } => *step,
        }
    }
}

/// A schedule as it was made, against the same schedule under other fixes.
#[derive(Clone)]
pub struct Comparison {
    /// The run as made.
    pub original: Rc<dyn Player>,
    /// The run under the fixes that are on now.
    pub changed: Rc<dyn Player>,
    /// The first step whose possibility or effect differs.
    pub divergence: Option<Divergence>,
    /// How the original ends.
    pub before: Settled,
    /// How the changed one ends.
    pub after: Settled,
}

impl Comparison {
    /// Compares two replays of the same schedule.
    pub fn new(original: Rc<dyn Player>, changed: Rc<dyn Player>) -> Self {
        let divergence = first_difference(&*original, &*changed);
        let (before, after) = (original.settled(), changed.settled());
        Self { original, changed, divergence, before, after }
    }

    /// Whether any property or key ends differently.
    pub fn changes_outcome(&self) -> bool {
        self.before.outcomes != self.after.outcomes
    }
}

fn first_difference(original: &dyn Player, changed: &dyn Player) -> Option<Divergence> {
    (1..=original.len().min(changed.len())).find_map(|step| {
        if original.is_refused(step) != changed.is_refused(step) {
            let guard = changed.step(step).refused.or_else(|| original.step(step).refused);
            return Some(Divergence::Refused { step, guard: guard.unwrap_or_default() });
        }
        (!changed.same_state(step, original, step)).then_some(Divergence::Effect { step })
    })
}
