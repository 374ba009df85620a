//! Links: golden ones of format 1, random ones there and back, and texts that are no links at all.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod random;
mod restored;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use stepdown::machine::{Event, MAX_ENTRIES, ShortMap};
use stepdown::share::{Cut, Link, LinkBranch, MAX_LINK_BYTES, Page, Source, decode, encode};
use stepdown::trace::{MAX_BRANCHES, MAX_EVENTS, Note};

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
#[track_caller]
fn golden(text: &str, page: &Page) {
    assert_eq!(decode(text).as_ref(), Ok(page), "{text}");
    assert_eq!(encode(page), text);
}

/// The page of a text that was written before links told their length.
#[track_caller]
fn golden_without_length(text: &str, page: &Page) {
    assert_eq!(decode(text).as_ref(), Ok(page), "{text}");
    assert_eq!(without_length(&encode(page)), text);
}

/// A link without the number of its characters.
fn without_length(text: &str) -> String {
    let Some(at) = text.find("len=") else { return text.to_owned() };
    let end = text[at..].find('&').map_or(text.len(), |end| at + end + 1);
    format!("{}{}", &text[..at], &text[end..])
}

fn note(step: usize, text: &str) -> Note {
    Note { step, text: text.into() }
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
    let kept = |fixes, text| LinkBranch::new(fixes, events(text));
    let run = kept(Some(words("retry")), "jm1.elector.renew~jm1.watch.handle");
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
    golden_without_length(text, &Page::Run(link.clone()));
    golden(&text.replace("&m=", "&len=84&m="), &Page::Run(link.clone()));

    let (both, none) = (Some(words("retry keep_own")), Some(Vec::new()));
    let branches = vec![kept(both, "a.b~c"), run, kept(None, "d"), kept(none, "e")];
    let link = Link { fixes: None, at: 0, branches, current: 2, ..link };
    let text = "#/flink-40114-own-loss?v=1&m=flink-election.1&alt=retry+keep_own!a.b~c\
                &run=jm1.elector.renew~jm1.watch.handle&under=retry&alt=d&alt=!e";
    golden_without_length(text, &Page::Run(link));

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
fn golden_notes() {
    let noted = |notes: &[Note]| Page::Run(Link { notes: Some(notes.to_vec()), ..scenario("a-b") });
    golden("#/a-b?v=1&len=5&note=", &noted(&[]));
    let two = [note(0, "who?"), note(7, "é <b>&amp;\n50% + 1~2!")];
    let text = "#/a-b?v=1&len=40&note=0!who%3F&note=7!%C3%A9%20%3Cb%3E%26amp%3B%0A50%25%20+%201%7E2%21";
    golden(text, &noted(&two));

    let (one, other) = (vec![note(1, "x")], vec![note(0, "z")]);
    let branches = vec![
        LinkBranch { fixes: None, events: events("c~d"), notes: one },
        LinkBranch { fixes: Some(Vec::new()), events: events("e"), notes: other },
    ];
    let link = Link { notes: Some(vec![note(2, "y")]), branches, current: 2, ..scenario("a-b") };
    golden("#/a-b?v=1&len=47&note=2!y&alt=c~d&note=1!x&run=e&under=&note=0!z", &Page::Run(link));
}

/// What a link lost or gained on its way.
#[test]
fn a_link_that_was_cut_off_says_where_and_keeps_what_is_complete() {
    let text = "#/a-b?v=1&len=49&m=flink-election.1&at=12&run=a.b~c.d&note=1!where";
    let read = |text: &str| match decode(text) {
        Ok(Page::Run(link)) => link,
        other => panic!("{text}: {other:?}"),
    };
    let whole = read(text);
    assert_eq!((whole.cut, whole.at, whole.branches[0].events.len()), (None, 12, 2));
    let cut = |end: &str| read(&text[..text.find(end).unwrap() + end.len()]);
    let told = |read, of| Some(Cut { read, of });
    assert_eq!(cut("wher").branches[0].notes, [note(1, "wher…")]);
    assert_eq!(cut("wher").cut, told(48, Some(49)));
    assert_eq!(cut("&note=1").branches[0].notes, []);
    assert_eq!(cut("~c.").branches[0].events, events("a.b"));
    assert_eq!(cut("run=a.").branches.len(), 0);
    assert_eq!((cut("at=1").at, cut("at=1").cut), (0, told(23, Some(49))));
    assert_eq!((cut("len=4").cut, cut("len=49").cut), (told(0, None), told(0, None)));
    for begun in ["?", "?v", "?v=", "?v=1", "?v=1&", "?v=1&l", "?v=1&le"] {
        assert_eq!(cut(begun).cut, told(0, None), "{begun}");
    }
    let short = "#/a-b?fix=retry&at=7";
    for added in [".", ")", "),", "?utm_source=mail", "*"] {
        assert_eq!(read(&format!("{short}{added}")), read(short), "{added}");
    }

    for added in [".", ")", "…and", "&x=y", "%20)"] {
        assert_eq!(read(&format!("{text}{added}")), whole, "{added}");
    }
    let accent = "#/a-b?v=1&len=8&note=1!%C3%A9";
    assert_eq!(read(accent).notes, Some(vec![note(1, "é")]));
    for end in 1..6 {
        let cut = read(&accent[..accent.len() - end]);
        assert!(cut.cut.is_some(), "{cut:?}");
    }
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
    let parts = (some_fixes(), vec(event, 0..12), some_notes());
    parts.prop_map(|(fixes, events, notes)| LinkBranch { fixes, events, notes })
}

fn some_notes() -> impl Strategy<Value = Vec<Note>> {
    // `.` is any character but a line break; control characters don't come through.
    let text = ".{1,12}".prop_map(|text: String| text.replace(is_hidden, ""));
    vec((0..30_usize, text).prop_map(|(step, text)| Note { step, text }), 0..4)
}

fn is_hidden(c: char) -> bool {
    c.is_control()
        || "\u{fffd}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}"
            .contains(c)
}

fn some_page() -> impl Strategy<Value = Page> {
    let id = || "[a-z][a-z0-9-]{0,20}";
    let source = prop_oneof![id().prop_map(Source::Scenario), id().prop_map(Source::Model)];
    let parameters = vec(("[a-z_]{1,8}", ".{0,12}"), 0..4).prop_map(ShortMap::from_iter);
    let budgets = vec(("[a-z_]{1,8}", any::<u32>()), 0..4).prop_map(ShortMap::from_iter);
    let version = option::of((id(), any::<u32>()));
    let branches = (vec(some_branch(), 0..5), any::<usize>(), any::<bool>(), option::of(some_notes()));
    let parts = (source, version, some_fixes(), any::<usize>(), parameters, budgets, branches);
    let run = parts.prop_map(
        |(source, model_version, fixes, at, parameters, budgets, (branches, current, lesson, notes))| {
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
                notes,
                cut: None,
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
