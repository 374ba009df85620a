//! The presentation of the model.

use super::action::{Action, parse};
use super::actors::{self, ACTORS};
use super::state::State;
use super::{DruidConsul, FAULTS};
use crate::machine::{
    Actor, ActorInfo, EventError, Facts, Label, Machine, Present, Row, Scene, Upstream, Watch,
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
        self.enabled(state, out);
    }

    fn actor(&self, action: Action) -> Actor {
        actors::of(action)
    }

    fn label(&self, _: &State, action: Action) -> Label {
        Label { title: action.to_string(), hint: String::new() }
    }

    fn sentence(&self, _: &State, action: Action, _: &State) -> String {
        action.to_string()
    }

    fn upstream(&self, _: &State, _: Action) -> Upstream {
        Upstream { class: "ConsulLeaderSelector", method: "leaderElectionLoop" }
    }

    fn effects(&self, state: &State, action: Action, out: &mut Watch) {
        let mut after = *state;
        self.apply(&mut after, action, out);
    }

    fn budget(&self, state: &State, action: Action) -> Option<(&'static str, u32)> {
        let fault = action.charged_to()?;
        Some((FAULTS[fault as usize].1, u32::from(state.budget(fault))))
    }

    fn duration_ms(&self, _: &State, action: Action) -> u32 {
        if action == Action::Tick { self.tick_us / 1_000 } else { 1 }
    }

    fn tick_us(&self) -> u32 {
        self.tick_us
    }

    fn rows(&self, _: &State, _: &Facts) -> Vec<Row> {
        Vec::new()
    }

    fn scene(&self, _: &State, _: &Facts) -> Scene {
        Scene::default()
    }
}
