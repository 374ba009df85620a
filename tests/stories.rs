//! Every scenario as a reader of the command sees it: sentences, refusals and log lines, step by step.
//! A changed sentence or line is a reviewed change.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fmt::Write;
use std::fs;
use std::path::Path;
use stepdown::scenario;

#[test]
fn every_story_reads_as_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let loaded =
            scenario::load(&file.display().to_string(), &fs::read_to_string(&file).unwrap()).unwrap();
        insta::assert_snapshot!(loaded.scenario.id.clone(), story(&loaded));
    }
}

fn story(loaded: &scenario::Loaded) -> String {
    let run = &loaded.player;
    let mut out = String::new();
    for position in 1..=run.len() {
        let step = run.step(position);
        let _ = writeln!(out, "{position} {} · {}", step.event, step.sentence);
        let _ = writeln!(out, "  models {}#{}", step.upstream.class, step.upstream.method);
        for arrow in run.causes(position) {
            let _ = writeln!(out, "  follows from step {}", arrow.from);
        }
        for property in &step.violates {
            let _ = writeln!(out, "  breaks {property}");
        }
        for record in &step.log {
            let _ = writeln!(out, "  {}", record.line.render(run.info().log_layout, record.moment));
        }
    }
    for key in run.keys(run.len()) {
        let value = key.value.as_deref().unwrap_or("absent");
        let _ = writeln!(out, "{} {} ({value})", key.key, key.freshness.word());
    }
    for symptom in run.scene(run.len()).symptoms {
        let _ = writeln!(out, "seen: {}", symptom.text);
    }
    let settled = run.settled();
    let _ = writeln!(out, "settles after {} more", settled.added);
    for (property, outcome) in settled.outcomes.properties {
        let _ = writeln!(out, "  {} {}", property.id, outcome.word());
    }
    out
}
