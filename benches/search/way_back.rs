//! A machine that is asked for ways back.

use stepdown::machine::{Check, Class, Machine, Property};

/// A machine with one property, a way back to any state: asking for it makes a search keep edges.
/// Its judge costs nothing, so that the engine alone is measured.
#[derive(Clone, Debug)]
pub(crate) struct WayBack<M>(pub(crate) M);

impl<M: Machine> Machine for WayBack<M> {
    type State = M::State;
    type Action = M::Action;
    type Refusal = M::Refusal;

    fn initial(&self, out: &mut Vec<M::State>) {
        self.0.initial(out);
    }

    fn enabled(&self, state: &M::State, out: &mut Vec<M::Action>) {
        self.0.enabled(state, out);
    }

    fn guard(&self, state: &M::State, action: M::Action) -> Result<(), M::Refusal> {
        self.0.guard(state, action)
    }

    fn step(&self, state: &M::State, action: M::Action) -> M::State {
        self.0.step(state, action)
    }

    fn step_in_place(&self, state: &mut M::State, action: M::Action) {
        self.0.step_in_place(state, action);
    }

    fn class(&self, action: M::Action) -> Class {
        self.0.class(action)
    }

    fn properties() -> &'static [Property<Self>] {
        const {
            &[Property {
                id: "way-back",
                title: "Any state",
                meaning: "Any state can be reached.",
                check: Check::Recoverable(|_, _| true),
            }]
        }
    }
}
