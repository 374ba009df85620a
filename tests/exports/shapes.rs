//! Traces for other tools, held against what those publish of their shape.

use super::{all, document, with};
use regex::Regex;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use stepdown::export::{Document, Format, SHIVIZ_EXPRESSION, write};

fn json(document: &Document, format: Format) -> Value {
    serde_json::from_str(&write(document, format).unwrap()).unwrap()
}

/// An expression of ADR-015, and its type as far as JSON tells it.
fn expression(value: &Value) -> Result<String, String> {
    let items = |list: &Value, of: &str| -> Result<String, String> {
        let list = list.as_array().ok_or(format!("{of} is no list"))?;
        let types: BTreeSet<_> = list.iter().map(expression).collect::<Result<_, _>>()?;
        let mut types = types.into_iter();
        match (types.next(), types.next()) {
            (None, _) => Ok(format!("{of}()")),
            (Some(one), None) => Ok(format!("{of}({one})")),
            (Some(one), Some(other)) => Err(format!("{of} has items of {one} and of {other}")),
        }
    };
    match value {
        Value::Bool(_) => Ok("bool".into()),
        Value::String(_) => Ok("text".into()),
        Value::Number(number) => {
            let fits = number.as_i64().is_some_and(|number| number.abs() < 1 << 53);
            fits.then(|| "int".into()).ok_or(format!("{number} is no integer of JSON"))
        }
        Value::Array(_) => items(value, "seq"),
        Value::Null => Err("null is no expression".into()),
        Value::Object(object) => match object.iter().next() {
            Some((key, inner)) if key.starts_with('#') && object.len() == 1 => match key.as_str() {
                "#bigint" => {
                    let digits = inner.as_str().ok_or("a #bigint is a text")?;
                    digits.parse::<i128>().map(|_| "int".into()).map_err(|error| error.to_string())
                }
                "#set" => items(inner, "set"),
                "#tup" => inner.as_array().map(|_| "tup".into()).ok_or("a #tup is a list".into()),
                "#map" => map(inner),
                _ => Err(format!("{key} is not known")),
            },
            _ => record(object),
        },
    }
}

fn map(pairs: &Value) -> Result<String, String> {
    let mut keys = BTreeSet::new();
    let mut types = BTreeSet::new();
    for pair in pairs.as_array().ok_or("a #map is a list")? {
        let [key, value] = pair.as_array().map(Vec::as_slice).unwrap_or_default() else {
            return Err("an entry of a #map is a pair".into());
        };
        if !keys.insert(key.to_string()) {
            return Err(format!("{key} is in a #map twice"));
        }
        types.insert((expression(key)?, expression(value)?.replace("()", "(text)")));
    }
    if types.len() > 1 {
        Err(format!("a #map has entries of {types:?}"))
    } else {
        Ok(format!("map{types:?}"))
    }
}

fn record(object: &Map<String, Value>) -> Result<String, String> {
    let field = |(name, value): (&String, &Value)| {
        if name.starts_with('#') {
            return Err(format!("the field {name} begins with #"));
        }
        Ok(format!("{name}: {}", expression(value)?))
    };
    Ok(format!("{{{}}}", object.iter().map(field).collect::<Result<Vec<_>, String>>()?.join(", ")))
}

/// What is wrong with a trace.
fn itf_problem(trace: &Value) -> Result<(), String> {
    let names = |key: &str| -> Result<Vec<String>, String> {
        let list = trace[key].as_array().ok_or(format!("{key} is no list"))?;
        list.iter().map(|name| name.as_str().map(str::to_owned).ok_or(format!("{name} is no name"))).collect()
    };
    let (vars, params) = (names("vars")?, names("params")?);
    let known = ["#meta", "params", "vars", "states", "loop"];
    if let Some(key) = trace.as_object().unwrap().keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("the trace has {key}"));
    }
    if trace["#meta"]["format"] != "ITF" {
        return Err("the trace does not say its format".into());
    }
    let states = trace["states"].as_array().filter(|states| !states.is_empty()).ok_or("no state")?;
    for (index, state) in states.iter().enumerate() {
        let state = state.as_object().ok_or("a state is an object")?;
        if state["#meta"]["index"] != index {
            return Err(format!("state {index} says {}", state["#meta"]["index"]));
        }
        let expected: BTreeSet<&str> =
            vars.iter().chain(params.iter().filter(|_| index == 0)).map(String::as_str).collect();
        let found: BTreeSet<&str> = state.keys().map(String::as_str).filter(|key| *key != "#meta").collect();
        if expected != found {
            return Err(format!("state {index} has {found:?}; expected {expected:?}"));
        }
        for (name, value) in state.iter().filter(|(name, _)| *name != "#meta") {
            expression(value).map_err(|error| format!("{name} in state {index}: {error}"))?;
        }
    }
    Ok(())
}

#[test]
fn itf_is_as_published() {
    for document in all() {
        let trace = json(&document, Format::Itf);
        assert_eq!(itf_problem(&trace), Ok(()), "{}", document.id());
        assert_eq!(trace["states"].as_array().unwrap().len(), document.player.len() + 1);
    }
}

