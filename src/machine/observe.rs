//! What can be seen of a machine from outside, apart from what a reader is told of it.

use super::{Effect, LogLine, Machine, Present, Watch};

/// A machine as somebody sees it who has only its log, its store and its calls: what a record of the real classes is
/// compared with.
pub trait Observe: Machine {
    /// What an outside observer calls this step; none when only the log tells of it, or nothing.
    fn event(&self, state: &Self::State, action: Self::Action) -> Option<String>;

    /// Everything that can be observed of a state, by name. A record may have seen less.
    fn seen(&self, state: &Self::State) -> Vec<(String, String)>;

    /// The lines that the step prints, in their order.
    fn lines(&self, state: &Self::State, action: Self::Action) -> Vec<LogLine>;

    /// Appends the actions worth asking why they are refused.
    fn asked(&self, state: &Self::State, out: &mut Vec<Self::Action>);
}

/// The lines that a step prints, from its effects: [`Observe::lines`] of a machine that is presented.
pub fn lines_of<M: Present>(machine: &M, state: &M::State, action: M::Action) -> Vec<LogLine> {
    let mut watch = Watch::on();
    machine.effects(state, action, &mut watch);
    let line = |effect| match effect {
        Effect::Log(line) => Some(line),
        _ => None,
    };
    watch.effects().into_iter().filter_map(line).collect()
}
