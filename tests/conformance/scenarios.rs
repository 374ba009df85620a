//! What a reader is told of a scenario: confirmed on a release, or by reading only.

use crate::{path, records};
use serde_json::Value;
use std::fs;
use stepdown::conformance::Record;
use stepdown::scenario::{Confirmed, Scenario, load};

fn scenarios() -> Vec<(String, Scenario)> {
    let mut files: Vec<_> = fs::read_dir(path("scenarios"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let read = |name: String| {
        let text = fs::read_to_string(path("scenarios").join(&name)).unwrap();
        let loaded = load(&name, &text).unwrap_or_else(|problem| panic!("{problem}"));
        (name, (*loaded.scenario).clone())
    };
    files.into_iter().map(read).collect()
}

fn json(file: &str) -> Value {
    let text = fs::read_to_string(path(file)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The record of a scenario's own run: the same configuration and schedule.
fn of<'a>(scenario: &Scenario, records: &'a [Record]) -> Option<&'a Record> {
    records.iter().find(|record| record.head.scenario.as_deref() == Some(scenario.id.as_str()))
}

/// What is said is what a record says, and a record says it of this run.
#[test]
fn a_scenario_is_confirmed_by_the_record_of_its_run_and_by_nothing_else() {
    let records = records();
    let harnesses: Value = json("conformance/harnesses.json");
    for (name, scenario) in scenarios() {
        let expected = of(&scenario, &records).map(|record| {
            let harness = &harnesses[&record.head.harness];
            // Released classes don't have most fixes; what stands in for them is told.
            let is_double = |fix: &String| harness["doubles"].to_string().contains(&format!("\"{fix}\""));
            let fixes = if scenario.fixes.iter().any(is_double) { "; its fixes by doubles" } else { "" };
            Confirmed {
                on: format!("{}{fixes}", harness["told"].as_str().unwrap()),
                date: record.head.date.clone(),
                record: format!("conformance/{}.jsonl", record.head.record),
            }
        });
        assert_eq!(scenario.confirmed, expected, "{name}: `confirmed`");
        let Some(record) = of(&scenario, &records) else { continue };
        let events: Vec<_> = scenario.schedule.iter().map(ToString::to_string).collect();
        assert_eq!(record.head.schedule, events, "{name} was changed after its record was made");
        let (own, driven) = (scenario.config(), record.head.config());
        assert_eq!((own.model, own.fixes), (driven.model, driven.fixes), "{name}");
        assert_eq!((own.parameters, own.budgets), (driven.parameters, driven.budgets), "{name}");
        assert_eq!(record.end.end, "complete", "{name}");
    }
}

/// Whoever adds a scenario says how it is driven, or why it can't be.
#[test]
fn every_scenario_is_driven_or_says_why_not() {
    let plans = json("conformance/plans/scenarios.json");
    let plans = plans.as_array().unwrap();
    let records = records();
    for (name, scenario) in scenarios() {
        let plan = plans.iter().find(|plan| plan["scenario"] == *scenario.id);
        let plan = plan.unwrap_or_else(|| panic!("{name} is not in conformance/plans/scenarios.json"));
        match (plan["record"].as_str(), plan["reading"].as_str()) {
            (Some(record), None) => {
                let found = of(&scenario, &records).map(|record| record.head.record.as_str());
                assert_eq!(found, Some(record), "{name}");
            }
            (None, Some(why)) => assert!(why.len() > 10 && of(&scenario, &records).is_none(), "{name}"),
            _ => panic!("{name}: expected either `record` or `reading`"),
        }
    }
    assert_eq!(plans.len(), scenarios().len());
}

/// A plan that was written by hand is what its record was made of.
#[test]
fn every_plan_has_the_record_that_was_made_of_it() {
    let (records, mut planned) = (records(), Vec::new());
    for file in ["flink.json", "druid.json", "consul.json"] {
        let plans = json(&format!("conformance/plans/{file}"));
        for plan in plans.as_array().unwrap_or_else(|| panic!("{file}: expected a list of plans")) {
            let name = plan["record"].as_str().unwrap_or_else(|| panic!("{file}: a plan without `record`"));
            let found = records.iter().find(|record| record.head.record == name);
            let head = &found.unwrap_or_else(|| panic!("{file}: {name} was not recorded")).head;
            let schedule: Vec<&str> =
                plan["schedule"].as_array().unwrap().iter().map(|event| event.as_str().unwrap()).collect();
            assert_eq!(head.schedule, schedule, "{file}: {name} was changed after its record was made");
            assert!(plan["harness"] == *head.harness && plan["model"] == *head.model, "{file}: {name}");
            planned.push(name.to_owned());
        }
    }
    for plan in json("conformance/plans/scenarios.json").as_array().unwrap() {
        planned.extend(plan["record"].as_str().map(str::to_owned));
    }
    let mut recorded: Vec<_> = records.iter().map(|record| record.head.record.clone()).collect();
    planned.sort();
    recorded.sort();
    assert_eq!(planned, recorded, "each record has one plan");
}

/// What a reader is told of a release stands in the heads of the records: numbers and revisions are not made up.
#[test]
fn what_a_harness_is_called_is_what_its_records_ran_on() {
    let harnesses = json("conformance/harnesses.json");
    for record in records() {
        let told = harnesses[&record.head.harness]["told"].as_str().unwrap();
        let head =
            format!("{} {:?} {:?}", record.head.implementation, record.head.versions, record.head.doubles);
        for word in told
            .split([' ', ','])
            .filter(|word| word.contains(|c: char| c.is_ascii_digit()) && !word.contains("K8"))
        {
            assert!(head.contains(word), "{}: {word} is not in {head}", record.head.record);
        }
    }
}