#[test]
fn the_checker_of_itf_finds_what_is_wrong() {
    let good = json(&document("flink-36451-fixed"), Format::Itf);
    let wrong = |change: fn(&mut Value)| {
        let mut trace = good.clone();
        change(&mut trace);
        itf_problem(&trace).unwrap_err()
    };
    assert!(wrong(|t| t["states"][1]["#meta"]["index"] = 7.into()).contains("state 1 says 7"));
    assert!(wrong(|t| drop(t["states"][2].as_object_mut().unwrap().remove("store"))).contains("expected"));
    assert!(wrong(|t| t["states"][0]["action"] = Value::Null).contains("null"));
    assert!(wrong(|t| t["states"][0]["action"] = serde_json::json!({ "#x": 1 })).contains("#x"));
    assert!(
        wrong(|t| t["states"][0]["store"] = serde_json::json!({ "#map": [["a", 1], ["a", 1]] }))
            .contains("twice")
    );
}

#[test]
fn trace_events_have_their_fields_and_unique_ascending_times() {
    for document in all() {
        let trace = json(&document, Format::Chrome);
        let events = trace["traceEvents"].as_array().unwrap();
        let (mut named, mut ends, mut flows) = (BTreeSet::new(), 0, BTreeMap::new());
        let mut slices = 0;
        for event in events {
            let at = event["ts"].as_u64().unwrap();
            let place = (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap());
            assert!(event["name"].as_str().is_some_and(|name| !name.is_empty()));
            match event["ph"].as_str().unwrap() {
                "M" => {
                    assert!(event["args"]["name"].is_string());
                    if event["name"] == "thread_name" {
                        assert!(named.insert(place));
                    }
                }
                "X" => {
                    assert!(named.contains(&place) && at >= ends);
                    ends = at + event["dur"].as_u64().filter(|dur| *dur > 0).unwrap();
                    slices += 1;
                    assert_eq!(event["args"]["step"], slices);
                }
                "i" => assert!(["g", "p", "t"].contains(&event["s"].as_str().unwrap())),
                "s" => drop(flows.insert(event["id"].as_u64().unwrap(), at)),
                "f" => {
                    let from = flows.remove(&event["id"].as_u64().unwrap()).unwrap();
                    assert!(from < at && event["bp"] == "e");
                }
                other => panic!("{other} is no phase that is written"),
            }
        }
        assert!(flows.is_empty() && slices == document.player.len());
    }
}

/// The clock of each line, by its host, read as `ShiViz` reads the file.
fn clocks(text: &str) -> Vec<(String, BTreeMap<String, u64>)> {
    let mut lines = text.splitn(3, '\n');
    let expression = Regex::new(&format!("(?m)^{}$", lines.next().unwrap())).unwrap();
    assert_eq!(lines.next(), Some(""), "no delimiter of executions");
    let log = lines.next().unwrap();
    let read: Vec<_> = expression.captures_iter(log).collect();
    assert_eq!(read.len(), log.lines().count(), "every line is read");
    let clock = |line: &regex::Captures<'_>| {
        assert!(!line["event"].is_empty() && line["step"].parse::<u32>().is_ok());
        (line["host"].to_owned(), serde_json::from_str(&line["clock"]).unwrap())
    };
    read.iter().map(clock).collect()
}

#[test]
fn a_shiviz_log_is_read_by_its_own_expression_and_its_clocks_are_clocks() {
    for document in all() {
        let text = write(&document, Format::Shiviz).unwrap();
        assert!(text.starts_with(SHIVIZ_EXPRESSION));
        let mut last: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        let clocks = clocks(&text);
        for (host, clock) in &clocks {
            let before = last.get(host).cloned().unwrap_or_default();
            assert_eq!(clock[host], before.get(host).unwrap_or(&0) + 1, "each step of a host is its next");
            assert!(before.iter().all(|(other, count)| clock[other] >= *count), "no host forgets");
            for (other, count) in clock.iter().filter(|(other, _)| *other != host) {
                assert!(last[other][other] >= *count, "nobody knows what has not happened");
            }
            last.insert(host.clone(), clock.clone());
        }
        assert_eq!(clocks.len(), document.player.len());
    }
}

#[test]
fn what_a_guard_refuses_is_in_no_log_and_no_state() {
    let fixed = with(&document("flink-40114-own-loss"), |mut trace| {
        trace.config.fixes = vec!["ignore_pending_confirm".into(), "retry".into()];
        trace
    });
    let refused = (1..=fixed.player.len()).filter(|&step| fixed.player.is_refused(step)).count();
    let happened = fixed.player.len() - refused;
    assert_eq!(clocks(&write(&fixed, Format::Shiviz).unwrap()).len(), happened);
    let trace = json(&fixed, Format::Itf);
    assert_eq!(itf_problem(&trace), Ok(()));
    assert_eq!(trace["states"].as_array().unwrap().len(), happened + 1);
}
