//! What becomes of links once the model is asked. The scenario is one of the shipped ones.

use super::*;
use stepdown::model;
use stepdown::scenario::{Scenario, parse};
use stepdown::share::Notice;
use stepdown::trace::Trace;

const ID: &str = "flink-40114-own-loss";

fn own_loss() -> Scenario {
    let path = format!("{}/scenarios/{ID}.json", env!("CARGO_MANIFEST_DIR"));
    parse(ID, &std::fs::read_to_string(path).unwrap()).unwrap()
}

#[track_caller]
fn open(text: &str) -> (Trace, Vec<String>) {
    let Ok(Page::Run(link)) = decode(text) else { panic!("{text} is no run") };
    let (trace, notices) = link.restore(Some(&own_loss())).unwrap();
    trace.play(&model::open).unwrap();
    trace.play_original(&model::open).unwrap();
    (trace, notices.into_iter().map(|Notice { text }| text).collect())
}

#[test]
fn a_reader_s_own_runs_come_back() {
    let scenario = own_loss();
    let mut trace = Trace::new(scenario.config(), scenario.schedule.clone());
    // Two runs of the reader's own, the second under a fix.
    for fixes in [&[][..], &["retry".to_owned()]] {
        trace.config.fixes = fixes.to_vec();
        trace = trace.on_branch(0).at(0);
        for _ in 0..4 {
            let player = trace.play(&model::open).unwrap();
            let choices = player.choices(trace.cursor);
            let choice = choices.iter().rfind(|choice| choice.refused.is_none()).unwrap();
            trace = trace.choose(&*player, &choice.event).unwrap();
        }
    }
    assert_eq!((trace.branches.len(), trace.current), (3, 2));
    let text = encode(&Page::Run(Link::of(&trace, Some(&scenario))));
    let begins = format!("#/{ID}?v=1&m=flink-election.1&fix=retry&at=4&alt=");
    assert!(without_length(&text).starts_with(&begins), "{text}");
    assert_eq!(open(&text), (trace, Vec::new()), "{text}");
}

#[test]
fn a_task_is_tried_on_a_run_of_the_reader_s_own() {
    let scenario = own_loss();
    let (trace, notices) = open(&format!("#/{ID}?fix=retry&try=1"));
    assert_eq!((trace.current, trace.branches.len(), notices.len()), (1, 2, 0));
    assert_eq!((trace.branch().events.len(), trace.branch().fixes.clone()), (0, words("retry")));
    // A run without a step is left out of the link, and made again from it.
    let again = |trace: &Trace| encode(&Page::Run(Link { lesson: true, ..Link::of(trace, Some(&scenario)) }));
    assert_eq!(again(&trace), format!("#/{ID}?fix=retry&try=1"));
    let player = trace.play(&model::open).unwrap();
    let moved = trace.choose_here(&*player, &player.choices(0)[0].event).unwrap();
    assert_eq!(open(&again(&moved)), (moved, Vec::new()));

    let mut bare = own_loss();
    bare.goal = None;
    let Ok(Page::Run(link)) = decode(&format!("#/{ID}?try=1")) else { panic!("not a run") };
    let (trace, notices) = link.restore(Some(&bare)).unwrap();
    assert_eq!((trace.branches.len(), notices.len()), (1, 1));
}

#[test]
fn what_the_model_does_not_know_is_told_and_left_out() {
    let run = "run=jm1.elector.lose_keep~jm1.executor.run~jm1.executor.jump~jm1.executor.run";
    let text = format!(
        "#/{ID}?v=1&m=flink-election.0&fix=retry+nope&at=9&utm=1&p.nope=1&p.jobmanagers=7&b.nope=1&b.loss=99&{run}"
    );
    let (trace, notices) = open(&text);
    assert_eq!(trace.branch().events, events("jm1.elector.lose_keep~jm1.executor.run"));
    assert_eq!((trace.current, trace.cursor, trace.config.fixes.clone()), (1, 2, words("retry")));
    assert_eq!(trace.config.with_fixes(&[]), own_loss().config().with_fixes(&[]));
    let told = [
        "`utm`",
        "flink-election 0",
        "no parameter `nope`",
        "`jobmanagers` is 7; expected 1 to 2",
        "no fault `nope`",
        "`loss` is 99; expected 0 to 3",
        "no fix `nope`",
        "The run of the link stops after 2 of 4 steps: `jm1.executor.jump`",
        "asks for step 9; this run has 2",
    ];
    assert_eq!(notices.len(), told.len(), "{notices:#?}");
    for (notice, told) in notices.iter().zip(told) {
        assert!(notice.contains(told), "expected {told}, found {notice}");
    }
}

#[test]
fn a_run_of_which_nothing_is_left_shows_the_scenario() {
    let (trace, notices) = open(&format!("#/{ID}?at=3&run=jm1.nope&alt=jm1.nope&alt=!jm1.elector.lose_keep"));
    assert_eq!((trace.current, trace.cursor, trace.branches.len()), (0, 3, 2));
    assert_eq!(notices.len(), 2, "{notices:#?}");
}

/// The first schedule is never changed, so a parameter that takes away one of its actors is not applied.
#[test]
fn a_parameter_under_which_the_scenario_does_not_play_is_left_out() {
    let (trace, notices) = open(&format!("#/{ID}?p.components=restserver"));
    assert_eq!(trace.config, own_loss().config());
    assert!(
        notices.len() == 1 && notices[0].contains("the scenario's schedule needs another"),
        "{notices:?}"
    );
}

#[test]
fn a_model_without_a_scenario() {
    let text = "#/model/flink-election?p.components=restserver&b.loss=2&at=1&run=jm1.elector.lose_keep";
    let (trace, notices) = open(text);
    assert_eq!(notices, Vec::<String>::new());
    assert_eq!((trace.branches.len(), trace.current, trace.cursor), (2, 1, 1));
    let again = without_length(&encode(&Page::Run(Link::of(&trace, None))));
    assert_eq!(again, text.replace("?p", "?v=1&m=flink-election.1&at=1&p").replace("&at=1&run", "&run"));
}

#[test]
fn a_scenario_of_a_file_that_no_link_can_name_keeps_its_schedule() {
    let scenario = own_loss();
    let trace = Trace::new(scenario.config(), scenario.schedule.clone()).at(2);
    let link = Link::of(&trace, None);
    assert_eq!((link.current, &link.branches[0].events), (1, &scenario.schedule));
    let (restored, notices) = link.restore(None).unwrap();
    assert_eq!((&restored.config, restored.branch(), notices), (&trace.config, trace.branch(), Vec::new()));
    assert_eq!(restored.cursor, 2);
}

#[test]
fn nothing_to_play_is_an_error() {
    for (text, part) in [("#/another", "scenario"), ("#/model/nope", "model")] {
        let Ok(Page::Run(link)) = decode(text) else { panic!("{text} is no run") };
        assert_eq!(link.restore(Some(&own_loss())).unwrap_err().part, part);
        assert_eq!(link.restore(None).unwrap_err().part, part);
    }
}
