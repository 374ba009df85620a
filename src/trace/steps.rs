//! The part of a run that knows its machine's types: the states and actions of its steps.
//!
//! [`Steps`] is its object-safe face. All that can be told of a run without those types is written against that face,
//! so that it is compiled once and not once a model: the page's program has a budget.

use super::player::{Choice, Status};
use crate::check::{ESCAPE_STATES, escape};
use crate::machine::{
    Actor, ActorInfo, Check, Class, Effect, Event, EventError, Facts, Key, Label, Present, Property,
    PropertyInfo, Row, Scene, Upstream, Watch, at_rest, key,
};
use std::rc::Rc;

/// The steps of a run, with positions as in [`super::Player`]: `n` is after step `n`, and steps count from 1.
pub(super) trait Steps {
    /// The first `len` steps, to go on from there.
    fn fork(&self, len: usize) -> Box<dyn Steps>;

    /// Takes back what came after the first `len` steps.
    fn truncate(&mut self, len: usize);

    /// How many there are, refused ones included.
    fn len(&self) -> usize;

    /// Adds an event; when it is refused, the state stays.
    fn push(&mut self, event: &str) -> Result<(), EventError>;

    /// Whose actions are enabled after the last step, and how they are driven, in the machine's order.
    fn enabled(&self) -> Vec<(Actor, Class)>;

    /// Adds an enabled action, by its place in that order.
    fn take(&mut self, place: usize);

    /// What a step was.
    fn taken(&self, step: usize) -> Taken;

    /// Whether a step was refused.
    fn is_refused(&self, step: usize) -> bool;

    /// What happened before the first state.
    fn past(&self) -> Vec<Effect>;

    /// What a step did that was not refused.
    fn effects(&self, step: usize) -> Vec<Effect>;

    /// What a reader is told of a step.
    fn told(&self, step: usize) -> Told;

    /// What can happen next at a position, and what is refused and why.
    fn choices(&self, position: usize) -> Vec<Choice>;

    /// The state at a position, as a key.
    fn key(&self, position: usize) -> Key;

    /// The lengths of the queues at a position.
    fn queue_lengths(&self, position: usize) -> Vec<u8>;

    /// The rows of the store at a position.
    fn rows(&self, position: usize, facts: &Facts) -> Vec<Row>;

    /// What the page draws at a position.
    fn scene(&self, position: usize, facts: &Facts) -> Scene;

    /// The actors, in the order of the lanes.
    fn actors(&self) -> &[ActorInfo];

    /// The properties.
    fn properties(&self) -> Vec<PropertyInfo>;

    /// Whether a property, by its place among them, is broken by the state at a position or by the step to it, which was
    /// not refused.
    fn breaks(&self, position: usize, property: usize) -> bool;

    /// How a property stands at a position that no step up to there has broken.
    fn status(&self, position: usize, property: usize) -> Status;
}

/// A step, for the record.
pub(super) struct Taken {
    pub(super) event: Event,
    pub(super) actor: Actor,
    pub(super) class: Class,
    pub(super) refused: bool,
    /// On the log's clock, which stands still when the step was refused.
    pub(super) duration_ms: u32,
}

/// A step in words.
pub(super) struct Told {
    pub(super) label: Label,
    /// The guard that refused it.
    pub(super) refused: Option<String>,
    /// What it did; for a refused step, what it would have been.
    pub(super) sentence: String,
    pub(super) upstream: Upstream,
}

/// The steps of a machine of this type.
pub(super) struct Typed<M: Present> {
    machine: Rc<M>,
    /// `states[n]` is the state after step `n`; a refused step repeats the state before it.
    states: Vec<M::State>,
    /// What was done and whether it was refused.
    actions: Vec<(M::Action, bool)>,
}

impl<M: Present> Typed<M> {
    /// No steps, in the machine's first initial state.
    ///
    /// # Panics
    /// When the machine has no initial state: an error in the model.
    pub(super) fn new(machine: M) -> Self {
        let mut states = Vec::new();
        machine.initial(&mut states);
        assert!(!states.is_empty(), "a machine has at least one initial state");
        states.truncate(1);
        Self { machine: Rc::new(machine), states, actions: Vec::new() }
    }

    fn last(&self) -> &M::State {
        &self.states[self.actions.len()]
    }

    /// A step's state before it, its action and its state after it.
    fn around(&self, step: usize) -> (&M::State, M::Action, &M::State) {
        (&self.states[step - 1], self.actions[step - 1].0, &self.states[step])
    }

    fn actions_enabled(&self) -> Vec<M::Action> {
        let mut actions = Vec::new();
        self.machine.enabled(self.last(), &mut actions);
        actions
    }

