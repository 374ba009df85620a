//! Replaying a scenario under each of its expectations and comparing the outcomes.

use super::load::Loaded;
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
    /// What the replay came to.
    pub found: String,
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
        self.mismatches.push(Mismatch { path, fixes, expected, found });
    }
}

impl Mismatch {
    /// The command that replays it, given a scenario's id or file.
    pub fn command(&self, scenario: &str) -> String {
        let mut command = format!("stepdown trace {scenario}");
        if self.fixes.is_empty() {
            command.push_str(" --fix none");
        }
        for fix in &self.fixes {
            command.push_str(" --fix ");
            command.push_str(fix);
        }
        command
    }
}
