//! Properties and their five kinds.

use super::{Machine, at_rest};
use serde::Serialize;

/// How a property is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Holds in every reachable state.
    Always,
    /// No transition does this.
    NeverStep,
    /// Holds whenever only background actions are left.
    AtRest,
    /// From every reachable state some fault-free continuation reaches the goal.
    Recoverable,
    /// A ticked quantity stays at or below a bound.
    Bounded,
}

impl Kind {
    /// The word in files and outputs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::NeverStep => "never_step",
            Self::AtRest => "at_rest",
            Self::Recoverable => "recoverable",
            Self::Bounded => "bounded",
        }
    }

    /// The glossary entry that explains it.
    pub fn glossary(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::NeverStep => "never-step",
            Self::AtRest => "at-rest",
            Self::Recoverable => "recoverable",
            Self::Bounded => "bounded",
        }
    }
}

/// What a reader sees of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyInfo {
    /// The id, as in files and outputs.
    pub id: &'static str,
    /// A title in sentence case.
    pub title: &'static str,
    /// What it says, in one sentence.
    pub meaning: &'static str,
    /// How it is judged.
    pub kind: Kind,
}

/// A property of a machine: what it says and how to judge it.
#[derive(Debug)]
pub struct Property<M: Machine> {
    /// The id, as in files and outputs.
    pub id: &'static str,
    /// A title in sentence case.
    pub title: &'static str,
    /// What it says, in one sentence.
    pub meaning: &'static str,
    /// The judge.
    pub check: Check<M>,
}

/// The judge of a property: a plain function, by kind.
#[derive(Debug)]
pub enum Check<M: Machine> {
    /// True where the property holds.
    Always(fn(&M, &M::State) -> bool),
    /// True for a transition that keeps the property.
    NeverStep(fn(&M, &M::State, M::Action, &M::State) -> bool),
    /// True where the property holds; asked only of states at rest.
    AtRest(fn(&M, &M::State) -> bool),
    /// True in a goal state.
    Recoverable(fn(&M, &M::State) -> bool),
    /// The quantity, in ticks, where it is known, and its bound. A quantity that is only known when
    /// something ends (the length of a gap) has no value before.
    Bounded(fn(&M, &M::State) -> Option<u32>, u32),
}

impl<M: Machine> Check<M> {
    /// Whether a state breaks a property that is judged by states. Ways back are another question.
    pub fn is_broken_in(&self, machine: &M, state: &M::State, buffer: &mut Vec<M::Action>) -> bool {
        match *self {
            Self::Always(holds) => !holds(machine, state),
            Self::AtRest(holds) => !holds(machine, state) && at_rest(machine, state, buffer),
            Self::Bounded(ticks, bound) => ticks(machine, state).is_some_and(|ticks| ticks > bound),
            Self::NeverStep(_) | Self::Recoverable(_) => false,
        }
    }

    /// Whether a step breaks a property that is judged by steps.
    pub fn is_broken_by(&self, machine: &M, before: &M::State, action: M::Action, after: &M::State) -> bool {
        matches!(*self, Self::NeverStep(keeps) if !keeps(machine, before, action, after))
    }
}

impl<M: Machine> Property<M> {
    /// What a reader sees of it.
    pub fn info(&self) -> PropertyInfo {
        let kind = match self.check {
            Check::Always(_) => Kind::Always,
            Check::NeverStep(_) => Kind::NeverStep,
            Check::AtRest(_) => Kind::AtRest,
            Check::Recoverable(_) => Kind::Recoverable,
            Check::Bounded(..) => Kind::Bounded,
        };
        PropertyInfo { id: self.id, title: self.title, meaning: self.meaning, kind }
    }
}
