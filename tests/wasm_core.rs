//! The core in the browser: the same runs, figures and words as natively.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use stepdown::check::{Escape, Limits};
use stepdown::model::Ask;
use stepdown::protocol::{Answer, Order, Task};
use stepdown::scenario;
use stepdown::trace::{Comparison, Status};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const OWN_LOSS: &str = include_str!("../scenarios/flink-40114-own-loss.json");
const DEADLOCK: &str = include_str!("../scenarios/flink-36451-deadlock.json");

#[wasm_bindgen_test]
fn expectations_are_met_as_they_are_natively() {
    for (file, text, expectations) in [("own-loss", OWN_LOSS, 33), ("deadlock", DEADLOCK, 2)] {
        let loaded = scenario::load(file, text).unwrap();
        let report = scenario::compare(&loaded);
        assert_eq!((report.expectations, report.mismatches), (expectations, Vec::new()));
    }
}

/// The number of states looked at must not depend on the width of a pointer or on a hasher's seed.
#[wasm_bindgen_test]
fn the_way_back_is_searched_over_the_same_states() {
    let loaded = scenario::load("own-loss", OWN_LOSS).unwrap();
    let published = loaded.player.properties(8).into_iter().find(|p| p.info.id == "published").unwrap();
    assert_eq!(published.status, Status::Goal(Escape::Lost { states: 2 }));
}

#[wasm_bindgen_test]
fn errors_name_the_place() {
    let text = OWN_LOSS.replace("jm1.executor.run_fail", "jm1.executor.walk");
    let problem = scenario::load("mine.json", &text).map(|_| ()).unwrap_err().to_string();
    assert!(problem.starts_with("mine.json: $.schedule[4]: "), "{problem}");
}

#[wasm_bindgen_test]
fn a_fix_parts_at_the_same_step() {
    let loaded = scenario::load("own-loss", OWN_LOSS).unwrap();
    let config = loaded.scenario.config().with_fixes(&["retry".to_owned()]);
    let empty = stepdown::model::open(&config).unwrap();
    let changed = empty.replay(&loaded.scenario.schedule).unwrap();
    let comparison = Comparison::new(loaded.player.clone(), changed);
    assert_eq!(comparison.divergence.map(|divergence| divergence.step()), Some(5));
}

/// The same search finds the same states, in the same order, whatever the width of a pointer.
#[wasm_bindgen_test]
fn a_check_finds_what_it_finds_natively() {
    let loaded = scenario::load("own-loss", OWN_LOSS).unwrap();
    let order = Order::Check { config: loaded.scenario.config(), ask: Ask::all(Limits::PAGE) };
    let mut task = Task::begin(&order).unwrap();
    while task.advance(16) {}
    let Answer::Check(report) = task.answer() else { panic!("a check is answered by a report") };
    assert_eq!((report.states, report.limit), (78, None));
    let lengths = ["never-erased", "published", "not-missing", "no-dead-address"]
        .map(|id| report.finding(id).and_then(|finding| finding.length()));
    assert_eq!(lengths, [Some(4), Some(5), Some(7), None]);
}
