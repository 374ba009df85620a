//! Any text as a link: it decodes or errs, what decodes comes back, and what restores plays.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepdown::model;
use stepdown::scenario::{Scenario, parse};
use stepdown::share::{Link, Page, Source, decode, encode};

static TEXT: &str = include_str!("../../scenarios/flink-40114-own-loss.json");

thread_local! {
    static SCENARIO: Scenario = parse("own-loss", TEXT).expect("a shipped scenario parses");
}

fuzz_target!(|text: &str| {
    let Ok(Page::Run(mut link)) = decode(text) else { return };
    link.ignored.clear();
    link.cut = None;
    let again = decode(&encode(&Page::Run(link.clone())));
    assert_eq!(again, Ok(Page::Run(link.clone())));
    restore(&link, None);
    SCENARIO.with(|scenario| {
        link.source = Source::Scenario(scenario.id.clone());
        restore(&link, Some(scenario));
    });
});

/// What a link restores to plays, and its own link restores to the same.
fn restore(link: &Link, scenario: Option<&Scenario>) {
    let Ok((trace, _)) = link.restore(scenario) else { return };
    assert!(trace.play(&model::open).is_ok() && trace.play_original(&model::open).is_ok());
    // Whether a task is being tried is not the trace's to say: the page adds it.
    let lesson = link.lesson && scenario.is_some_and(|scenario| scenario.goal.is_some());
    let own = Link { lesson, ..Link::of(&trace, scenario) };
    let (again, notices) = own.restore(scenario).expect("a restored trace has a link");
    assert_eq!(again, trace);
    // That a step is refused is told of every link to such a run; nothing else is lost in between.
    assert!(notices.iter().all(|notice| notice.text.contains("is not possible")), "{notices:?}");
}
