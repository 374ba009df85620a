//! Links: golden ones of format 1, random ones there and back, and texts that are no links at all.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use stepdown::machine::{Event, MAX_ENTRIES, ShortMap};
use stepdown::share::{Link, LinkBranch, MAX_LINK_BYTES, Page, Source, decode, encode};
use stepdown::trace::{MAX_BRANCHES, MAX_EVENTS};

fn events(text: &str) -> Vec<Event> {
    text.split('~').map(|event| Event::new(event).unwrap()).collect()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn scenario(id: &str) -> Link {
    Link::new(Source::Scenario(id.into()))
}

/// The page of a text, and the text of the page: what was shared once must open for ever.
fn golden(text: &str, page: &Page) {
    assert_eq!(decode(text).as_ref(), Ok(page), "{text}");
    assert_eq!(encode(page), text);
}

#[test]
fn golden_start_pages() {
    golden("#/", &Page::Start { system: None });
    golden("#/?system=flink", &Page::Start { system: Some("flink".into()) });
}

#[test]
fn golden_untouched_scenarios() {
    golden("#/flink-40114-own-loss", &Page::Run(scenario("flink-40114-own-loss")));
    let link = Link { fixes: Some(words("retry")), at: 7, ..scenario("flink-40114-own-loss") };
    golden("#/flink-40114-own-loss?fix=retry&at=7", &Page::Run(link));
    let link = Link { fixes: Some(words("retry")), lesson: true, ..scenario("flink-40114-own-loss") };
    golden("#/flink-40114-own-loss?fix=retry&try=1", &Page::Run(link));
    let link = Link { fixes: Some(Vec::new()), ..scenario("flink-40114-own-loss") };
    golden("#/flink-40114-own-loss?fix=", &Page::Run(link));
}

#[test]
fn golden_changed_runs() {
    let version = Some(("flink-election".to_owned(), 1));
    let run =
        LinkBranch { fixes: Some(words("retry")), events: events("jm1.elector.renew~jm1.watch.handle") };
    let link = Link {
        model_version: version.clone(),
        fixes: Some(words("retry")),
        at: 3,
        branches: vec![run.clone()],
        current: 1,
        ..scenario("flink-40114-own-loss")
    };
    let text = "#/flink-40114-own-loss?v=1&m=flink-election.1&fix=retry&at=3\
                &run=jm1.elector.renew~jm1.watch.handle&under=retry";
    golden(text, &Page::Run(link.clone()));

    let kept = |fixes, text| LinkBranch { fixes, events: events(text) };
    let (both, none) = (Some(words("retry keep_own")), Some(Vec::new()));
    let branches = vec![kept(both, "a.b~c"), run, kept(None, "d"), kept(none, "e")];
    let link = Link { fixes: None, at: 0, branches, current: 2, ..link };
    let text = "#/flink-40114-own-loss?v=1&m=flink-election.1&alt=retry+keep_own!a.b~c\
                &run=jm1.elector.renew~jm1.watch.handle&under=retry&alt=d&alt=!e";
    golden(text, &Page::Run(link));

    let parameters = [("jobmanagers", "2"), ("components", "restserver+dispatcher")];
    let link = Link {
        model_version: version,
        parameters: parameters.map(|(id, value)| (id.to_owned(), value.to_owned())).into_iter().collect(),
        budgets: [("loss".to_owned(), 1)].into_iter().collect(),
        ..Link::new(Source::Model("flink-election".into()))
    };
    let text = "#/model/flink-election?v=1&m=flink-election.1&p.jobmanagers=2\
                &p.components=restserver+dispatcher&b.loss=1";
    golden(text, &Page::Run(link));
}

#[test]
fn what_mail_and_chat_programs_do_to_links_is_undone() {
    let text = "#/a-b?v=1&m=flink-election.1&fix=x+y&at=3&run=jm1.a~jm1.b_c&alt=x+y!jm1.a";
    let page = decode(text).unwrap();
    let damages: [&dyn Fn(&str) -> String; 8] = [
        &|text| text.trim_start_matches('#').to_owned(),
        &|text| format!(" {text}\n"),
        &|text| text.replace('~', "%7E").replace('!', "%21"),
        &|text| text.replace('~', "%7e").replace('_', "%5F"),
        &|text| text.replace('+', "%2B"),
        &|text| text.replace('+', "%20"),
        &|text| text.replace('&', "&amp;"),
        &|text| text.replace('?', "%3F").replace('&', "%26").replace('=', "%3D"),
    ];
    for (index, damage) in damages.iter().enumerate() {
        assert_eq!(decode(&damage(text)).as_ref(), Ok(&page), "damage {index}");
    }
    assert_eq!(decode(""), Ok(Page::Start { system: None }));
    assert_eq!(decode("#"), Ok(Page::Start { system: None }));
}

#[test]
fn errors_name_the_part_what_was_found_and_what_was_expected() {
    let long = format!("#/a?run={}", "x".repeat(65));
    let cases = [
        ("#/A", "path", "A", "id of a scenario"),
        ("#/a/b", "path", "a/b", "`model/`"),
        ("#/a?at=x", "at", "x", "whole number"),
        ("#/a?at=-1", "at", "-1", "whole number"),
        ("#/a?v=2", "v", "2", "format 1"),
        ("#/a?m=flink-election", "m", "flink-election", "flink-election.1"),
        ("#/a?fix=A", "fix", "A", "joined by `+`"),
        ("#/a?b.loss=many", "b.loss", "many", "whole number"),
        ("#/a?run=jm1.Run", "run", "jm1.Run", "joined by `~`"),
        ("#/a?alt=x!<b>", "alt", "<b>", "joined by `~`"),
        ("#/a?try=yes", "try", "yes", "1"),
        ("#/a?at=1&at=2", "at", "2", "once"),
        ("#/a?p.x=1&p.x=2", "p.x", "1", "once"),
        ("#/a?under=retry", "under", "retry", "`run`"),
        (&long, "run", "xxx", "64 characters"),
    ];
    for (text, part, found, expected) in cases {
        let error = decode(text).unwrap_err();
        assert_eq!(error.part, part, "{text}");
        assert!(error.found.contains(found) && error.expected.contains(expected), "{text}: {error}");
        assert!(error.to_string().len() < 300, "{error}");
    }
}

#[test]
fn limits_on_decoding() {
    let long = format!("#/a?x={}", "x".repeat(MAX_LINK_BYTES));
    assert_eq!(decode(&long).unwrap_err().part, "length");
    let many = format!("#/a?run={}", vec!["a"; MAX_EVENTS + 1].join("~"));
    assert!(decode(&many).unwrap_err().expected.contains("20000 events"));
    let branches = format!("#/a?{}", vec!["alt=a"; MAX_BRANCHES].join("&"));
    assert!(decode(&branches).unwrap_err().expected.contains("63 schedules"));
    let most = format!("#/a?{}", vec!["alt=a"; MAX_BRANCHES - 1].join("&"));
    assert!(decode(&most).is_ok());
    let settings: Vec<_> = (0..=MAX_ENTRIES).map(|at| format!("p.x{at}=1")).collect();
    assert!(
        decode(&format!("#/a?{}", settings.join("&")))
            .unwrap_err()
            .expected
            .contains("256 parameters and budgets")
    );
    let Ok(Page::Run(far)) = decode("#/a?at=99999999999999999999999") else { panic!("an `at` beyond all") };
    assert_eq!(far.at, usize::MAX);
}

#[test]
fn unknown_keys_are_kept_for_a_notice_and_never_written() {
    let Ok(Page::Run(link)) = decode("#/a?at=1&utm_source=mail&theme") else { panic!("not a run") };
    assert_eq!(link.ignored, ["utm_source", "theme"]);
    assert_eq!(encode(&Page::Run(link)), "#/a?at=1");
}

fn some_fixes() -> impl Strategy<Value = Option<Vec<String>>> {
    option::of(vec("[a-z][a-z0-9_]{0,10}", 0..4))
}

fn some_branch() -> impl Strategy<Value = LinkBranch> {
    let event = "[a-z0-9_.]{1,20}".prop_map(|text| Event::new(&text).unwrap());
    (some_fixes(), vec(event, 0..12)).prop_map(|(fixes, events)| LinkBranch { fixes, events })
}

fn some_page() -> impl Strategy<Value = Page> {
    let id = || "[a-z][a-z0-9-]{0,20}";
    let source = prop_oneof![id().prop_map(Source::Scenario), id().prop_map(Source::Model)];
    let parameters = vec(("[a-z_]{1,8}", ".{0,12}"), 0..4).prop_map(ShortMap::from_iter);
    let budgets = vec(("[a-z_]{1,8}", any::<u32>()), 0..4).prop_map(ShortMap::from_iter);
    let version = option::of((id(), any::<u32>()));
    let branches = (vec(some_branch(), 0..5), any::<usize>(), any::<bool>());
    let parts = (source, version, some_fixes(), any::<usize>(), parameters, budgets, branches);
    let run = parts.prop_map(
        |(source, model_version, fixes, at, parameters, budgets, (branches, current, lesson))| {
            let current = current % (branches.len() + 1);
            let ignored = Vec::new();
            Page::Run(Link {
                source,
                model_version,
                fixes,
                at,
                parameters,
                budgets,
                branches,
                current,
                lesson,
                ignored,
            })
        },
    );
    prop_oneof![1 => option::of(".{0,20}").prop_map(|system| Page::Start { system }), 9 => run]
}

/// Whether a text is safe in a fragment and survives being pasted: no blank, nothing that is HTML.
fn is_fragment(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~!+=&?/%#".contains(c);
    text.starts_with("#/") && text.chars().all(allowed) && text.matches('#').count() == 1
}

proptest! {
    #[test]
    fn every_page_comes_back(page in some_page()) {
        let text = encode(&page);
        prop_assert!(is_fragment(&text), "{}", text);
        prop_assert_eq!(decode(&text), Ok(page));
    }

    #[test]
    fn every_part_of_a_link_decodes_or_errs(page in some_page()) {
        let text = encode(&page);
        for cut in 0..=text.len() {
            restore(&text[..cut]);
            restore(&text[cut..]);
        }
    }

    #[test]
    fn arbitrary_texts_never_panic(text in any::<String>()) {
        restore(&text);
    }

    #[test]
    fn texts_made_of_the_pieces_of_links_never_panic(
        pieces in vec(prop::sample::select(vec![
            "#", "/", "?", "&", "=", "~", "!", "+", "%", "%7", "%7E", "v=1", "at=", "run=", "try=", "try=1", "alt=", "under=", "fix=",
            "p.", "b.", "m=", "a", "model/", "flink-election", "1", "retry", "amp;", "jm1.executor.run", "é",
        ]), 0..30)
    ) {
        restore(&pieces.concat());
    }
}

/// Reads a text as far as it goes: no step of that may panic.
fn restore(text: &str) {
    if let Ok(Page::Run(link)) = decode(text) {
        let again = decode(&encode(&Page::Run(link.clone())));
        assert!(matches!(again, Ok(Page::Run(again)) if again.branches == link.branches), "{text}");
        let _ = link.restore(None);
    }
}

/// What becomes of links once the model is asked. The scenario is one of the shipped ones.
mod restored {
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
        assert!(text.starts_with(&format!("#/{ID}?v=1&m=flink-election.1&fix=retry&at=4&alt=")), "{text}");
        assert_eq!(open(&text), (trace, Vec::new()), "{text}");
    }

    #[test]
    fn a_task_is_tried_on_a_run_of_the_reader_s_own() {
        let scenario = own_loss();
        let (trace, notices) = open(&format!("#/{ID}?fix=retry&try=1"));
        assert_eq!((trace.current, trace.branches.len(), notices.len()), (1, 2, 0));
        assert_eq!((trace.branch().events.len(), trace.branch().fixes.clone()), (0, words("retry")));
        // A run without a step is left out of the link, and made again from it.
        let again =
            |trace: &Trace| encode(&Page::Run(Link { lesson: true, ..Link::of(trace, Some(&scenario)) }));
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
        let (trace, notices) =
            open(&format!("#/{ID}?at=3&run=jm1.nope&alt=jm1.nope&alt=!jm1.elector.lose_keep"));
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
        let again = encode(&Page::Run(Link::of(&trace, None)));
        assert_eq!(again, text.replace("?p", "?v=1&m=flink-election.1&at=1&p").replace("&at=1&run", "&run"));
    }

    #[test]
    fn a_scenario_of_a_file_that_no_link_can_name_keeps_its_schedule() {
        let scenario = own_loss();
        let trace = Trace::new(scenario.config(), scenario.schedule.clone()).at(2);
        let link = Link::of(&trace, None);
        assert_eq!((link.current, &link.branches[0].events), (1, &scenario.schedule));
        let (restored, notices) = link.restore(None).unwrap();
        assert_eq!(
            (&restored.config, restored.branch(), notices),
            (&trace.config, trace.branch(), Vec::new())
        );
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
}
