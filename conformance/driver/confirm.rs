//! What confirms a scenario, written into its file: the record of its own run.

use serde_json::Value;
use std::error::Error;
use std::fs;
use stepdown::conformance::Record;
use stepdown::scenario::{Confirmed, parse, write};

/// Brings every scenario up to date; tells which were changed.
pub(crate) fn confirm() -> Result<Vec<String>, Box<dyn Error>> {
    let plans: Vec<Value> = serde_json::from_str(&fs::read_to_string("conformance/plans/scenarios.json")?)?;
    let harnesses: Value = serde_json::from_str(&fs::read_to_string("conformance/harnesses.json")?)?;
    let mut changed = Vec::new();
    for plan in plans {
        let id = plan["scenario"].as_str().ok_or("a plan without `scenario`")?;
        let path = format!("scenarios/{id}.json");
        let text = fs::read_to_string(&path)?;
        let mut scenario = parse(&path, &text).map_err(|problem| problem.to_string())?;
        scenario.confirmed = match plan["record"].as_str() {
            None => None,
            Some(record) => {
                let file = format!("tests/conformance/{record}.jsonl");
                let read =
                    Record::read(&fs::read_to_string(&file)?).map_err(|error| format!("{file}: {error}"))?;
                let head = &read.first().ok_or_else(|| format!("{file} has no record"))?.head;
                let on = harnesses[&head.harness]["told"].as_str().ok_or("a harness without `told`")?;
                let doubles = harnesses[&head.harness]["doubles"].as_array().map_or(&[][..], Vec::as_slice);
                let by_doubles = head.fixes.iter().any(|fix| doubles.iter().any(|double| double == fix));
                let on = if by_doubles { format!("{on}; its fixes by doubles") } else { on.into() };
                let record = format!("conformance/{record}.jsonl");
                Some(Confirmed { on, date: head.date.clone(), record })
            }
        };
        let written = write(&scenario);
        if written != text {
            fs::write(&path, written)?;
            changed.push(id.to_owned());
        }
    }
    Ok(changed)
}