    fn apply(&mut self, action: M::Action) {
        let after = self.machine.step(self.last(), action);
        self.states.push(after);
        self.actions.push((action, false));
    }
}

impl<M: Present> Steps for Typed<M> {
    fn fork(&self, len: usize) -> Box<dyn Steps> {
        let (states, actions) = (self.states[..=len].to_vec(), self.actions[..len].to_vec());
        Box::new(Self { machine: Rc::clone(&self.machine), states, actions })
    }

    fn truncate(&mut self, len: usize) {
        self.states.truncate(len + 1);
        self.actions.truncate(len);
    }

    fn len(&self) -> usize {
        self.actions.len()
    }

    fn push(&mut self, event: &str) -> Result<(), EventError> {
        let action = self.machine.parse(event)?;
        if self.machine.guard(self.last(), action).is_ok() {
            self.apply(action);
        } else {
            self.states.push(*self.last());
            self.actions.push((action, true));
        }
        Ok(())
    }

    fn enabled(&self) -> Vec<(Actor, Class)> {
        let kind = |action| (self.machine.actor(action), self.machine.class(action));
        self.actions_enabled().into_iter().map(kind).collect()
    }

    fn take(&mut self, place: usize) {
        self.apply(self.actions_enabled()[place]);
    }

    fn taken(&self, step: usize) -> Taken {
        let (before, action, _) = self.around(step);
        let refused = self.is_refused(step);
        Taken {
            event: Event::of(&action),
            actor: self.machine.actor(action),
            class: self.machine.class(action),
            refused,
            duration_ms: if refused { 0 } else { self.machine.duration_ms(before, action) },
        }
    }

    fn is_refused(&self, step: usize) -> bool {
        self.actions[step - 1].1
    }

    fn past(&self) -> Vec<Effect> {
        let mut watch = Watch::on();
        self.machine.past(&mut watch);
        watch.effects()
    }

    fn effects(&self, step: usize) -> Vec<Effect> {
        let (before, action, _) = self.around(step);
        let mut watch = Watch::on();
        self.machine.effects(before, action, &mut watch);
        watch.effects()
    }

    fn told(&self, step: usize) -> Told {
        let (before, action, after) = self.around(step);
        let machine = &self.machine;
        let label = machine.label(before, action);
        let refused = machine.guard(before, action).err().map(|refusal| refusal.to_string());
        let sentence = match refused {
            Some(_) => label.title.clone(),
            None => machine.sentence(before, action, after),
        };
        Told { label, refused, sentence, upstream: machine.upstream(before, action) }
    }

    fn choices(&self, position: usize) -> Vec<Choice> {
        let (machine, state) = (&self.machine, &self.states[position]);
        let mut actions = Vec::new();
        machine.offers(state, &mut actions);
        let choice = |action| Choice {
            event: Event::of(&action),
            actor: usize::from(machine.actor(action).0),
            class: machine.class(action),
            label: machine.label(state, action),
            refused: machine.guard(state, action).err().map(|refusal| refusal.to_string()),
            budget_left: machine.budget(state, action).map(|(_, left)| left),
        };
        actions.into_iter().map(choice).collect()
    }

    fn key(&self, position: usize) -> Key {
        key(&self.states[position])
    }

    fn queue_lengths(&self, position: usize) -> Vec<u8> {
        self.machine.queue_lengths(&self.states[position])
    }

    fn rows(&self, position: usize, facts: &Facts) -> Vec<Row> {
        self.machine.rows(&self.states[position], facts)
    }

    fn scene(&self, position: usize, facts: &Facts) -> Scene {
        self.machine.scene(&self.states[position], facts)
    }

    fn actors(&self) -> &[ActorInfo] {
        self.machine.actors()
    }

    fn properties(&self) -> Vec<PropertyInfo> {
        M::properties().iter().map(Property::info).collect()
    }

    fn breaks(&self, position: usize, property: usize) -> bool {
        let (machine, check) = (&*self.machine, &M::properties()[property].check);
        let by_step = || {
            let (before, action, after) = self.around(position);
            check.is_broken_by(machine, before, action, after)
        };
        position > 0 && by_step() || check.is_broken_in(machine, &self.states[position], &mut Vec::new())
    }

    fn status(&self, position: usize, property: usize) -> Status {
        let (machine, state) = (&*self.machine, &self.states[position]);
        match M::properties()[property].check {
            Check::Recoverable(goal) => {
                Status::Goal(escape(machine, *state, ESCAPE_STATES, |state| goal(machine, state)))
            }
            Check::AtRest(_) if !at_rest(machine, state, &mut Vec::new()) => Status::NotAtRest,
            Check::Bounded(ticks, _) => ticks(machine, state).map_or(Status::Holds, Status::Ticks),
            _ => Status::Holds,
        }
    }
}
