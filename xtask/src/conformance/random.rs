//! `cargo xtask conformance random`: walks of a model that the real classes are driven along, compared after each.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::helper::{build as build_helper, helper};
use super::maven;
use crate::args::RandomArgs;
use crate::process::say;

/// How often a difference is made smaller, at most.
const ROUNDS: u32 = 40;

/// Makes plans by walking the model, drives them, compares. False when there is a difference; it is made small first.
pub(super) fn random(options: &RandomArgs) -> Result<bool> {
    build_helper()?;
    let (runs, seed) = (options.runs.to_string(), options.seed.to_string());
    let plans = helper(&["walk", &options.model, &runs, &seed], "")?;
    let plans: Vec<Value> = plans.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let missing = maven::build(&maven::by_module(plans.clone())?)?;
    ensure!(missing.is_empty(), "{} can't be walked: its harness can't be built here", options.model);
    let Outcome { differences, stopped } = outcome(&plans)?;
    let (runs, model) = (plans.len(), &options.model);
    say(&format!("{runs} runs of {model} from seed {seed}: {} differences", differences.len()));
    for (why, count) in stopped {
        say(&format!("  {count} compared up to where they could not be driven further: {why}"));
    }
    let Some((name, _)) = differences.first() else { return Ok(true) };
    let plan = plans.iter().find(|plan| plan["record"] == **name).context("a difference has a plan")?;
    let (plan, told) = smaller(plan.clone())?;
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
        let lines = maven::drive(&module, &plans)?.join("\n");
        for line in helper(&["compare"], &lines)?.lines() {
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

/// The shortest plan found that still differs: what follows is cut off, then one event after another is left out, as long
/// as the model has such a run.
fn smaller(mut plan: Value) -> Result<(Value, String)> {
    let mut told = String::new();
    for _ in 0..ROUNDS {
        let candidates = helper(&["shorten"], &format!("{plan}\n"))?;
        let candidates: Vec<Value> =
            candidates.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        let Some((name, how)) = outcome(&candidates)?.differences.into_iter().next() else { break };
        plan =
            candidates.into_iter().find(|plan| plan["record"] == *name).context("a difference has a plan")?;
        told = how;
    }
    Ok((plan, told))
}
