//! A machine with one thing changed: what a replay has to notice.

use std::fmt::{self, Display};
use stepdown::conformance::{Match, Mismatch, Record, replay};
use stepdown::machine::{Class, LogLine, Machine, Observe, Present, Property};
use stepdown::model;

/// What a mutant does in place of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    /// It refuses the event.
    Refuses,
    /// The event happens without effect.
    DoesNothing,
    /// Other events of the same actor's process happen, one after another, as far as they can.
    Does(&'static [&'static str]),
    /// The event happens as ever, but a thread that nobody knows prints its lines.
    PrintsElsewhere,
}

/// One change: where the event's name ends so, and what is seen is so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mutation {
    /// The end of the event's name.
    pub event: &'static str,
    /// What has to be seen before the step, as `name=value`, where `jm` stands for the process of the event.
    pub when: &'static [&'static str],
    /// What happens then.
    pub change: Change,
}

/// The machine with the change.
pub(crate) struct Mutant<M> {
    inner: M,
    mutation: Mutation,
}

/// Why the mutant refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal<R> {
    Inner(R),
    Mutated,
}

impl<R: Display> Display for Refusal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inner(refusal) => refusal.fmt(f),
            Self::Mutated => f.write_str("the mutation refuses it"),
        }
    }
}

impl<M: Observe + Present> Mutant<M> {
    pub(crate) fn new(inner: M, mutation: Mutation) -> Self {
        Self { inner, mutation }
    }

    /// Whether the mutation is about this event, here.
    fn applies(&self, state: &M::State, action: M::Action) -> bool {
        let name = action.to_string();
        let (process, _) = name.split_once('.').expect("an event has an actor");
        let seen = self.inner.seen(state);
        let holds = |condition: &&str| {
            let (known, value) = condition.split_once('=').expect("a condition is name=value");
            let known = known.replace("jm.", &format!("{process}."));
            seen.iter().any(|(name, found)| *name == known && found.starts_with(value))
        };
        name.ends_with(self.mutation.event) && self.mutation.when.iter().all(holds)
    }

    /// What the event stands for in the mutant; none when it is refused.
    fn meant(&self, state: &M::State, action: M::Action) -> Option<Vec<M::Action>> {
        if !self.applies(state, action) {
            return Some(vec![action]);
        }
        let name = action.to_string();
        let (process, _) = name.split_once('.').expect("an event has an actor");
        let parse = |event: &&str| {
            let full =
                if process.starts_with("jm") { format!("{process}.{event}") } else { (*event).to_owned() };
            self.inner.parse(&full).expect("a mutation names events")
        };
        match self.mutation.change {
            Change::Refuses => None,
            Change::DoesNothing => Some(Vec::new()),
            Change::PrintsElsewhere => Some(vec![action]),
            Change::Does(events) => Some(events.iter().map(parse).collect()),
        }
    }

    /// Goes through what an event means, as far as it is possible.
    fn walk(
        &self,
        state: &M::State,
        action: M::Action,
        mut each: impl FnMut(&M::State, M::Action),
    ) -> M::State {
        let mut now = *state;
        for action in self.meant(state, action).unwrap_or_default() {
            if self.inner.guard(&now, action).is_ok() {
                each(&now, action);
                now = self.inner.step(&now, action);
            }
        }
        now
    }
}

impl<M: Observe + Present> Machine for Mutant<M> {
    type State = M::State;
    type Action = M::Action;
    type Refusal = Refusal<M::Refusal>;

    fn initial(&self, out: &mut Vec<M::State>) {
        self.inner.initial(out);
    }

    fn enabled(&self, state: &M::State, out: &mut Vec<M::Action>) {
        self.inner.enabled(state, out);
        out.retain(|&action| self.meant(state, action).is_some());
    }

    fn guard(&self, state: &M::State, action: M::Action) -> Result<(), Self::Refusal> {
        self.inner.guard(state, action).map_err(Refusal::Inner)?;
        self.meant(state, action).map(drop).ok_or(Refusal::Mutated)
    }

    fn step(&self, state: &M::State, action: M::Action) -> M::State {
        self.walk(state, action, |_, _| {})
    }

    fn class(&self, action: M::Action) -> Class {
        self.inner.class(action)
    }

    fn properties() -> &'static [Property<Self>] {
        &[]
    }
}

impl<M: Observe + Present> Observe for Mutant<M> {
    fn event(&self, state: &M::State, action: M::Action) -> Option<String> {
        self.inner.event(state, action)
    }

    fn seen(&self, state: &M::State) -> Vec<(String, String)> {
        self.inner.seen(state)
    }

    fn lines(&self, state: &M::State, action: M::Action) -> Vec<LogLine> {
        let mut lines = Vec::new();
        self.walk(state, action, |now, action| lines.extend(self.inner.lines(now, action)));
        if matches!(self.mutation.change, Change::PrintsElsewhere) && self.applies(state, action) {
            for line in &mut lines {
                line.thread = "elsewhere";
            }
        }
        lines
    }

    fn asked(&self, state: &M::State, out: &mut Vec<M::Action>) {
        self.inner.asked(state, out);
    }
}

/// A run of the mutant that is what the record tells.
pub(crate) fn replay_mutant<M: Observe + Present>(
    inner: M,
    mutation: Mutation,
    record: &Record,
) -> Result<Match, Box<Mismatch>> {
    let info = model::find(&record.head.model).expect("the model is there").info();
    replay(&Mutant::new(inner, mutation), info.templates, record)
}
