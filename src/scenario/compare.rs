//! Replaying a scenario under each of its expectations and comparing the outcomes.

use super::load::Loaded;
use crate::machine::{Config, Event};
use crate::model;
use crate::trace::{Comparison, PropertyOutcome};

/// What became of a file's expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many single expectations were compared.
    pub expectations: usize,
    /// Those that were not met.
    pub mismatches: Vec<Mismatch>,
}

/// An expectation that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where it stands in the file, as in `$.expect[1].outcome.published`.
    pub path: String,
    /// The fixes under which the schedule was replayed.
    pub fixes: Vec<String>,
    /// What the file expects.
    pub expected: String,
    /// What the replay or the search came to.
    pub found: String,
    /// What shows it again.
    pub reproduction: Reproduction,
}

/// How a mismatch is seen again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reproduction {
    /// By replaying the scenario's schedule.
    Replay,
    /// By searching all orders for what breaks this property; with a counterexample where there is one.
    Check {
        /// What is searched.
        config: Box<Config>,
        /// The property's id.
        property: String,
        /// The counterexample.
        events: Option<Vec<Event>>,
    },
}

/// Replays the schedule under the fixes of every expectation, settles it, and compares.
///
/// # Panics
/// Never for a loaded scenario: its configurations were checked.
pub fn compare(loaded: &Loaded) -> Report {
    let scenario = &loaded.scenario;
    let mut report = Report { expectations: 0, mismatches: Vec::new() };
    for (index, expectation) in scenario.expect.iter().enumerate() {
        let at = format!("$.expect[{index}]");
        let config = scenario.config().with_fixes(&expectation.fixes);
        let changed = model::open(&config)
            .map_err(|error| error.to_string())
            .and_then(|empty| empty.replay(&scenario.schedule).map_err(|error| error.to_string()));
        let changed = match changed {
            Ok(changed) => changed,
            Err(found) => {
                report.fail(format!("{at}.fixes"), &expectation.fixes, "a set of fixes that plays", &found);
                continue;
            }
        };
        let comparison = Comparison::new(loaded.player.clone(), changed);
        let mut compare = |path, expected: &str, found: &str| {
            report.expectations += 1;
            if expected != found {
                report.fail(path, &expectation.fixes, expected, found);
            }
        };
        let outcomes = &comparison.after.outcomes;
        for (property, expected) in &expectation.outcome {
            let found = outcomes.properties.iter().find(|(info, _)| info.id == property);
            let found = found.map_or("absent", |&(_, outcome)| outcome.word());
            let expected: PropertyOutcome = expected.outcome();
            compare(format!("{at}.outcome.{property}"), expected.word(), found);
        }
        for (key, expected) in &expectation.keys {
            let found = outcomes.keys.iter().find(|(known, _)| known == key);
            let found = found.map_or("absent", |&(_, freshness)| freshness.word());
            compare(format!("{at}.keys.{key}"), expected.freshness().word(), found);
        }
        if let Some(expected) = expectation.diverges_at {
            let found = comparison.divergence.as_ref().map_or(0, crate::trace::Divergence::step);
            compare(format!("{at}.diverges_at"), &expected.to_string(), &found.to_string());
        }
        if !comparison.after.at_rest {
            let found = "none within the bound on settling";
            report.fail(at, &expectation.fixes, "a run that comes to rest", found);
        }
    }
    report
}

impl Report {
    fn fail(&mut self, path: String, fixes: &[String], expected: &str, found: &str) {
        let (fixes, expected, found) = (fixes.to_vec(), expected.into(), found.into());
        let reproduction = Reproduction::Replay;
        self.mismatches.push(Mismatch { path, fixes, expected, found, reproduction });
    }
}

impl Mismatch {
    /// The command that shows it again. `name` is what a user types to name the scenario: an id or a file.
    pub fn command(&self, name: &str) -> String {
        match &self.reproduction {
            Reproduction::Replay => {
                let fixes = if self.fixes.is_empty() { vec!["none".to_owned()] } else { self.fixes.clone() };
                let fixes: Vec<_> = fixes.iter().map(|fix| format!(" --fix {fix}")).collect();
                format!("stepdown trace {name}{}", fixes.concat())
            }
            Reproduction::Check { config, property, .. } => {
                format!("stepdown check {} --property {property}", config.flags())
            }
        }
    }
}
