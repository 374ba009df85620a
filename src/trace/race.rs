//! The race pair: two steps of different actors whose order alone decides what becomes of a property.
//!
//! Each candidate is proved by replaying the run in both orders and letting both settle. Two steps are
//! exchanged when they are neighbours, or the later one is moved before the earlier one together with its
//! own actor's steps in between; everything else stays the same, and no event may be refused.

use super::fate::{Refused, fate};
use super::no_return::lost_since;
use super::player::Player;
use super::replay::Replay;
use super::{PropertyOutcome, Status};
use crate::machine::Event;
use serde::Serialize;

/// How far before the violation pairs are looked for, in steps.
pub const RACE_STEPS: usize = 64;

/// What decides about a property that a run breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// The property's id.
    pub property: String,
    /// The step that breaks it, or after which it is lost; 0 for the initial state.
    pub broken_at: usize,
    /// What decides.
    pub decided_by: Decision,
    /// The first step of the pairs that were tried; later than 1 for a run that is longer than
    /// [`RACE_STEPS`] up to the violation.
    pub pairs_from: usize,
}

/// What decides whether a property is broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The order of two steps.
    Order(Race),
    /// A fault, by its step: without it the property holds, and no exchange of two steps saves it.
    Fault(usize),
    /// The initial state.
    Start,
    /// The schedule as a whole: neither an exchange of two steps nor leaving out a fault saves it.
    Schedule,
}

impl Decision {
    /// The word in outputs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Order(_) => "order",
            Self::Fault(_) => "fault",
            Self::Start => "start",
            Self::Schedule => "schedule",
        }
    }
}

/// Two steps whose order decides. Steps are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Race {
    /// The earlier step.
    pub first: usize,
    /// The later step.
    pub second: usize,
    /// The last step that both depend on, where the race was set up; 0 for the initial state.
    pub fork: usize,
    /// The run's schedule with the two exchanged.
    pub exchanged: Vec<Event>,
    /// Other pairs that decide as well, the nearest before the violation first.
    pub others: Vec<(usize, usize)>,
}

/// What decides about each property that the run breaks, in the machine's order.
pub fn causes_of_breaks(run: &Replay) -> Vec<Cause> {
    let statuses = run.properties(run.len());
    let broken = statuses.into_iter().enumerate().filter_map(|(index, property)| {
        let at = match property.status {
            Status::Broken { at } => at,
            Status::Goal(_) => lost_since(run, run.len(), index)?,
            _ => return None,
        };
        Some((index, property.info.id, at))
    });
    broken.map(|(index, id, at)| cause(run, index, id, at)).collect()
}

fn cause(run: &Replay, property: usize, id: &'static str, broken_at: usize) -> Cause {
    // Refused steps did not happen.
    let steps: Vec<usize> = (1..=run.len()).filter(|&step| !run.is_refused(step)).collect();
    let until = steps.partition_point(|&step| step <= broken_at);
    let from = until.saturating_sub(RACE_STEPS);
    let question = Question { run, property, steps, until };
    let decided_by = match question.races(from) {
        _ if broken_at == 0 => Decision::Start,
        Some(race) => Decision::Order(race),
        None => question.fault().map_or(Decision::Schedule, Decision::Fault),
    };
    let pairs_from = question.steps.get(from).copied().unwrap_or(1);
    Cause { property: id.to_owned(), broken_at, decided_by, pairs_from }
}

struct Question<'a> {
    run: &'a Replay,
    property: usize,
    /// The steps that happened.
    steps: Vec<usize>,
    /// How many of them happened up to the violation.
    until: usize,
}

impl Question<'_> {
    /// The nearest pair before the violation, with all others.
    fn races(&self, from: usize) -> Option<Race> {
        let mut pairs = Vec::new();
        for later in (from + 1..self.until).rev() {
            for earlier in (from..later).rev() {
                if self.exchanged(earlier, later).is_some_and(|order| self.is_saved_by(&order)) {
                    pairs.push((earlier, later));
                }
            }
        }
        let &(earlier, later) = pairs.first()?;
        let order = self.exchanged(earlier, later)?;
        let step = |at: usize| self.steps[at];
        Some(Race {
            first: step(earlier),
            second: step(later),
            fork: self.fork(step(earlier), step(later)),
            exchanged: order.iter().map(|&step| self.run.event(step)).collect(),
            others: pairs[1..].iter().map(|&(earlier, later)| (step(earlier), step(later))).collect(),
        })
    }

    /// All steps with the later of two moved before the earlier, its own actor's steps in between with it.
    /// None for two steps of one actor.
    fn exchanged(&self, earlier: usize, later: usize) -> Option<Vec<usize>> {
        let actor = |at: usize| self.run.actor(self.steps[at]).0;
        if actor(earlier) == actor(later) {
            return None;
        }
        let (moved, kept): (Vec<usize>, Vec<usize>) =
            (earlier..=later).partition(|&at| actor(at) == actor(later));
        let order = (0..earlier).chain(moved).chain(kept).chain(later + 1..self.steps.len());
        Some(order.map(|at| self.steps[at]).collect())
    }

    /// Whether the property holds in this order and no event is refused. Steps after the violation are part
    /// of the order as long as they can be; a run that went on for long must not hide what decided it.
    fn is_saved_by(&self, order: &[usize]) -> bool {
        let outcome = |steps: &[usize]| fate(self.run, self.property, steps.iter().copied(), Refused::GiveUp);
        outcome(order).or_else(|| outcome(&order[..self.until])) == Some(PropertyOutcome::Holds)
    }

    /// The last fault up to the violation without which the property holds.
    fn fault(&self) -> Option<usize> {
        let faults = self.steps[..self.until].iter().rev().filter(|&&step| self.run.actor(step).1.is_fault());
        let saves = |fault: usize| {
            let others = self.steps.iter().copied().filter(|&step| step != fault);
            fate(self.run, self.property, others, Refused::Skip) == Some(PropertyOutcome::Holds)
        };
        faults.copied().find(|&fault| saves(fault))
    }

    /// The last step that both depend on.
    fn fork(&self, first: usize, second: usize) -> usize {
        let (first, second) = (self.ancestors(first), self.ancestors(second));
        first.into_iter().rev().find(|step| second.contains(step)).unwrap_or(0)
    }

    /// The steps that a step depends on, in order: its actor's step before, and what it follows from.
    fn ancestors(&self, step: usize) -> Vec<usize> {
        let mut known = Vec::new();
        let mut open = vec![step];
        while let Some(step) = open.pop() {
            let own = self.steps.iter().rev().copied();
            let actor = self.run.actor(step).0;
            let own = own.filter(|&earlier| earlier < step && self.run.actor(earlier).0 == actor).take(1);
            let followed = self.run.causes(step).into_iter().map(|arrow| arrow.from);
            for earlier in own.chain(followed) {
                if !known.contains(&earlier) {
                    known.push(earlier);
                    open.push(earlier);
                }
            }
        }
        known.sort_unstable();
        known
    }
}
