//! A schedule replayed on a machine: refusals, facts and broken properties at every step.

use super::facts::{Folded, fold, fold_past, fold_refused};
use super::player::{Arrow, Choice, KeyStatus, LogRecord, Player, PropertyStatus, Settled, Status, StepView};
use super::settle;
use super::steps::{Steps, Typed};
use super::tree::TraceError;
use crate::machine::{
    Actor, ActorInfo, Class, Config, Effect, Event, EventError, Facts, Key, Kind, ModelInfo, Moment, Present,
    PropertyInfo, Scene,
};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// Facts are kept at every so many steps and folded on from there.
const FACTS_EVERY: usize = 32;

/// A run: its steps, and what is derived from them once.
#[derive(Clone)]
pub struct Replay {
    info: &'static ModelInfo,
    config: Rc<Config>,
    pub(super) steps: Box<dyn Steps>,
    records: Vec<Rc<Record>>,
    /// Facts after 0, 32, 64, ... steps.
    kept_facts: Vec<Rc<Facts>>,
    /// Facts after the last step.
    last_facts: Rc<Facts>,
    properties: Rc<[PropertyInfo]>,
    /// By property, the first position that breaks it.
    broken: Vec<Option<usize>>,
    /// Answers already found about ways back, shared by all runs that grew from this one.
    escapes: Rc<RefCell<Escapes>>,
}

/// By state and property.
type Escapes = IndexMap<(Key, usize), Status, FxBuildHasher>;

struct Record {
    event: Event,
    actor: Actor,
    class: Class,
    refused: bool,
    causes: Vec<Arrow>,
    /// The numbers that its log lines show.
    numbers: Vec<u32>,
    duration_ms: u32,
    clock_ms: u64,
}

impl Clone for Box<dyn Steps> {
    fn clone(&self) -> Self {
        self.fork(self.len())
    }
}

impl Replay {
    /// The run without a step, in the machine's first initial state.
    ///
    /// # Panics
    /// When the machine has no initial state: an error in the model.
    pub fn new(machine: impl Present, info: &'static ModelInfo, config: Config) -> Self {
        Self::of(Box::new(Typed::new(machine)), info, config)
    }

    fn of(steps: Box<dyn Steps>, info: &'static ModelInfo, config: Config) -> Self {
        let mut facts = Facts::new(&steps.queue_lengths(0));
        fold_past(&mut facts, &steps.past());
        let facts = Rc::new(facts);
        let properties = Rc::<[_]>::from(steps.properties());
        let mut run = Self {
            info,
            config: Rc::new(config),
            steps,
            records: Vec::new(),
            kept_facts: vec![Rc::clone(&facts)],
            last_facts: facts,
            broken: vec![None; properties.len()],
            properties,
            escapes: Rc::default(),
        };
        run.judge(0);
        run
    }

    /// Adds an event, refused or not.
    ///
    /// # Errors
    /// When the machine does not know it.
    pub fn push(&mut self, event: &Event) -> Result<(), EventError> {
        self.steps.push(event.as_str())?;
        self.record();
        Ok(())
    }

    /// Adds the fair continuation, and tells whether it came to rest.
    pub(super) fn settle(&mut self) -> bool {
        let at_rest = settle::go_on(&mut *self.steps);
        while self.records.len() < self.steps.len() {
            self.record();
        }
        at_rest
    }

    /// Derives what is kept of the first step that has no record.
    fn record(&mut self) {
        let position = self.records.len() + 1;
        let taken = self.steps.taken(position);
        let mut facts = (*self.last_facts).clone();
        let mut folded = Folded { causes: Vec::new(), numbers: Vec::new() };
        if taken.refused {
            fold_refused(&mut facts);
        } else {
            folded = fold(&mut facts, taken.actor, taken.duration_ms, &self.steps.effects(position));
            debug_assert_eq!(
                facts.queues.iter().map(|queue| queue.origins.len()).collect::<Vec<_>>(),
                self.steps.queue_lengths(position).into_iter().map(usize::from).collect::<Vec<_>>(),
                "the effects of {} agree with the state",
                taken.event
            );
        }
        self.records.push(Rc::new(Record {
            event: taken.event,
            actor: taken.actor,
            class: taken.class,
            refused: taken.refused,
            causes: folded.causes,
            numbers: folded.numbers,
            duration_ms: taken.duration_ms,
            clock_ms: facts.clock_ms,
        }));
        self.last_facts = Rc::new(facts);
        if position.is_multiple_of(FACTS_EVERY) {
            self.kept_facts.push(Rc::clone(&self.last_facts));
        }
        if !taken.refused {
            self.judge(position);
        }
    }

    /// Notes the properties that a position breaks first: by its step, if it has one, or by its state.
    fn judge(&mut self, position: usize) {
        for (property, broken) in self.broken.iter_mut().enumerate() {
            if broken.is_none() && self.steps.breaks(position, property) {
                *broken = Some(position);
            }
        }
    }

