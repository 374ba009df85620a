//! A schedule replayed on a machine: states, refusals, facts and broken properties at every step.

use super::facts::{Folded, fold, fold_past, fold_refused};
use super::player::{Arrow, Choice, KeyStatus, LogRecord, Player, PropertyStatus, Settled, Status, StepView};
use super::settle;
use super::tree::TraceError;
use crate::check::{ESCAPE_STATES, Escape, escape};
use crate::machine::{
    ActorInfo, Check, Class, Config, Effect, Event, EventError, Facts, Key, ModelInfo, Moment, Present,
    PropertyInfo, Scene, Watch, at_rest, key,
};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// Facts are kept at every so many steps and folded on from there.
const FACTS_EVERY: usize = 32;

/// A run: a machine, its states along a schedule, and what is derived from them once.
pub struct Replay<M: Present> {
    machine: Rc<M>,
    info: &'static ModelInfo,
    config: Rc<Config>,
    /// `states[n]` is the state after step `n`; a refused step repeats the state before it.
    states: Vec<M::State>,
    records: Vec<Rc<Record<M>>>,
    /// Facts after 0, 32, 64, ... steps.
    kept_facts: Vec<Rc<Facts>>,
    /// Facts after the last step.
    last_facts: Rc<Facts>,
    /// By property, the first position that breaks it.
    broken: Vec<Option<usize>>,
    /// Answers already found, shared by all runs that grew from this one.
    escapes: Rc<RefCell<Escapes>>,
}

/// By state and property.
type Escapes = IndexMap<(Key, usize), Escape, FxBuildHasher>;

struct Record<M: Present> {
    event: Event,
    action: M::Action,
    refused: Option<M::Refusal>,
    causes: Vec<Arrow>,
    /// The numbers that its log lines show.
    numbers: Vec<u32>,
    clock_ms: u64,
}

impl<M: Present> Clone for Replay<M> {
    fn clone(&self) -> Self {
        Self {
            machine: Rc::clone(&self.machine),
            info: self.info,
            config: Rc::clone(&self.config),
            states: self.states.clone(),
            records: self.records.clone(),
            kept_facts: self.kept_facts.clone(),
            last_facts: Rc::clone(&self.last_facts),
            broken: self.broken.clone(),
            escapes: Rc::clone(&self.escapes),
        }
    }
}

impl<M: Present> Replay<M> {
    /// The run without a step, in the machine's first initial state.
    ///
    /// # Panics
    /// When the machine has no initial state: an error in the model.
    pub fn new(machine: M, info: &'static ModelInfo, config: Config) -> Self {
        let mut initial = Vec::new();
        machine.initial(&mut initial);
        let first = *initial.first().expect("a machine has at least one initial state");
        let mut facts = Facts::new(&machine.queue_lengths(&first));
        let mut past = Watch::on();
        machine.past(&mut past);
        fold_past(&mut facts, &past.effects());
        let facts = Rc::new(facts);
        let mut run = Self {
            machine: Rc::new(machine),
            info,
            config: Rc::new(config),
            states: vec![first],
            records: Vec::new(),
            kept_facts: vec![Rc::clone(&facts)],
            last_facts: facts,
            broken: vec![None; M::properties().len()],
            escapes: Rc::default(),
        };
        run.judge(0, None);
        run
    }

    /// The machine.
    pub fn machine(&self) -> &M {
        &self.machine
    }

    /// The state after step `position`.
    pub fn state(&self, position: usize) -> &M::State {
        &self.states[position]
    }

    /// The action of step `position`, counted from 1.
    pub(super) fn action(&self, position: usize) -> M::Action {
        self.records[position - 1].action
    }

    /// Adds an event, refused or not.
    ///
    /// # Errors
    /// When the machine does not know it.
    pub fn push(&mut self, event: &Event) -> Result<(), EventError> {
        let action = self.machine.parse(event.as_str())?;
        self.push_action(action);
        Ok(())
    }

