//! `cargo xtask test`: everything that must be green, in one command and one order.

mod browser;
mod host;
mod step;
mod summary;
mod wasm;

pub(crate) use self::step::StepId;
use self::step::{Outcome, blocked};
use self::summary::{Line, Summary};
use crate::args::TestArgs;
use crate::process::say;

/// Runs the chosen steps, or lists them; whether none failed.
pub(crate) fn run(options: &TestArgs) -> bool {
    if options.list {
        for step in StepId::ALL {
            say(&format!("{:<12} {}", step.name(), step.about()));
        }
        return true;
    }
    let mut summary = Summary::default();
    for step in StepId::ALL {
        if options.only.is_empty() || options.only.contains(&step) {
            let line = run_step(step, &summary);
            summary.push(line);
        }
    }
    say(&format!("\n{summary}"));
    summary.is_green()
}

#[expect(clippy::disallowed_methods, reason = "the rule is for the library; here a person is shown the time")]
fn run_step(step: StepId, summary: &Summary) -> Line {
    say(&format!("\n== {}: {} (the first time {})", step.name(), step.about(), step.takes()));
    let start = std::time::Instant::now();
    let outcome = match blocked(step, |other| summary.outcome(other)) {
        Some(reason) => Outcome::Skipped(reason),
        None => step.run().unwrap_or_else(|error| Outcome::Failed(format!("{error:#}"))),
    };
    match &outcome {
        Outcome::Passed => {}
        Outcome::Skipped(reason) => say(&format!("skipped: {reason}")),
        Outcome::Failed(reason) => say(&format!("failed: {reason}")),
    }
    Line { step, outcome, seconds: start.elapsed().as_secs_f64() }
}