    /// The run facts at a position, folded on from the nearest kept ones.
    fn facts(&self, position: usize) -> Rc<Facts> {
        if position == self.records.len() {
            return Rc::clone(&self.last_facts);
        }
        let kept = position / FACTS_EVERY;
        let mut facts = (*self.kept_facts[kept]).clone();
        for step in kept * FACTS_EVERY + 1..=position {
            let record = &self.records[step - 1];
            if record.refused {
                fold_refused(&mut facts);
            } else {
                fold(&mut facts, record.actor, record.duration_ms, &self.steps.effects(step));
            }
        }
        Rc::new(facts)
    }

    /// How a property stands after some steps, which need not be this run's, when none of them has broken it. Ways back
    /// take a search each, so their answers are kept.
    pub(super) fn status(&self, steps: &dyn Steps, position: usize, property: usize) -> Status {
        if self.properties[property].kind != Kind::Recoverable {
            return steps.status(position, property);
        }
        let key = (steps.key(position), property);
        let known = self.escapes.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let found = steps.status(position, property);
            self.escapes.borrow_mut().insert(key, found);
            found
        })
    }
}

impl Player for Replay {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn actors(&self) -> &[ActorInfo] {
        self.steps.actors()
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
        run.steps.truncate(len);
        run.records.truncate(len);
        run.kept_facts.truncate(len / FACTS_EVERY + 1);
        for broken in &mut run.broken {
            *broken = broken.filter(|&position| position <= len);
        }
        Rc::new(run)
    }

    fn step(&self, position: usize) -> StepView {
        let record = &self.records[position - 1];
        let told = self.steps.told(position);
        let broken = self.properties.iter().zip(&self.broken);
        let breaks = broken.filter(|(_, at)| **at == Some(position));
        StepView {
            event: record.event.clone(),
            actor: usize::from(record.actor.0),
            class: record.class,
            label: told.label,
            sentence: told.sentence,
            refused: told.refused,
            upstream: told.upstream,
            log: self.log(position, position),
            violates: breaks.map(|(property, _)| property.id).collect(),
            moment: Moment { ms: record.clock_ms },
        }
    }

    fn event(&self, position: usize) -> Event {
        self.records[position - 1].event.clone()
    }

    fn is_refused(&self, position: usize) -> bool {
        self.records[position - 1].refused
    }

    fn actor(&self, position: usize) -> (usize, Class) {
        let record = &self.records[position - 1];
        (usize::from(record.actor.0), record.class)
    }

    fn causes(&self, position: usize) -> Vec<Arrow> {
        self.records[position - 1].causes.clone()
    }

    fn choices(&self, position: usize) -> Vec<Choice> {
        self.steps.choices(position)
    }

    fn scene(&self, position: usize) -> Scene {
        self.steps.scene(position, &self.facts(position))
    }

    fn properties(&self, position: usize) -> Vec<PropertyStatus> {
        let judge = |(index, &info): (usize, &PropertyInfo)| {
            let status = match self.broken[index] {
                Some(at) if at <= position => Status::Broken { at },
                _ => self.status(&*self.steps, position, index),
            };
            PropertyStatus { info, status }
        };
        self.properties.iter().enumerate().map(judge).collect()
    }

    fn property_infos(&self) -> Vec<PropertyInfo> {
        self.properties.to_vec()
    }

    fn keys(&self, position: usize) -> Vec<KeyStatus> {
        let rows = self.steps.rows(position, &self.facts(position));
        rows.into_iter()
            .map(|row| KeyStatus { key: row.key, value: row.value, freshness: row.freshness })
            .collect()
    }

    fn log(&self, from: usize, to: usize) -> Vec<LogRecord> {
        let mut out = Vec::new();
        for step in (from.max(1)..=to).filter(|&step| !self.is_refused(step)) {
            let record = &self.records[step - 1];
            let moment = Moment { ms: record.clock_ms };
            let mut numbers = record.numbers.iter().copied();
            for effect in self.steps.effects(step) {
                if let Effect::Log(mut line) = effect {
                    line.fill(&mut numbers);
                    out.push(LogRecord { moment, line, step });
                }
            }
        }
        out
    }

    fn settled(&self) -> Settled {
        settle::settled(self)
    }

    fn same_state(&self, position: usize, other: &dyn Player, other_position: usize) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| {
            self.info.id == other.info.id && self.steps.key(position) == other.steps.key(other_position)
        })
    }

    fn equal_states(&self, position: usize) -> Vec<usize> {
        let here = self.steps.key(position);
        let is_equal = |&other: &usize| other != position && self.steps.key(other) == here;
        (0..=self.len()).filter(is_equal).collect()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
