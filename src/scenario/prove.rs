//! Proving a scenario's verdicts over all orders, and that its run does not contradict them.

use super::compare::{Mismatch, Reproduction};
use super::load::Loaded;
use crate::check::{Limits, Report, Verdict};
use crate::machine::Config;
use crate::model::{self, Ask};
use crate::trace::PropertyOutcome;

/// What the exhaustive search says under the fixes of the expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// One a set of fixes that something is expected of, in the order of the file.
    pub proved: Vec<Proved>,
    /// How many verdicts were compared.
    pub expectations: usize,
    /// Expectations that are not so.
    pub mismatches: Vec<Mismatch>,
}

/// One set of fixes, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// What was checked.
    pub config: Config,
    /// What was found.
    pub report: Report,
}

impl Proof {
    /// Whether a limit was reached somewhere.
    pub fn is_limited(&self) -> bool {
        self.proved.iter().any(|proved| !proved.report.is_exhaustive())
    }
}

/// Checks every property that the scenario expects something of, under the fixes it expects it with.
///
/// A run that breaks a property is a counterexample, so a search that finds none has to be at its limit;
/// anything else would be a contradiction within this program, and is told as a mismatch.
pub fn prove(loaded: &Loaded, limits: Limits) -> Proof {
    let scenario = &loaded.scenario;
    let mut proof = Proof { proved: Vec::new(), expectations: 0, mismatches: Vec::new() };
    for (index, expectation) in scenario.expect.iter().enumerate() {
        let at = format!("$.expect[{index}]");
        let config = scenario.config().with_fixes(&expectation.fixes);
        let mut properties: Vec<String> = expectation.verdicts.keys().cloned().collect();
        properties
            .extend(expectation.outcome.keys().filter(|id| !expectation.verdicts.contains_key(*id)).cloned());
        if properties.is_empty() {
            continue;
        }
        let ask = Ask { properties, limits, thorough: false };
        // A set of fixes that does not play is told by the comparison.
        let Ok(mut job) = model::check(&config, &ask) else { continue };
        while job.advance(u32::MAX) {}
        let report = job.report();
        let mut fail = |path: String, property: &str, expected: &str, found: &str| {
            let events = report.finding(property).and_then(|finding| finding.counterexample.clone());
            let events = events.map(|counterexample| counterexample.events);
            proof.mismatches.push(Mismatch {
                path,
                fixes: expectation.fixes.clone(),
                expected: expected.into(),
                found: found.into(),
                reproduction: Reproduction::Check { property: property.to_owned(), events },
            });
        };
        let verdict = |property: &str| report.finding(property).map_or(Verdict::Limit, |found| found.verdict);
        for (property, expected) in &expectation.verdicts {
            proof.expectations += 1;
            let (expected, found) = (expected.verdict(), verdict(property));
            if expected != found {
                fail(format!("{at}.verdicts.{property}"), property, expected.word(), found.word());
            }
        }
        for (property, outcome) in outcomes(loaded, &config) {
            let breaks = matches!(outcome, PropertyOutcome::Violated | PropertyOutcome::Lost);
            if breaks && verdict(property) == Verdict::Holds {
                let expected = format!("{} by this run", outcome.word());
                fail(format!("{at}.outcome.{property}"), property, &expected, "holds in every order");
            }
        }
        proof.proved.push(Proved { config, report });
    }
    proof
}

/// What the scenario's run comes to under a configuration.
fn outcomes(loaded: &Loaded, config: &Config) -> Vec<(&'static str, PropertyOutcome)> {
    let run = model::open(config).ok().and_then(|empty| empty.replay(&loaded.scenario.schedule).ok());
    let outcomes = run.map(|run| run.settled().outcomes.properties).unwrap_or_default();
    outcomes.into_iter().map(|(info, outcome)| (info.id, outcome)).collect()
}
