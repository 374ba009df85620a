//! `cargo xtask conformance random`: walks of a model that the real classes are driven along, compared after each.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::helper::{build as build_helper, helper};
use super::{maven, plans};
use crate::args::RandomArgs;
use crate::process::say;

/// How often a difference is made smaller, at most.
const ROUNDS: u32 = 40;

/// Makes plans by walking the model, drives them, compares. False when there is a difference; it is made small first.
pub(super) fn random(options: &RandomArgs) -> Result<bool> {
    build_helper()?;
    let (runs, seed) = (options.runs.to_string(), options.seed.to_string());
    let walks = helper(&["walk", &options.model, &runs, &seed], "")?;
    let plans: Vec<Value> = walks.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    plans::check(&plans)?;
    let missing = maven::build(&maven::by_module(plans.clone())?)?;
    ensure!(missing.is_empty(), "{} can't be walked: its harness can't be built here", options.model);
    let Outcome { differences, stopped } = outcome(&plans)?;
    let (runs, model) = (plans.len(), &options.model);
    say(&format!("{runs} runs of {model} from seed {seed}: {} differences", differences.len()));
    for (why, count) in stopped {
        say(&format!("  {count} compared up to where they could not be driven further: {why}"));
    }
    let Some((name, told)) = differences.first() else { return Ok(true) };
    let plan = plans.iter().find(|plan| plan["record"] == **name).context("a difference has a plan")?;
    let (plan, told) = smaller(plan.clone(), told.clone(), shorter)?;
    say(&format!("a small one:\n{plan}\n{told}"));
    for (name, _) in &differences {
        say(&format!("  also {name}"));
    }
    Ok(false)
}

/// What comparing came to.
#[derive(Default)]
struct Outcome {
    /// The name of each record that is different, and how.
    differences: Vec<(String, String)>,
    /// Why a harness could not go on, and how often: a model may come between two gates, where the real thread can't be held.
    stopped: BTreeMap<String, usize>,
}

fn outcome(plans: &[Value]) -> Result<Outcome> {
    let mut out = Outcome::default();
    for (module, plans) in maven::by_module(plans.to_vec())? {
        let lines: Vec<String> =
            maven::drive(&module, &plans)?.into_iter().flat_map(|(_, lines)| lines).collect();
        let compared = helper(&["compare"], &lines.join("\n"))?;
        let count = compared.lines().count();
        ensure!(count == plans.len(), "{count} of {} records of {module} were compared", plans.len());
        for line in compared.lines() {
            let compared: Value = serde_json::from_str(line)?;
            let text = |key: &str| compared[key].as_str().map(str::to_owned);
            if let Some(difference) = text("difference") {
                out.differences.push((text("record").unwrap_or_default(), difference));
            } else if let Some(why) = text("stopped") {
                *out.stopped.entry(why).or_default() += 1;
            }
        }
    }
    Ok(out)
}

/// The shortest plan found that still differs, and how; of one that can't be made shorter that is what was told of it.
fn smaller(
    mut plan: Value,
    mut told: String,
    shorter: impl Fn(&Value) -> Result<Option<(Value, String)>>,
) -> Result<(Value, String)> {
    for _ in 0..ROUNDS {
        let Some(found) = shorter(&plan)? else { break };
        (plan, told) = found;
    }
    Ok((plan, told))
}

/// A shorter plan that still differs: what follows is cut off, or an event is left out, where the model has such a run.
fn shorter(plan: &Value) -> Result<Option<(Value, String)>> {
    let candidates = helper(&["shorten"], &format!("{plan}\n"))?;
    let candidates: Vec<Value> = candidates.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let Some((name, told)) = outcome(&candidates)?.differences.into_iter().next() else { return Ok(None) };
    let plan = candidates.into_iter().find(|plan| plan["record"] == *name);
    Ok(Some((plan.context("a difference has a plan")?, told)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_difference_that_no_shorter_plan_has_is_told() {
        let whole = smaller(json!("whole"), "how".into(), |_| Ok(None)).expect("nothing fails");
        assert_eq!(whole, (json!("whole"), "how".into()));
    }

    #[test]
    fn of_a_shorter_plan_its_own_difference_is_told() {
        let once = |plan: &Value| Ok((plan == "whole").then(|| (json!("half"), "otherwise".to_owned())));
        let half = smaller(json!("whole"), "how".into(), once).expect("nothing fails");
        assert_eq!(half, (json!("half"), "otherwise".into()));
    }
}
