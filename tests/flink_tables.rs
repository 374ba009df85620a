//! The tables of the fact sheet on Flink, row by row: its verdicts, its numbers of states beside ours, and
//! the lengths of the shortest counterexamples, which are ours. `--nocapture` prints them.
//!
//! Numbers of states depend on the encoding. Where ours differs from the sheet's, the row says why; the
//! verdicts agree.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use stepdown::check::{Limits, Report, Verdict};
use stepdown::machine::{Config, Value};
use stepdown::model::{self, Ask};

/// Our ids and the sheet's.
const PROPERTIES: [(&str, &str); 8] = [
    ("never-erased", "S3"),
    ("published", "L1"),
    ("not-missing", "L2"),
    ("no-dead-address", "L3"),
    ("no-silent-zombie", "L5"),
    ("no-foreign-write", "S1"),
    ("confirmed-implies-issued", "S2"),
    ("no-double-grant", "S4"),
];

fn config(setup: &str, budgets: [u32; 3], fixes: &str) -> Config {
    // `1 leading rest+rm`: JobManagers, initial state, components.
    let mut words = setup.split(' ');
    let jobmanagers = words.next().unwrap().parse().unwrap();
    let init = words.next().unwrap().to_owned();
    let long = |word: &str| match word {
        "rest" => "restserver".to_owned(),
        "rm" => "resourcemanager".to_owned(),
        "disp" => "dispatcher".to_owned(),
        other => panic!("{other}"),
    };
    let components = words.next().unwrap().split('+').map(long).collect();
    let fix = |word: &str| match word {
        "a1" => "ignore_pending_confirm",
        "a2" => "ignore_pending_grant",
        "b" => "retry",
        "bx" => "escalate",
        "c" => "on_executor",
        "d" => "keep_own",
        "e" => "reconcile",
        other => panic!("{other}"),
    };
    Config {
        model: "flink-election".into(),
        parameters: [
            ("jobmanagers".to_owned(), Value::Number(jobmanagers)),
            ("init".to_owned(), Value::Word(init)),
            ("components".to_owned(), Value::Words(components)),
        ]
        .into_iter()
        .collect(),
        budgets: ["confirm_fail", "loss", "crash"].into_iter().map(str::to_owned).zip(budgets).collect(),
        fixes: fixes.split('+').filter(|word| !word.is_empty()).map(|word| fix(word).to_owned()).collect(),
    }
}

fn check(config: &Config) -> Report {
    let ask = Ask { thorough: false, ..Ask::all(Limits::COMMAND) };
    let mut job = model::check(config, &ask).unwrap();
    while job.advance(u32::MAX) {}
    job.report()
}

/// Setup, budgets (failed confirmations, losses, crashes) and fixes; what the sheet says: its number of
/// states (0 where it gives none) and what is broken; our number of states and shortest counterexamples.
type Row = (&'static str, [u32; 3], &'static str, u32, &'static str, u32, &'static str);

