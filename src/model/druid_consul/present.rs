//! The presentation of the model: what each part of it says is in a file of its own.

use super::action::{Action, parse};
use super::actors::{self, ACTORS};
use super::state::{A, State};
use super::{DruidConsul, FAULTS};
use crate::machine::{
    Actor, ActorInfo, Effect, EventError, Facts, Label, Observer, Present, Row, Scene, Upstream, Watch,
};

impl Present for DruidConsul {
    fn parse(&self, event: &str) -> Result<Action, EventError> {
        parse(event)
    }

    fn actors(&self) -> &[ActorInfo] {
        ACTORS
    }

    fn queue_lengths(&self, _: &State) -> Vec<u8> {
        Vec::new()
    }

    fn offers(&self, state: &State, out: &mut Vec<Action>) {
        self.offers_of(state, out);
    }

    fn actor(&self, action: Action) -> Actor {
        actors::of(action)
    }

    fn label(&self, state: &State, action: Action) -> Label {
        self.label_of(state, action)
    }

    fn sentence(&self, before: &State, action: Action, after: &State) -> String {
        self.tell(before, action, after)
    }

    fn upstream(&self, state: &State, action: Action) -> Upstream {
        self.upstream_of(state, action)
    }

    fn effects(&self, state: &State, action: Action, out: &mut Watch) {
        let mut after = *state;
        self.apply(&mut after, action, out);
    }

    fn past(&self, out: &mut Watch) {
        if self.leads {
            out.report(|| Effect::Number(actors::session(0)));
            out.report(|| Effect::Count(actors::term(A)));
        }
    }

    fn budget(&self, state: &State, action: Action) -> Option<(&'static str, u32)> {
        let fault = action.charged_to()?;
        Some((FAULTS[fault as usize].1, u32::from(state.budget(fault))))
    }

    fn duration_ms(&self, state: &State, action: Action) -> u32 {
        self.duration_of(state, action)
    }

    fn tick_us(&self) -> u32 {
        self.tick_us
    }

    fn rows(&self, state: &State, facts: &Facts) -> Vec<Row> {
        self.key_rows(state, facts)
    }

    fn scene(&self, state: &State, facts: &Facts) -> Scene {
        self.draw(state, facts)
    }
}