    /// Adds an action, refused or not.
    pub(super) fn push_action(&mut self, action: M::Action) {
        let before = *self.states.last().expect("a run has a first state");
        let refused = self.machine.guard(&before, action).err();
        let mut facts = (*self.last_facts).clone();
        let mut folded = Folded { causes: Vec::new(), numbers: Vec::new() };
        let mut after = before;
        if refused.is_some() {
            fold_refused(&mut facts);
        } else {
            let mut watch = Watch::on();
            self.machine.effects(&before, action, &mut watch);
            let effects = watch.effects();
            let (actor, duration_ms) =
                (self.machine.actor(action), self.machine.duration_ms(&before, action));
            folded = fold(&mut facts, actor, duration_ms, &effects);
            after = self.machine.step(&before, action);
            debug_assert_eq!(
                facts.queues.iter().map(|queue| queue.origins.len()).collect::<Vec<_>>(),
                self.machine.queue_lengths(&after).into_iter().map(usize::from).collect::<Vec<_>>(),
                "the effects of {action} agree with the state"
            );
        }
        let clock_ms = facts.clock_ms;
        let (event, Folded { causes, numbers }) = (Event::of(&action), folded);
        self.records.push(Rc::new(Record { event, action, refused, causes, numbers, clock_ms }));
        self.states.push(after);
        self.last_facts = Rc::new(facts);
        let position = self.records.len();
        if position.is_multiple_of(FACTS_EVERY) {
            self.kept_facts.push(Rc::clone(&self.last_facts));
        }
        if refused.is_none() {
            self.judge(position, Some(action));
        }
    }

    /// Notes the properties that a position breaks first: by its step, if it has one, or by its state.
    fn judge(&mut self, position: usize, step: Option<M::Action>) {
        let (machine, state) = (&*self.machine, self.states[position]);
        let mut buffer = Vec::new();
        for (property, broken) in M::properties().iter().zip(&mut self.broken) {
            if broken.is_some() {
                continue;
            }
            let by_step = step.is_some_and(|action| {
                property.check.is_broken_by(machine, &self.states[position - 1], action, &state)
            });
            if by_step || property.check.is_broken_in(machine, &state, &mut buffer) {
                *broken = Some(position);
            }
        }
    }

    /// The run facts at a position, folded on from the nearest kept ones.
    pub(super) fn facts(&self, position: usize) -> Rc<Facts> {
        if position == self.records.len() {
            return Rc::clone(&self.last_facts);
        }
        let kept = position / FACTS_EVERY;
        let mut facts = (*self.kept_facts[kept]).clone();
        for step in kept * FACTS_EVERY + 1..=position {
            let record = &self.records[step - 1];
            if record.refused.is_some() {
                fold_refused(&mut facts);
                continue;
            }
            let effects = self.effects(step);
            let (before, action) = (&self.states[step - 1], record.action);
            let duration_ms = self.machine.duration_ms(before, action);
            fold(&mut facts, self.machine.actor(action), duration_ms, &effects);
        }
        Rc::new(facts)
    }

    fn effects(&self, position: usize) -> Vec<Effect> {
        let mut watch = Watch::on();
        let record = &self.records[position - 1];
        if record.refused.is_none() {
            self.machine.effects(&self.states[position - 1], record.action, &mut watch);
        }
        watch.effects()
    }

    fn escape(&self, position: usize, property: usize, goal: fn(&M, &M::State) -> bool) -> Escape {
        self.escape_from(self.states[position], property, goal)
    }

    /// Whether there is a fault-free way to a property's goal from a state.
    pub(super) fn escape_from(
        &self,
        state: M::State,
        property: usize,
        goal: fn(&M, &M::State) -> bool,
    ) -> Escape {
        let key = (key(&state), property);
        let known = self.escapes.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let machine = &*self.machine;
            let found = escape(machine, state, ESCAPE_STATES, |state| goal(machine, state));
            self.escapes.borrow_mut().insert(key, found);
            found
        })
    }
}

impl<M: Present> Player for Replay<M> {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn actors(&self) -> &[ActorInfo] {
        self.machine.actors()
    }

    fn len(&self) -> usize {
        self.records.len()
    }

    fn extended(&self, event: &Event) -> Result<Rc<dyn Player>, EventError> {
        let mut run = self.clone();
        run.push(event)?;
        Ok(Rc::new(run))
    }

    fn replay(&self, events: &[Event]) -> Result<Rc<dyn Player>, TraceError> {
        let mut run = self.clone();
        for event in events {
            let step = run.len() + 1;
            run.push(event).map_err(|error| TraceError::Event { step, error })?;
        }
        Ok(Rc::new(run))
    }

    fn prefix(&self, len: usize) -> Rc<dyn Player> {
        let len = len.min(self.records.len());
        let mut run = self.clone();
        run.last_facts = self.facts(len);
        run.records.truncate(len);
        run.states.truncate(len + 1);
        run.kept_facts.truncate(len / FACTS_EVERY + 1);
        for broken in &mut run.broken {
            *broken = broken.filter(|&position| position <= len);
        }
        Rc::new(run)
    }

