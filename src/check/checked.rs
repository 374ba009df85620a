//! What a check tells of a machine, beyond what its search needs.

use crate::machine::{Facts, Freshness, Machine, Present};

/// A machine whose findings can be told. Every machine that is presented is one.
pub trait Checked: Machine {
    /// Who moves, as a number: a change of it is a change of actor.
    fn mover(&self, action: Self::Action) -> u8;

    /// The keys of the store in a state, and how good their values are.
    fn keys(&self, state: &Self::State) -> Vec<(&'static str, Freshness)>;

    /// The length of a tick of bounded quantities, in microseconds.
    fn us_a_tick(&self) -> u32;
}

impl<M: Present> Checked for M {
    fn mover(&self, action: Self::Action) -> u8 {
        self.actor(action).0
    }

    fn keys(&self, state: &Self::State) -> Vec<(&'static str, Freshness)> {
        // Who wrote a key and when is part of a run, not of a state; freshness does not depend on it.
        let facts = Facts::new(&self.queue_lengths(state));
        self.rows(state, &facts).iter().map(|row| (row.key, row.freshness)).collect()
    }

    fn us_a_tick(&self) -> u32 {
        self.tick_us()
    }
}
