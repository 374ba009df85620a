//! `cargo xtask conformance random`: walks of a model that the real classes are driven along, compared after each.

use anyhow::{Context, Result};
use serde_json::Value;

use super::helper::{build as build_helper, helper};
use super::maven;
use crate::args::RandomArgs;
use crate::process::say;

/// How often a difference is made smaller, at most.
const ROUNDS: u32 = 40;

/// Makes plans by walking the model, drives them, compares. False when there is a difference; it is made small first.
pub(super) fn random(options: &RandomArgs) -> Result<bool> {
    maven::build()?;
    build_helper()?;
    let (runs, seed) = (options.runs.to_string(), options.seed.to_string());
    let plans = helper(&["walk", &options.model, &runs, &seed], "")?;
    let plans: Vec<Value> = plans.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let differences = differences(&plans)?;
    say(&format!(
        "{} runs of {} from seed {seed}: {} differences",
        plans.len(),
        options.model,
        differences.len()
    ));
    let Some((name, _)) = differences.first() else { return Ok(true) };
    let plan = plans.iter().find(|plan| plan["record"] == **name).context("a difference has a plan")?;
    let (plan, told) = smaller(plan.clone())?;
    say(&format!("a small one:\n{plan}\n{told}"));
    for (name, _) in &differences {
        say(&format!("  also {name}"));
    }
    Ok(false)
}

/// What was compared and is different: the name of the record and how.
fn differences(plans: &[Value]) -> Result<Vec<(String, String)>> {
    let mut out = Vec::new();
    for (module, plans) in maven::by_module(plans.to_vec())? {
        let lines = maven::drive(&module, &plans)?.join("\n");
        for line in helper(&["compare"], &lines)?.lines() {
            let difference: Value = serde_json::from_str(line)?;
            let text = |key: &str| difference[key].as_str().unwrap_or_default().to_owned();
            out.push((text("record"), text("told")));
        }
    }
    Ok(out)
}

/// The shortest plan found that still differs: one event after another is left out, as long as the model has such a run.
fn smaller(mut plan: Value) -> Result<(Value, String)> {
    let mut told = String::new();
    for _ in 0..ROUNDS {
        let candidates = helper(&["shorten"], &format!("{plan}\n"))?;
        let candidates: Vec<Value> =
            candidates.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        let found = differences(&candidates)?;
        let Some((name, how)) = found.into_iter().next() else { break };
        plan =
            candidates.into_iter().find(|plan| plan["record"] == *name).context("a difference has a plan")?;
        told = how;
    }
    Ok((plan, told))
}
