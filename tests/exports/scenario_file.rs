//! A run as a scenario file: it loads, and what it expects is proved.

use super::{Document, document, events, proved, with};
use std::fs;
use stepdown::check::Limits;
use stepdown::export::{Format, write};
use stepdown::scenario::{Loaded, compare, load, prove};

/// Loads what was written, and proves it.
#[track_caller]
fn proves(document: &Document) -> Loaded {
    let text = write(document, Format::Json).unwrap();
    let loaded = load("written.json", &text).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    assert_eq!(document.file_name(Format::Json), format!("{}.json", loaded.scenario.id));
    let report = compare(&loaded);
    assert!(report.expectations > 0);
    assert_eq!(report.mismatches, []);
    let proof = prove(&loaded, Limits::PAGE);
    assert_eq!(proof.mismatches, []);
    loaded
}

#[test]
fn a_scenario_that_nobody_changed_is_written_as_it_is() {
    let own = document("flink-40114-own-loss");
    let shipped = fs::read_to_string("scenarios/flink-40114-own-loss.json").unwrap();
    assert_eq!(write(&own, Format::Json).unwrap(), shipped);
    let elsewhere = with(&own, |trace| trace.at(3));
    assert_eq!(write(&elsewhere, Format::Json).unwrap(), shipped);
}

#[test]
fn only_a_note_keeps_the_story() {
    let noted = proved(with(&document("flink-36451-fixed"), |trace| trace.at(2).with_note("stuck")));
    let loaded = proves(&noted);
    let own = noted.scenario.as_ref().unwrap();
    assert_eq!(loaded.scenario.narration, own.narration);
    assert_eq!((loaded.scenario.notes[0].step, loaded.scenario.notes[0].text.as_str()), (2, "stuck"));
    assert!(!loaded.scenario.expect[0].verdicts.is_empty());
}

#[test]
fn another_fix_leaves_out_what_it_refuses_and_tells_it() {
    let own = document("flink-40114-own-loss");
    let fixed = with(&own, |trace| {
        let mut trace = trace.at(8).with_note("at the end");
        trace.config.fixes = vec!["ignore_pending_confirm".into()];
        trace
    });
    let refused = (1..=fixed.player.len()).filter(|&step| fixed.player.is_refused(step)).count();
    let loaded = proves(&proved(fixed));
    assert_eq!(loaded.scenario.schedule.len(), own.player.len() - refused);
    assert_eq!(loaded.scenario.id, "flink-40114-own-loss-run");
    assert!(loaded.scenario.narration.steps.is_empty() && loaded.scenario.claims.is_empty());
    assert_eq!(refused > 0, loaded.scenario.summary.contains("left out"), "{}", loaded.scenario.summary);
    assert_eq!(loaded.scenario.notes[0].step, own.player.len() - refused);
}

#[test]
fn another_run_keeps_the_story_as_far_as_it_goes() {
    let own = document("flink-36451-fixed");
    let fixes = own.trace.config.fixes.clone();
    let other = with(&own, |trace| {
        trace.with_branch(fixes.clone(), events("executor.step jobmaster.step executor.step")).unwrap()
    });
    let loaded = proves(&proved(other));
    assert_eq!(loaded.scenario.narration.steps.iter().map(|told| told.step).collect::<Vec<_>>(), [2]);
    assert!(loaded.scenario.summary.contains("up to step 2"), "{}", loaded.scenario.summary);
    assert!(loaded.scenario.signature.is_empty());
}
