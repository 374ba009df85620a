//! The grade of a lesson, computed by the checker: solved, how short it could be, or why not.

use super::file::Goal;
use crate::check::{Finding, Job, Limit};
use crate::machine::Class;
use crate::trace::{Player, Status};
use serde::Serialize;

/// How a reader's run stands against the goal of its lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// How the run stands.
    pub standing: Standing,
    /// The steps of the shortest schedule that reaches the goal, where there is one.
    pub shortest: Option<u32>,
    /// Whether the goal can be reached at all under these fixes, and within its steps.
    pub possible: Possible,
    /// States that were looked at for that.
    pub states: u32,
}

/// How a run stands against a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The goal is reached after this many steps, and that is few enough.
    Solved {
        /// Steps.
        steps: u32,
    },
    /// The goal is reached, with more steps than allowed.
    TooLong {
        /// Steps.
        steps: u32,
    },
    /// To reach: the run does not break the property so far.
    NotBroken,
    /// To prevent: the run broke the property at this step.
    Broken {
        /// The step, counted from 1.
        at: u32,
    },
    /// To prevent: the environment has faults left that it has to use.
    FaultsLeft {
        /// How many.
        left: u32,
    },
    /// To prevent: something still moves by itself.
    NotAtRest,
}

/// Whether a goal can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Possible {
    /// It can, within the steps allowed.
    Yes,
    /// It can, but not within the steps allowed.
    NotWithin,
    /// It can't, in any order, under these fixes.
    Never,
    /// A limit was reached first.
    Unknown(Limit),
}

/// The properties that a lesson's check has to be asked about.
pub fn grade_question(goal: &Goal) -> Vec<String> {
    goal.property().map(str::to_owned).into_iter().collect()
}

/// Grades a run. `job` is the finished check of the run's configuration about [`grade_question`].
///
/// To *prevent* is to let the environment use up all its faults, and to come to rest with the property kept.
pub fn grade(goal: &Goal, run: &dyn Player, job: &dyn Job) -> Grade {
    let report = job.report();
    let property = goal.property().unwrap_or_default();
    let faults = run.config().filled(run.info()).budgets.values().sum();
    let finding = report.finding(property);
    let (standing, found) = if goal.reach.is_some() {
        (reached(goal, run, property), Ok(finding.and_then(Finding::length)))
    } else {
        let kept = job.keeping(property, faults).map(|kept| kept.map(|kept| kept.events.len()));
        (prevented(goal, run, property, faults), kept)
    };
    let limit = report.limit.or(found.err());
    let shortest = found.ok().flatten().and_then(|steps| u32::try_from(steps).ok());
    let possible = match (shortest, limit) {
        (Some(steps), _) if steps as usize <= goal.within => Possible::Yes,
        (_, Some(limit)) => Possible::Unknown(limit),
        (Some(_), None) => Possible::NotWithin,
        (None, None) => Possible::Never,
    };
    // After a limit there may be a shorter one.
    let shortest = shortest.filter(|_| limit.is_none());
    Grade { standing, shortest, possible, states: report.states }
}

fn reached(goal: &Goal, run: &dyn Player, property: &str) -> Standing {
    match first_break(run, property) {
        Some(at) => within(goal, applied(run, at)),
        None => Standing::NotBroken,
    }
}

fn prevented(goal: &Goal, run: &dyn Player, property: &str, faults: u32) -> Standing {
    let used = (1..=run.len()).filter(|&step| !run.is_refused(step) && run.actor(step).1.is_fault()).count();
    let left = faults.saturating_sub(count(used));
    let moves = |class: Class| !matches!(class, Class::Background | Class::Fault);
    let choices = run.choices(run.len());
    if let Some(at) = first_break(run, property) {
        Standing::Broken { at: count(at) }
    } else if left > 0 {
        Standing::FaultsLeft { left }
    } else if choices.iter().any(|choice| choice.refused.is_none() && moves(choice.class)) {
        Standing::NotAtRest
    } else {
        within(goal, applied(run, run.len()))
    }
}

fn within(goal: &Goal, steps: usize) -> Standing {
    let steps_told = count(steps);
    if steps <= goal.within {
        Standing::Solved { steps: steps_told }
    } else {
        Standing::TooLong { steps: steps_told }
    }
}

/// The first position that breaks the property, or from which there is no way back.
fn first_break(run: &dyn Player, property: &str) -> Option<usize> {
    (0..=run.len()).find(|&position| {
        let statuses = run.properties(position);
        let status = statuses.iter().find(|status| status.info.id == property).map(|status| status.status);
        status.is_some_and(|status| status.is_lost() || matches!(status, Status::Broken { .. }))
    })
}

/// How many steps up to a position happened.
fn applied(run: &dyn Player, position: usize) -> usize {
    (1..=position).filter(|&step| !run.is_refused(step)).count()
}

fn count(steps: usize) -> u32 {
    u32::try_from(steps).unwrap_or(u32::MAX)
}
