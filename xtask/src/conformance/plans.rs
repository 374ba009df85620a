//! What is to be run: the schedules of shipped scenarios, and plans written by hand.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use super::helper::helper;
use crate::repo;

/// The file that says which scenario is driven by which harness, or why none can drive it.
const SCENARIOS: &str = "scenarios.json";

/// The keys that a plan takes from its scenario.
const KEYS: [&str; 5] = ["model", "parameters", "budgets", "fixes", "schedule"];

/// All plans whose record is named; all there are when none is.
pub(super) fn plans(names: &[String]) -> Result<Vec<Value>> {
    let folder = super::maven::folder().join("plans");
    let mut all = Vec::new();
    for file in repo::file_names(&folder, "", ".json")? {
        let listed = read(&folder.join(&file))?;
        let Value::Array(listed) = listed else {
            bail!("conformance/plans/{file}: expected a list of plans")
        };
        for plan in listed {
            if file != SCENARIOS {
                all.push(plan);
            } else if plan.get("reading").is_none() {
                all.push(of_scenario(&plan)?);
            }
        }
    }
    if names.is_empty() {
        return Ok(all);
    }
    if let Some(unknown) = names.iter().find(|&name| all.iter().all(|plan| plan["record"] != **name)) {
        let known: Vec<&str> = all.iter().filter_map(|plan| plan["record"].as_str()).collect();
        bail!("there is no record `{unknown}`; expected some of {}", known.join(", "));
    }
    all.retain(|plan| names.iter().any(|name| plan["record"] == **name));
    Ok(all)
}

/// Has every plan played on its model: what no run of it is would end somewhere, and tell nothing.
pub(super) fn check(plans: &[Value]) -> Result<()> {
    helper(&["check"], &lines(plans)).context("a plan can't be played on its model")?;
    Ok(())
}

/// As a harness reads them.
pub(super) fn lines(plans: &[Value]) -> String {
    plans.iter().flat_map(|plan| [plan.to_string(), "\n".to_owned()]).collect()
}

/// A plan with what its scenario says.
fn of_scenario(plan: &Value) -> Result<Value> {
    let id = plan["scenario"].as_str().context("an entry of scenarios.json without `scenario`")?;
    let scenario = read(&repo::root().join("scenarios").join(format!("{id}.json")))?;
    let mut out: Map<String, Value> = plan.as_object().cloned().unwrap_or_default();
    for key in KEYS {
        if let Some(value) = scenario.get(key) {
            out.insert(key.to_owned(), value.clone());
        }
    }
    Ok(Value::Object(out))
}

pub(super) fn read(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not JSON", path.display()))
}
