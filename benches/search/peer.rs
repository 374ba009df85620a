//! Stateright over the same machine: states, enabled actions and steps are ours, only the engine is its own.

use crate::measure::{self, Run};
use stateright::{Checker, Model, Property};
use stepdown::machine::Machine;

/// A machine as Stateright wants it.
struct Peer<M>(M);

impl<M> Model for Peer<M>
where
    M: Machine + Send + Sync,
    M::State: Send + Sync,
    M::Action: Send + Sync,
{
    type State = M::State;
    type Action = M::Action;

    fn init_states(&self) -> Vec<M::State> {
        let mut states = Vec::new();
        self.0.initial(&mut states);
        states
    }

    fn actions(&self, state: &M::State, actions: &mut Vec<M::Action>) {
        self.0.enabled(state, actions);
    }

    fn next_state(&self, state: &M::State, action: M::Action) -> Option<M::State> {
        Some(self.0.step(state, action))
    }

    /// Without a property that stays open it would stop at once.
    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("true", |_, _| true)]
    }
}

/// Its breadth-first search on one thread.
pub(crate) fn search<M>(machine: M) -> Run
where
    M: Machine + Send + Sync,
    M::State: Send + Sync,
    M::Action: Send + Sync,
{
    measure::run(
        || Peer(machine).checker().threads(1).spawn_bfs().join(),
        |checker| (u32::try_from(checker.unique_state_count()).expect("ids have 32 bits"), 0),
    )
}
