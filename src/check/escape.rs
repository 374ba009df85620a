//! Whether a goal can still be reached from a state without any further fault.

use crate::machine::{Key, Machine, key};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// How many states a question on the page may look at before it answers "limit reached".
pub const ESCAPE_STATES: usize = 100_000;

/// The answer to "is there a way back?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// The goal is met in the state itself.
    Here,
    /// The goal is reached after this many fault-free steps, and no fewer.
    Within(u32),
    /// No fault-free continuation reaches the goal: all of them, this many states, were looked at.
    Lost {
        /// States looked at, the first included.
        states: u32,
    },
    /// The limit was reached first, so this is no answer.
    Limit {
        /// States looked at.
        states: u32,
    },
}

/// Searches, breadth first and faults excluded, for the nearest state that meets the goal.
pub fn escape<M: Machine>(
    machine: &M,
    from: M::State,
    limit: usize,
    goal: impl Fn(&M::State) -> bool,
) -> Escape {
    if goal(&from) {
        return Escape::Here;
    }
    let mut seen: IndexSet<Key, FxBuildHasher> = IndexSet::default();
    seen.insert(key(&from));
    let mut states = vec![from];
    let mut actions = Vec::new();
    let (mut next, mut level_end, mut depth) = (0, 1, 1);
    while next < states.len() {
        if next == level_end {
            level_end = states.len();
            depth += 1;
        }
        let state = states[next];
        next += 1;
        actions.clear();
        machine.enabled(&state, &mut actions);
        for &action in actions.iter().filter(|&&action| !machine.class(action).is_fault()) {
            let after = machine.step(&state, action);
            if goal(&after) {
                return Escape::Within(depth);
            }
            let key = key(&after);
            if states.len() >= limit && !seen.contains(&key) {
                return Escape::Limit { states: count(states.len()) };
            }
            if seen.insert(key) {
                states.push(after);
            }
        }
    }
    Escape::Lost { states: count(states.len()) }
}

fn count(states: usize) -> u32 {
    u32::try_from(states).unwrap_or(u32::MAX)
}