    fn step(&self, position: usize) -> StepView {
        let record = &self.records[position - 1];
        let (before, after) = (&self.states[position - 1], &self.states[position]);
        let machine = &self.machine;
        let refused = record.refused.map(|refusal| refusal.to_string());
        let sentence = match refused {
            Some(_) => machine.label(before, record.action).title,
            None => machine.sentence(before, record.action, after),
        };
        let broken = M::properties().iter().zip(&self.broken);
        StepView {
            event: record.event.clone(),
            actor: usize::from(machine.actor(record.action).0),
            class: machine.class(record.action),
            label: machine.label(before, record.action),
            sentence,
            refused,
            upstream: machine.upstream(before, record.action),
            log: self.log(position, position),
            violates: broken
                .filter(|(_, at)| **at == Some(position))
                .map(|(property, _)| property.id)
                .collect(),
            moment: Moment { ms: record.clock_ms },
        }
    }

    fn event(&self, position: usize) -> Event {
        self.records[position - 1].event.clone()
    }

    fn is_refused(&self, position: usize) -> bool {
        self.records[position - 1].refused.is_some()
    }

    fn actor(&self, position: usize) -> (usize, Class) {
        let action = self.records[position - 1].action;
        (usize::from(self.machine.actor(action).0), self.machine.class(action))
    }

    fn causes(&self, position: usize) -> Vec<Arrow> {
        self.records[position - 1].causes.clone()
    }

    fn choices(&self, position: usize) -> Vec<Choice> {
        let state = &self.states[position];
        let mut actions = Vec::new();
        self.machine.offers(state, &mut actions);
        let choice = |action| Choice {
            event: Event::of(&action),
            actor: usize::from(self.machine.actor(action).0),
            class: self.machine.class(action),
            label: self.machine.label(state, action),
            refused: self.machine.guard(state, action).err().map(|refusal| refusal.to_string()),
            budget_left: self.machine.budget(state, action).map(|(_, left)| left),
        };
        actions.into_iter().map(choice).collect()
    }

    fn scene(&self, position: usize) -> Scene {
        self.machine.scene(&self.states[position], &self.facts(position))
    }

    fn properties(&self, position: usize) -> Vec<PropertyStatus> {
        let mut buffer = Vec::new();
        let state = &self.states[position];
        let judge = |(index, property): (usize, &crate::machine::Property<M>)| {
            let status = match (self.broken[index], &property.check) {
                (Some(at), _) if at <= position => Status::Broken { at },
                (_, &Check::Recoverable(goal)) => Status::Goal(self.escape(position, index, goal)),
                (_, Check::AtRest(_)) if !at_rest(&*self.machine, state, &mut buffer) => Status::NotAtRest,
                (_, Check::Bounded(ticks, _)) => {
                    ticks(&self.machine, state).map_or(Status::Holds, Status::Ticks)
                }
                _ => Status::Holds,
            };
            PropertyStatus { info: property.info(), status }
        };
        M::properties().iter().enumerate().map(judge).collect()
    }

    fn property_infos(&self) -> Vec<PropertyInfo> {
        M::properties().iter().map(crate::machine::Property::info).collect()
    }

    fn keys(&self, position: usize) -> Vec<KeyStatus> {
        let rows = self.machine.rows(&self.states[position], &self.facts(position));
        rows.into_iter()
            .map(|row| KeyStatus { key: row.key, value: row.value, freshness: row.freshness })
            .collect()
    }

    fn log(&self, from: usize, to: usize) -> Vec<LogRecord> {
        let mut out = Vec::new();
        for step in from.max(1)..=to {
            let record = &self.records[step - 1];
            let moment = Moment { ms: record.clock_ms };
            let mut numbers = record.numbers.iter().copied();
            for effect in self.effects(step) {
                if let Effect::Log(mut line) = effect {
                    line.fill(&mut numbers);
                    out.push(LogRecord { moment, line, step });
                }
            }
        }
        out
    }

    fn settled(&self) -> Settled {
        settle::settle(self)
    }

    fn same_state(&self, position: usize, other: &dyn Player, other_position: usize) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| key(&self.states[position]) == key(&other.states[other_position]))
    }

    fn equal_states(&self, position: usize) -> Vec<usize> {
        let here = key(&self.states[position]);
        let is_equal = |&other: &usize| other != position && key(&self.states[other]) == here;
        (0..self.states.len()).filter(is_equal).collect()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
