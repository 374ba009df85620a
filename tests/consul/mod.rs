//! What all orders of a configuration of `druid-consul` come to.

use super::setup;
use stepdown::check::{Checker, Job, Limits, Question, Report};
use stepdown::machine::{Config, Machine};
use stepdown::model::DruidConsul;

/// Reads `poll=3 invalidate=1 + kick fin`.
pub(crate) fn config(setup: &str) -> Config {
    setup::config("druid-consul", setup)
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
