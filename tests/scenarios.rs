//! Every file of scenarios/ loads, and all its expectations are met.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fmt::Write;
use std::path::Path;
use stepdown::check::Limits;
use stepdown::model;

use stepdown::scenario::{Loaded, compare, load, prove};
use stepdown::share::{Link, Page, Source, decode, encode};
use stepdown::trace::Trace;

/// The files with their names, ordered.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_name().unwrap().to_str().unwrap();
            files.push((format!("scenarios/{name}"), std::fs::read_to_string(path).unwrap()));
        }
    }
    files.sort_unstable();
    assert!(!files.is_empty(), "scenarios/ has no file");
    files
}

fn loaded() -> impl Iterator<Item = (String, Loaded)> {
    files().into_iter().map(|(name, text)| {
        let loaded = load(&name, &text).unwrap_or_else(|problem| panic!("{problem}"));
        (name, loaded)
    })
}

#[test]
fn every_expectation_is_met() {
    let mut wrong = String::new();
    for (name, loaded) in loaded() {
        let report = compare(&loaded);
        assert!(report.expectations > 0, "{name}: $.expect: nothing is expected");
        for mismatch in &report.mismatches {
            let (path, expected, found) = (&mismatch.path, &mismatch.expected, &mismatch.found);
            let _ = writeln!(wrong, "{name}: {path}: expected {expected}, found {found}");
            let source = Source::Scenario(loaded.scenario.id.clone());
            let link = Link { fixes: Some(mismatch.fixes.clone()), ..Link::new(source) };
            let link = encode(&Page::Run(link));
            let _ = writeln!(wrong, "  replay: {}   or {link}", mismatch.command(&loaded.scenario.id));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Every verdict over all orders is proved, and no run contradicts one.
#[test]
fn every_verdict_is_proved() {
    for (name, loaded) in loaded() {
        let proof = prove(&loaded, Limits::COMMAND);
        let wrong: Vec<_> = proof.mismatches.iter().map(|m| (&m.path, &m.expected, &m.found)).collect();
        assert!(wrong.is_empty() && !proof.is_limited(), "{name}: {wrong:#?}");
        // A scenario that says nothing over all orders would hide what it is for.
        assert!(proof.expectations > 0, "{name}: no verdict is expected");
    }
}

/// The link of every step of every scenario opens the same run.
#[test]
fn every_step_has_a_link() {
    for (name, loaded) in loaded() {
        let scenario = &loaded.scenario;
        let trace = Trace::new(scenario.config(), scenario.schedule.clone());
        for step in 0..=scenario.schedule.len() {
            let trace = trace.at(step);
            let text = encode(&Page::Run(Link::of(&trace, Some(scenario))));
            assert!(!text.contains("run="), "{name}: {text}: an untouched run has no events");
            let Ok(Page::Run(link)) = decode(&text) else { panic!("{name}: {text} does not decode") };
            let (restored, notices) = link.restore(Some(scenario)).unwrap();
            assert_eq!((restored, notices), (trace, Vec::new()), "{name}: {text}");
        }
    }
}

/// Each fix alone plays the schedule, struck-out steps and all, and settles.
#[test]
fn every_fix_plays() {
    for (name, loaded) in loaded() {
        let scenario = &loaded.scenario;
        let info = model::find(&scenario.model).unwrap().info();
        for fix in info.fixes {
            let config = scenario.config().with_fixes(&[fix.id.to_owned()]);
            let player = model::open(&config).unwrap().replay(&scenario.schedule).unwrap();
            let settled = player.settled();
            let command = format!("stepdown trace {} --fix {}", scenario.id, fix.id);
            assert!(settled.at_rest, "{name}: does not come to rest; replay: {command}");
        }
    }
}
