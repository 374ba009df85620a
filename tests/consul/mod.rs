//! Configurations of `druid-consul` in short, and what all orders of one come to.

use stepdown::check::{Checker, Job, Limits, Question, Report};
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
pub(crate) fn config(setup: &str) -> Config {
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
pub(crate) fn check(setup: &str) -> Report {
    let machine = DruidConsul::new(&config(setup)).unwrap();
    let properties = (0..DruidConsul::properties().len())
        .filter(|&at| DruidConsul::properties()[at].id != "leader-again")
        .collect();
    let question = Question { properties, limits: Limits::COMMAND, thorough: false };
    let mut checker = Checker::new(machine, question);
    while checker.advance(100_000) {}
    checker.report()
}
