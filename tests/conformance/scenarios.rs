//! What a reader is told of a scenario: confirmed on a release, or by reading only.

use crate::{path, records};
use serde_json::{Value, json, to_value};
use std::fs;
use stepdown::conformance::{Head, Record};
use stepdown::machine::Event;
use stepdown::model;
use stepdown::scenario::{Confirmed, Scenario, load};
use stepdown::trace::Status;

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

pub(crate) fn json(file: &str) -> Value {
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

/// What of a plan is not what the head of its record says.
fn changed(plan: &Value, head: &Head) -> Vec<String> {
    let of_head = [
        ("harness", to_value(&head.harness)),
        ("model", to_value(&head.model)),
        ("parameters", to_value(&head.parameters)),
        ("budgets", to_value(&head.budgets)),
        ("fixes", to_value(&head.fixes)),
        ("schedule", to_value(&head.schedule)),
    ];
    // What a plan leaves out is empty.
    let is_empty = |value: &Value| match value {
        Value::Array(values) => values.is_empty(),
        Value::Object(values) => values.is_empty(),
        _ => false,
    };
    let differs = |(key, of_head): (&str, serde_json::Result<Value>)| {
        let (of_head, of_plan) = (of_head.unwrap(), plan.get(key));
        let is_same = of_plan.map_or_else(|| is_empty(&of_head), |of_plan| *of_plan == of_head);
        (!is_same).then(|| key.to_owned())
    };
    of_head.into_iter().filter_map(differs).collect()
}

#[test]
fn what_changes_in_a_plan_is_noticed() {
    let plans = json("conformance/plans/consul.json");
    let plan = plans.as_array().unwrap().iter().find(|plan| plan["record"] == "consul/h10").unwrap();
    let head = records().into_iter().find(|record| record.head.record == "consul/h10").unwrap().head;
    assert!(changed(plan, &head).is_empty());
    for (key, value) in [
        ("parameters", json!({})),
        ("budgets", json!({ "unregister": 2, "error": 1 })),
        ("fixes", json!(["order"])),
        ("schedule", json!([])),
        ("harness", json!("druid-k8s")),
    ] {
        let mut plan = plan.clone();
        plan[key] = value;
        assert_eq!(changed(&plan, &head), [key]);
    }
}

/// The run that a record is need not be the scenario's own: what nobody sees may come in another order. It ends alike.
#[test]
fn a_record_ends_as_the_scenario_that_it_confirms() {
    let records = records();
    for (name, scenario) in scenarios() {
        // A pod goes on by itself when the schedule is over.
        let own = of(&scenario, &records).filter(|record| record.head.harness != "druid-k8s");
        let Some(record) = own else { continue };
        let end = |events: Vec<Event>| {
            let run = model::open(&scenario.config()).unwrap().replay(&events).unwrap();
            let keys = run.keys(run.len()).into_iter().map(|key| format!("{} {:?}", key.key, key.freshness));
            let properties = run.properties(run.len()).into_iter().map(|property| {
                let broken = matches!(property.status, Status::Broken { .. });
                format!("{} {}", property.info.id, if broken { "is broken" } else { "holds" })
            });
            keys.chain(properties).collect::<Vec<_>>()
        };
        let found = model::replay(record).unwrap().unwrap().schedule;
        let found = found.iter().map(|event| Event::new(event).unwrap()).collect();
        assert_eq!(end(found), end(scenario.schedule.clone()), "{name}");
    }
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
            let changed = changed(plan, head);
            assert!(changed.is_empty(), "{file}: {changed:?} of {name} changed after its record was made");
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
