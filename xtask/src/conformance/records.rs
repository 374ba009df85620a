//! What a harness prints, record by record: one for each plan that it was given.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// The lines of one record, and its name.
pub(super) type Lines = (String, Vec<String>);

/// The lines by record, of which each plan has one.
pub(super) fn of_plans(plans: &[Value], lines: Vec<String>) -> Result<Vec<Lines>> {
    let found = by_record(lines)?;
    let missing = |plan: &&Value| found.iter().all(|(name, _)| plan["record"] != **name);
    let missing: Vec<String> = plans.iter().filter(missing).map(|plan| plan["record"].to_string()).collect();
    ensure!(missing.is_empty(), "the harness made no record of {}", missing.join(", "));
    ensure!(found.len() == plans.len(), "{} records of {} plans", found.len(), plans.len());
    Ok(found)
}

/// Each record begins with a head and ends with an end.
fn by_record(lines: Vec<String>) -> Result<Vec<Lines>> {
    let mut out: Vec<Lines> = Vec::new();
    let mut is_open = false;
    for line in lines {
        if !is_open {
            let head: Value = serde_json::from_str(&line).context("the head of a record is not JSON")?;
            let name = head["record"].as_str().context("a head without `record`")?;
            out.push((name.to_owned(), Vec::new()));
        }
        is_open = !line.starts_with("{\"end\"");
        if let Some((_, lines)) = out.last_mut() {
            lines.push(line);
        }
    }
    ensure!(!is_open, "the last record has no end");
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn lines(names: &[&str]) -> Vec<String> {
        let record =
            |name: &&str| [json!({ "record": name }).to_string(), r#"{"end":"complete"}"#.to_owned()];
        names.iter().flat_map(record).collect()
    }

    #[test]
    fn each_plan_has_a_record() {
        let plans = [json!({ "record": "a" }), json!({ "record": "b" })];
        assert_eq!(of_plans(&plans, lines(&["a", "b"])).expect("both")[1].0, "b");
        let told = |names: &[&str]| of_plans(&plans, lines(names)).expect_err("not one each").to_string();
        assert_eq!(told(&["a"]), "the harness made no record of \"b\"");
        assert_eq!(told(&["a", "b", "b"]), "3 records of 2 plans");
    }

    #[test]
    fn a_record_without_its_end_is_none() {
        let plans = [json!({ "record": "a" })];
        assert!(of_plans(&plans, lines(&["a"])[..1].to_vec()).is_err());
    }
}
