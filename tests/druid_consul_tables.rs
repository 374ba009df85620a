//! The verdict table of the Consul leader selector, row by row. `--nocapture` prints what is found.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use stepdown::check::{Checker, Job, Limits, Question, Report, Verdict};
use stepdown::machine::{Config, Machine, Value};
use stepdown::model::DruidConsul;

/// The faults of the model, whose amounts are budgets and not parameters.
const FAULTS: [&str; 12] = [
    "invalidate",
    "delete_key",
    "operator_overwrite_key",
    "error",
    "lost_answer",
    "cut",
    "pause",
    "crash",
    "listener_exception",
    "listener_error",
    "unregister",
    "write",
];

/// Reads `poll=3 invalidate=1 + kick fin`: parameters and budgets, then fixes.
fn config(setup: &str) -> Config {
    let (values, fixes) = setup.split_once('+').unwrap_or((setup, ""));
    let mut config = Config { model: "druid-consul".into(), ..Config::default() };
    for (id, value) in values.split_whitespace().map(|word| word.split_once('=').unwrap()) {
        let number = value.parse();
        if FAULTS.contains(&id) {
            config.budgets.insert(id.to_owned(), number.unwrap());
        } else {
            config
                .parameters
                .insert(id.to_owned(), number.map_or(Value::Word(value.to_owned()), Value::Number));
        }
    }
    config.fixes = fixes.split_whitespace().map(str::to_owned).collect();
    config
}

/// All properties over all orders; ways back are another question.
fn check(setup: &str) -> Report {
    let machine = DruidConsul::new(&config(setup)).unwrap();
    let properties = (0..DruidConsul::properties().len())
        .filter(|&at| DruidConsul::properties()[at].id != "leader-again")
        .collect();
    let question = Question { properties, limits: Limits::COMMAND, thorough: false };
    let mut checker = Checker::new(machine, question);
    while checker.advance(100_000) {}
    checker.report()
}

/// What is found, as in `P1 24, W 3, leaderless 5 | 1234`: the shortest violations, and the figures.
fn told(report: &Report) -> String {
    let names = [
        ("single-leader", "P1"),
        ("single-effective", "P1f"),
        ("callbacks-alternate", "P2"),
        ("callbacks-apart", "P3"),
        ("silent-after-unregister", "P4"),
        ("stopped-after-unregister", "P5"),
        ("no-zombie", "P6"),
        ("no-orphan-lock", "P7"),
        ("key-has-session", "P8"),
        ("key-names-owner", "stale"),
        ("no-needless-step-down", "P9"),
        ("lock-freed", "P10"),
        ("unregister-time", "P11"),
        ("loop-lives", "P13"),
    ];
    let mut out = String::new();
    for (id, name) in names {
        let finding = report.finding(id).unwrap();
        match finding.verdict {
            Verdict::Violated => out += &format!("{name} {} ", finding.length().unwrap()),
            Verdict::Holds => {}
            Verdict::Limit => out += &format!("{name} ? "),
        }
    }
    for (id, name) in [("dual-leader-time", "W"), ("leaderless-time", "leaderless")] {
        let range = report.finding(id).unwrap().range;
        out += &format!("{name} {} ", range.map_or("-".into(), |range| range.max_ticks.to_string()));
    }
    out + &format!("| {}", report.states)
}

#[test]
fn print() {
    for setup in std::fs::read_to_string("/tmp/rows.txt").unwrap().lines() {
        println!("{setup} => {}", told(&check(setup)));
    }
}
