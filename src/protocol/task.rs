//! A piece of work in slices, whoever keeps the time.

use super::message::{Answer, Carried, Explained, HowFar, Order};
use crate::check::Job;
use crate::diagnosis::{Index, Told, recognise};
use crate::machine::{Config, Event};
use crate::model::{self, Ask, MatrixJob};
use crate::scenario::{self, Goal, grade, grade_question};
use crate::share;
use crate::trace::{Cause, Player};
use std::rc::Rc;

/// A piece of work under way.
pub struct Task(Work);

enum Work {
    Check(Box<dyn Job>),
    Matrix(Box<MatrixJob>, u64),
    Explain(Vec<Cause>),
    Grade { job: Box<dyn Job>, run: Rc<dyn Player>, goal: Goal },
    Recognise(Told),
    Open(Carried),
}

impl Task {
    /// Begins with it.
    ///
    /// # Errors
    /// When what is asked for does not fit the model, in words for the reader.
    pub fn begin(order: &Order) -> Result<Self, String> {
        let work = match order {
            Order::Check { config, ask } => {
                Work::Check(model::check(config, ask).map_err(|error| error.to_string())?)
            }
            Order::Matrix { config, fixes, properties, limits } => {
                let job = MatrixJob::new(config, fixes, properties, *limits);
                Work::Matrix(Box::new(job.map_err(|error| error.to_string())?), 0)
            }
            Order::Explain { config, events } => {
                Work::Explain(model::causes(config, events).map_err(|error| error.to_string())?)
            }
            Order::Grade { config, events, goal, limits } => {
                let ask = Ask { properties: grade_question(goal), limits: *limits, thorough: false };
                let job = model::check(config, &ask).map_err(|error| error.to_string())?;
                Work::Grade { job, run: replay(config, events)?, goal: goal.clone() }
            }
            Order::Recognise { paste, logs } => {
                Work::Recognise(recognise(paste, &Index::read(logs)?)?.told())
            }
            Order::Open { name, text } => Work::Open(carried(name, text)?),
        };
        Ok(Self(work))
    }

    /// Goes on for about so many states. True while there is more to do.
    pub fn advance(&mut self, states: u32) -> bool {
        match &mut self.0 {
            Work::Check(job) | Work::Grade { job, .. } => job.advance(states),
            Work::Matrix(job, before) => {
                let done = job.done();
                let more = job.advance(states);
                if let Some(cell) = job.matrix().cells.get(done) {
                    *before += u64::from(cell.states);
                }
                more
            }
            Work::Explain(_) | Work::Recognise(_) | Work::Open(_) => false,
        }
    }

    /// How far it is.
    pub fn how_far(&self) -> HowFar {
        match &self.0 {
            Work::Check(job) | Work::Grade { job, .. } => {
                HowFar { search: Some(job.progress()), ..HowFar::default() }
            }
            Work::Matrix(job, before) => {
                let count = |sets: usize| u32::try_from(sets).unwrap_or(u32::MAX);
                let sets = Some((count(job.done()), count(job.total())));
                HowFar { search: job.progress(), sets, states_before: *before }
            }
            Work::Explain(_) | Work::Recognise(_) | Work::Open(_) => HowFar::default(),
        }
    }

    /// The answer, once [`Task::advance`] has nothing more to do.
    pub fn answer(&self) -> Answer {
        match &self.0 {
            Work::Check(job) => Answer::Check(job.report()),
            Work::Matrix(job, _) => Answer::Matrix(job.matrix().clone()),
            Work::Explain(causes) => Answer::Explain(Explained { causes: causes.clone() }),
            Work::Recognise(told) => Answer::Recognise(told.clone()),
            Work::Open(carried) => Answer::Open(carried.clone()),
            Work::Grade { job, run, goal } => Answer::Grade(grade(goal, &**run, &**job)),
        }
    }
}

/// What a file carries, checked: a scenario file itself, or the run of an exported drawing or page.
fn carried(name: &str, text: &str) -> Result<Carried, String> {
    let check = |text: &str| scenario::load(name, text).map(drop).map_err(|problem| problem.to_string());
    if !text.trim_start().starts_with('<') {
        check(text)?;
        return Ok(Carried { fragment: None, scenario: Some(text.to_owned()) });
    }
    let found = share::carried(text).map_err(|why| format!("{}: {why}", scenario::shown(name)))?;
    share::decode(&found.fragment).map_err(|error| error.to_string())?;
    let scenario = found.scenario.as_ref().map(scenario::write);
    if let Some(scenario) = &scenario {
        check(scenario)?;
    }
    Ok(Carried { fragment: Some(found.fragment), scenario })
}

fn replay(config: &Config, events: &[Event]) -> Result<Rc<dyn Player>, String> {
    let empty = model::open(config).map_err(|error| error.to_string())?;
    empty.replay(events).map_err(|error| error.to_string())
}
