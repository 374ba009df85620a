//! Walks of a model: at every state one of the actions that are enabled, by a number that the seed decides.

use crate::plan::Plan;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::rc::Rc;
use stepdown::conformance::Written;
use stepdown::machine::{Class, Event};
use stepdown::model;
use stepdown::trace::Player;

/// Which models are walked, and under what.
const RANDOM: &str = include_str!("../random.json");

/// How a model is walked.
#[derive(Deserialize)]
struct Walked {
    /// The harness.
    harness: String,
    /// The most events of a walk.
    steps: usize,
    /// Values by parameter; each walk takes one of them. One that stands there twice is taken twice as often.
    parameters: BTreeMap<String, Vec<Written>>,
    /// Amounts by fault, likewise.
    budgets: BTreeMap<String, Vec<u32>>,
}

/// Which fixes a harness has doubles for.
const HARNESSES: &str = include_str!("../harnesses.json");

/// What of a harness matters here.
#[derive(Deserialize)]
struct Harness {
    /// The fixes that it has doubles for.
    #[serde(default)]
    doubles: Vec<String>,
}

/// So many walks of a model.
pub(crate) fn walks(model: &str, runs: u32, seed: u64) -> Result<Vec<Plan>, Box<dyn Error>> {
    let all: BTreeMap<String, Walked> = serde_json::from_str(RANDOM)?;
    let known = || all.keys().cloned().collect::<Vec<_>>().join(", ");
    let walked =
        all.get(model).ok_or_else(|| format!("no walks of `{model}`; expected one of {}", known()))?;
    let harnesses: BTreeMap<String, Harness> = serde_json::from_str(HARNESSES)?;
    let fixes = &harnesses.get(&walked.harness).ok_or("a walk of a harness that there is not")?.doubles;
    let mut numbers = Numbers(seed);
    let mut plans = Vec::new();
    for run in 0..runs {
        let mut plan = Plan {
            record: format!("random/{model}-{seed}-{run}"),
            scenario: None,
            harness: walked.harness.clone(),
            model: model.to_owned(),
            parameters: walked.parameters.iter().map(|(id, all)| (id.clone(), numbers.one_of(all))).collect(),
            budgets: walked.budgets.iter().map(|(id, all)| (id.clone(), numbers.one_of(all))).collect(),
            fixes: Vec::new(),
            schedule: Vec::new(),
        };
        // Every other walk is without any.
        if run % 2 == 1 {
            plan.fixes = fixes.iter().filter(|_| numbers.below(4) == 0).cloned().collect();
        }
        plan.schedule = walk(&plan, walked, &mut numbers)?;
        plans.push(plan);
    }
    Ok(plans)
}

fn walk(plan: &Plan, walked: &Walked, numbers: &mut Numbers) -> Result<Vec<String>, Box<dyn Error>> {
    let mut player = model::open(&plan.config()).map_err(|error| error.to_string())?;
    let mut schedule = Vec::new();
    let length = 1 + numbers.below(walked.steps);
    while schedule.len() < length {
        let mut choices = player.choices(player.len());
        choices.retain(|choice| choice.refused.is_none());
        // A fault every now and then: taken as often as all else, their budgets would be gone at once.
        let faults = choices.iter().filter(|choice| choice.class == Class::Fault).count();
        if faults < choices.len() && numbers.below(3) > 0 {
            choices.retain(|choice| choice.class != Class::Fault);
        }
        if choices.is_empty() {
            break;
        }
        let event = choices[numbers.below(choices.len())].event.clone();
        player = player.extended(&event).map_err(|error| error.to_string())?;
        schedule.push(event.as_str().to_owned());
    }
    Ok(schedule)
}

/// The beginnings of a run, in steps of an eighth, and then the same run with one event less, for each event whose absence
/// the model allows.
pub(crate) fn shorter(plan: &Plan) -> Vec<Plan> {
    let mut out: Vec<Plan> = Vec::new();
    for eighth in 1..8 {
        let length = plan.schedule.len() * eighth / 8;
        if out.last().is_none_or(|known| known.schedule.len() < length) {
            let schedule = plan.schedule[..length].to_vec();
            out.push(Plan { schedule, record: format!("{}-to-{length}", plan.record), ..plan.clone() });
        }
    }
    for at in (0..plan.schedule.len()).rev() {
        let mut schedule = plan.schedule.clone();
        schedule.remove(at);
        if goes(plan, &schedule) && out.iter().all(|known| known.schedule != schedule) {
            out.push(Plan { schedule, record: format!("{}-{at}", plan.record), ..plan.clone() });
        }
    }
    out
}

/// Whether the model takes every event.
fn goes(plan: &Plan, schedule: &[String]) -> bool {
    let events: Option<Vec<Event>> = schedule.iter().map(|event| Event::new(event).ok()).collect();
    let run = model::open(&plan.config()).ok().zip(events);
    let run: Option<Rc<dyn Player>> = run.and_then(|(empty, events)| empty.replay(&events).ok());
    run.is_some_and(|run| (1..=run.len()).all(|step| !run.is_refused(step)))
}

/// Numbers that a seed decides (`SplitMix64`).
struct Numbers(u64);

impl Numbers {
    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % bound as u64).expect("it is below the bound")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_are_of_the_fixes_that_their_harness_has_doubles_for() {
        let plans = walks("flink-election", 60, 7).expect("it is walked");
        let on = |fix: &str| plans.iter().any(|plan| plan.fixes.iter().any(|on| on == fix));
        assert!(["ignore_pending_confirm", "reconcile"].into_iter().all(on));
        assert!(plans.iter().step_by(2).all(|plan| plan.fixes.is_empty()));
    }
}
