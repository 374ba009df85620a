//! Exports: their texts as they are, their shapes as others publish them, and the run that comes back from them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod escaped;
mod scenario_file;
mod shapes;

use std::fs;
use std::rc::Rc;
use stepdown::export::{Document, Format, Verdicts, html, write};
use stepdown::machine::Event;
use stepdown::model::{self, MatrixJob};
use stepdown::scenario::load;
use stepdown::share::{Link, Page, carried, decode};
use stepdown::trace::Trace;

/// A page in one file, as small as it can be.
const TEMPLATE: &str = "<!doctype html><title>Stepdown</title><script type=\"application/json\" id=\"carried\">null</script><p>app</p>";

/// A scenario at its beginning.
fn document(id: &str) -> Document {
    let text = fs::read_to_string(format!("scenarios/{id}.json")).unwrap();
    let scenario = load(id, &text).unwrap().scenario;
    let trace = scenario.trace();
    Document::new(Some(scenario), trace).unwrap()
}

/// Every scenario that ships.
fn all() -> Vec<Document> {
    let mut ids: Vec<_> = fs::read_dir("scenarios")
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    ids.sort();
    ids.iter().map(|id| document(id)).collect()
}

/// The same scenario with another trace.
fn with(document: &Document, change: impl Fn(Trace) -> Trace) -> Document {
    Document::new(document.scenario.clone(), change(document.trace.clone())).unwrap()
}

fn events(words: &str) -> Vec<Event> {
    words.split_whitespace().map(|word| Event::new(word).unwrap()).collect()
}

/// The document with what is known over all orders.
fn proved(mut document: Document) -> Document {
    let (config, ask) = document.check();
    let mut job = model::check(&config, &ask).unwrap();
    while job.advance(u32::MAX) {}
    let matrix = document.matrix().map(|asked| {
        let mut job = MatrixJob::new(&asked.config, &asked.fixes, &asked.properties, asked.limits).unwrap();
        while job.advance(u32::MAX) {}
        job.matrix().clone()
    });
    let (config, events) = document.explanation();
    let causes = model::causes(&config, &events).unwrap();
    document.verdicts = Verdicts { report: Some(job.report()), matrix, causes: Some(causes) };
    document
}

#[test]
fn the_texts_of_a_small_scenario() {
    let noted = with(&document("flink-36451-fixed"), |trace| trace.at(2).with_note("Here it was stuck."));
    let mut document = proved(noted);
    document.base = Some("https://example.org/stepdown/".into());
    for format in [Format::Md, Format::Svg, Format::Itf, Format::Chrome, Format::Shiviz, Format::Json] {
        insta::assert_snapshot!(format.word(), write(&document, format).unwrap());
    }
    insta::assert_snapshot!("html", html(&document, TEMPLATE).unwrap());
}

#[test]
fn every_scenario_can_be_written_in_every_format() {
    for document in all() {
        for format in Format::ALL.into_iter().filter(|format| !matches!(format, Format::Html | Format::Png)) {
            let text = write(&document, format).unwrap();
            assert!(text.ends_with('\n'), "{} {}", document.id(), format.word());
            assert_eq!(text, write(&document, format).unwrap(), "the same bytes each time");
        }
    }
}

/// The trace that a file brings back.
fn restored(text: &str) -> (Option<Rc<stepdown::scenario::Scenario>>, Trace) {
    let run = carried(text).unwrap();
    let Page::Run(link) = decode(&run.fragment).unwrap() else { panic!("{}", run.fragment) };
    let scenario = run.scenario.map(Rc::new);
    let (trace, notices) = Link::restore(&link, scenario.as_deref()).unwrap();
    assert_eq!(notices, []);
    (scenario, trace)
}

#[test]
fn a_drawing_and_a_page_bring_the_run_back() {
    let odd = "<script>alert(1)</script> ]]> \"q\" & 'a' | `b`\nline";
    for own in all() {
        let half = own.player.len() / 2;
        let cut = own.branch().events[..half].to_vec();
        let changed = with(&own, |trace| {
            let fixes = trace.config.fixes.clone();
            let trace = trace.at(half).with_note(odd).with_branch(fixes, cut.clone()).unwrap();
            trace.with_note("mine")
        });
        for document in [own, changed.clone().of_own_file(), changed] {
            let texts = [write(&document, Format::Svg).unwrap(), html(&document, TEMPLATE).unwrap()];
            for text in texts {
                let (scenario, trace) = restored(&text);
                assert_eq!(scenario, document.scenario);
                assert_eq!(trace, document.trace, "{}", document.id());
            }
        }
    }
}

#[test]
fn a_run_without_a_scenario_is_written_and_brought_back() {
    let config = document("flink-36451-fixed").scenario.unwrap().config().with_fixes(&[]);
    let empty = Trace::new(config, Vec::new()).with_note("nothing yet");
    let trace = empty.with_branch(Vec::new(), events("executor.step jobmaster.step")).unwrap();
    let document = Document::new(None, trace).unwrap();
    assert_eq!(document.file_name(Format::Itf), "flink-deadlock-run.itf.json");
    for format in [Format::Md, Format::Svg, Format::Itf, Format::Chrome, Format::Shiviz, Format::Json] {
        write(&document, format).unwrap();
        write(&Document::new(None, empty.clone()).unwrap(), format).unwrap();
    }
    assert_eq!(restored(&write(&document, Format::Svg).unwrap()), (None, document.trace.clone()));
}

#[test]
fn a_template_that_is_none_is_refused() {
    let document = document("flink-36451-fixed");
    for (template, expected) in [
        ("<title></title>", "0 places for a run"),
        (&format!("{TEMPLATE}{TEMPLATE}"), "2 places for a run"),
        (&TEMPLATE.replace("<title>Stepdown</title>", ""), "no <title>"),
    ] {
        let error = html(&document, template).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    let page = html(&document, TEMPLATE).unwrap();
    assert!(
        page.contains("<title>A queue instead of a lock: the deadlock is gone · Stepdown</title>"),
        "{page}"
    );
    assert!(page.ends_with("</script><p>app</p>"));
}
