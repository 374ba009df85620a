//! Files of format 1 as they were once written. They are never changed: whoever kept one must be able to open it for ever.
//! Golden links are in `tests/links`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use stepdown::model;
use stepdown::scenario::{Scenario, load, parse};
use stepdown::share::{Page, carried, decode};

/// A file with what it has to open as: its title, how many steps it schedules, its fixes, its notes.
struct Golden {
    name: &'static str,
    title: &'static str,
    steps: usize,
    fixes: &'static [&'static str],
    notes: usize,
}

const FILES: [Golden; 8] = [
    Golden { name: "least", title: "The least that a file needs", steps: 0, fixes: &[], notes: 0 },
    Golden {
        name: "own-run",
        title: "Changed: The leader key erased while a confirmation is pending",
        steps: 8,
        fixes: &["retry"],
        notes: 2,
    },
    Golden {
        name: "flink-40114-own-loss",
        title: "The leader key erased while a confirmation is pending",
        steps: 8,
        fixes: &[],
        notes: 0,
    },
    Golden {
        name: "druid-consul-h1",
        title: "Two Overlords lead for five seconds",
        steps: 58,
        fixes: &[],
        notes: 0,
    },
    Golden {
        name: "druid-consul-order",
        title: "The same handover with the loop stopped first",
        steps: 58,
        fixes: &["order"],
        notes: 0,
    },
    Golden {
        name: "druid-k8s-all-code-fixes",
        title: "All four code fixes together",
        steps: 33,
        fixes: &["join_outside_monitor", "overlord_join_outside_lock", "release_after_join", "drain"],
        notes: 0,
    },
    Golden {
        name: "druid-k8s-late-start-hook",
        title: "A late start hook leaves a leader that nobody can stop",
        steps: 10,
        fixes: &[],
        notes: 0,
    },
    Golden {
        name: "druid-k8s-rollout-report",
        title: "Task logs gone for 85 s in a rolling update",
        steps: 49,
        fixes: &[],
        notes: 0,
    },
];

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file)).unwrap()
}

/// Loads a scenario as the command does, by the full check, and as the page does.
#[track_caller]
fn opened(name: &str) -> Rc<Scenario> {
    let text = text(&format!("{name}.json"));
    let loaded = load(&format!("{name}.json"), &text).unwrap_or_else(|problem| panic!("{problem}"));
    let in_the_page = parse(name, &text).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(in_the_page, *loaded.scenario, "{name}");
    loaded.scenario
}

#[test]
fn golden_files_open_as_what_they_were() {
    for golden in FILES {
        let scenario = opened(golden.name);
        let found = (scenario.title.as_str(), scenario.schedule.len(), scenario.notes.len());
        assert_eq!(found, (golden.title, golden.steps, golden.notes), "{}", golden.name);
        assert_eq!(scenario.fixes, golden.fixes, "{}", golden.name);
        let trace = scenario.trace();
        let run = trace.play(&model::open).unwrap_or_else(|error| panic!("{}: {error}", golden.name));
        assert_eq!(run.len(), golden.steps, "{}", golden.name);
        assert_eq!(trace.branch().notes.len(), golden.notes, "{}", golden.name);
    }
}

#[test]
fn golden_drawings_and_pages_open() {
    for file in ["drawing.svg", "page.html"] {
        let run = carried(&text(file)).unwrap_or_else(|message| panic!("{file}: {message}"));
        let Ok(Page::Run(link)) = decode(&run.fragment) else { panic!("{file}: {}", run.fragment) };
        let scenario = shipped("flink-36451-fixed");
        let (trace, notices) = link.restore(run.scenario.as_ref().or(Some(&scenario))).unwrap();
        assert_eq!(notices, [], "{file}");
        assert_eq!(
            (trace.cursor, trace.branch().notes[0].text.as_str()),
            (2, "Here it was stuck."),
            "{file}"
        );
    }
}

fn shipped(id: &str) -> Rc<Scenario> {
    let name = format!("{id}.json");
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(&name)).unwrap();
    load(&name, &text).unwrap().scenario
}

/// Every file of the folder is asked for above, and every key of the format is in one of them: a new key needs a golden file.
#[test]
fn golden_files_have_every_key() {
    let schema = include_str!("../static/scenario.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let mut missing: Vec<String> = schema["properties"].as_object().unwrap().keys().cloned().collect();
    for golden in FILES {
        let file: Value = serde_json::from_str(&text(&format!("{}.json", golden.name))).unwrap();
        missing.retain(|key| file.get(key).is_none());
    }
    assert!(missing.is_empty(), "in no file of tests/golden: {missing:?}");

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = FILES.iter().any(|golden| name == format!("{}.json", golden.name));
        assert!(
            known || ["drawing.svg", "page.html"].contains(&name.as_str()),
            "{name} is opened by no test"
        );
    }
}