fn hold(rows: &[Row]) {
    let mut wrong = Vec::new();
    println!("setup | fail loss crash | fixes | states of the sheet | ours | shortest {PROPERTIES:?}");
    for &(setup, budgets, fixes, sheet, broken, states, shortest) in rows {
        let report = check(&config(setup, budgets, fixes));
        let length = |id: &str| {
            let finding = report.finding(id).unwrap();
            assert_ne!(finding.verdict, Verdict::Limit);
            finding.length()
        };
        let found = PROPERTIES.iter().filter(|(id, _)| length(id).is_some()).map(|(_, name)| *name);
        let found = found.collect::<Vec<_>>().join(" ");
        let lengths = PROPERTIES.map(|(id, _)| length(id).map_or("-".into(), |length| length.to_string()));
        let lengths = lengths.join(" ");
        println!("{setup} | {budgets:?} | {fixes} | {sheet} | {} | {lengths}", report.states);
        if (found.as_str(), report.states, lengths.as_str()) != (broken, states, shortest) {
            wrong.push(format!("{setup} {budgets:?} {fixes}: {found}; {}; {lengths}", report.states));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Section 9.4. Six numbers differ: without a bound on the executor's queue, which DECISIONS sets to 5, the
/// sheet's prototype counts longer queues in the runs with churn and with `on_executor`; with a crash, ours
/// tells a vanished process from an absent one in queued change events too.
#[test]
fn the_results_of_the_prototype() {
    hold(&[
        ("1 stale_of_dead rest+rm", [0, 2, 0], "", 13_642, "S3", 13_517, "2 - - - - - - -"),
        ("1 stale_of_dead rest+rm", [0, 2, 0], "a1+a2", 7_141, "", 7_066, "- - - - - - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "", 1_538, "S3 L1 L2 L5", 1_538, "2 4 5 - 4 - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "a1", 1_657, "S3 L1 L2 L3 L5", 1_657, "2 4 5 4 4 - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "a1+a2", 835, "L1 L3 L5", 835, "- 4 - 4 4 - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "b", 2_272, "S3", 2_272, "2 - - - - - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "bx", 2_432, "S3", 2_432, "2 - - - - - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "e", 2_012, "S3", 2_012, "2 - - - - - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "c", 74_701, "S3 L1 L2 L5", 67_139, "3 4 6 - 4 - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "d", 1_488, "S3 L1 L2 L5", 1_488, "2 4 5 - 4 - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "a1+a2+b", 1_230, "", 1_230, "- - - - - - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "a1+a2+e", 1_084, "", 1_084, "- - - - - - - -"),
        ("1 stale_of_dead rest+rm", [1, 1, 0], "a1+a2+bx", 1_431, "", 1_431, "- - - - - - - -"),
        ("1 stale_of_dead rest+disp", [1, 1, 0], "", 2_642, "S3 L1 L2 L5", 2_642, "2 4 5 - 4 - - -"),
        ("2 stale_of_dead rest", [1, 1, 0], "", 5_781, "S3 L1 L2 L5", 5_781, "2 4 5 - 4 - - -"),
        ("2 stale_of_dead rest", [1, 1, 0], "a1+a2", 3_331, "L1 L3 L5", 3_331, "- 4 - 4 4 - - -"),
        ("2 stale_of_dead rest", [1, 1, 0], "a1+a2+b", 4_351, "", 4_351, "- - - - - - - -"),
        ("2 stale_of_dead rest", [0, 1, 1], "", 17_129, "S3", 17_879, "2 - - - - - - -"),
        ("2 stale_of_dead rest", [0, 1, 1], "a1+a2", 11_371, "", 11_835, "- - - - - - - -"),
        ("1 empty rest+rm", [1, 0, 0], "", 28, "L1 L2 L5", 28, "- 4 4 - 4 - - -"),
        ("1 empty rest+rm", [0, 3, 0], "", 83_586, "S3", 75_276, "8 - - - - - - -"),
    ]);
}

/// The rest of section 6: each fix alone, the boundary facts, the first start.
#[test]
fn the_properties_by_fix_and_budget() {
    hold(&[
        ("1 stale_of_dead rest+rm", [0, 0, 0], "", 0, "S3", 27, "2 - - - - - - -"),
        ("1 stale_of_dead rest+rm", [0, 1, 0], "", 0, "S3", 928, "2 - - - - - - -"),
        ("1 stale_of_dead rest+rm", [0, 3, 0], "", 0, "S3", 139_526, "2 - - - - - - -"),
        ("1 stale_of_dead rest+rm", [1, 0, 0], "", 0, "S3 L1 L2 L5", 43, "2 4 5 - 4 - - -"),
        ("1 stale_of_dead rest+rm", [1, 0, 0], "a1+a2", 0, "L1 L3 L5", 28, "- 4 - 4 4 - - -"),
        ("1 empty rest+rm", [1, 0, 0], "a1+a2", 0, "L1 L2 L5", 28, "- 4 4 - 4 - - -"),
        ("1 empty rest+rm", [1, 0, 0], "b", 0, "", 37, "- - - - - - - -"),
        ("1 stale_of_dead disp", [1, 1, 0], "", 0, "S3", 581, "2 - - - - - - -"),
        ("1 leading rest+rm", [1, 1, 0], "", 0, "S3 L1 L2 L5", 78, "4 5 7 - 5 - - -"),
        ("1 leading rest+rm+disp", [1, 1, 0], "", 0, "S3 L1 L2 L5", 317, "4 5 7 - 5 - - -"),
    ]);
}

/// S5: two monitors taken in two orders.
#[test]
fn the_deadlock() {
    for (fixes, states, length) in [(&[][..], 19, Some(2)), (&["queue_instead_of_lock"], 22, None)] {
        let fixes = fixes.iter().map(|fix| (*fix).to_owned()).collect();
        let report = check(&Config { model: "flink-deadlock".into(), fixes, ..Config::default() });
        let finding = report.finding("no-deadlock").unwrap();
        assert_eq!((report.states, finding.length()), (states, length));
    }
}
