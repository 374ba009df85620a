//! Proving a scenario's verdicts over all orders, and that its run does not contradict them.

use super::compare::{Mismatch, Reproduction};
use super::load::Loaded;
use crate::check::{Limits, Report, Verdict};
use crate::machine::Config;
use crate::model::{self, Ask};
use crate::trace::PropertyOutcome;

/// What the exhaustive search says under the fixes of the expectations, and where claims rest on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// One a configuration that something is expected of, in the order of the file.
    pub proved: Vec<Proved>,
    /// How many verdicts were compared.
    pub expectations: usize,
    /// Expectations that are not so.
    pub mismatches: Vec<Mismatch>,
}

/// One configuration, checked.
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

    /// What was found about a property.
    pub fn known(&self, config: &Config, property: &str) -> Option<&Proved> {
        let is_it = |proved: &&Proved| proved.config == *config && proved.report.finding(property).is_some();
        self.proved.iter().find(is_it)
    }

    /// Checks a configuration. False when it does not play, which is told by the comparison.
    fn check(&mut self, config: &Config, properties: Vec<String>, limits: Limits) -> bool {
        let ask = Ask { properties, limits, thorough: false };
        let Ok(mut job) = model::check(config, &ask) else { return false };
        while job.advance(u32::MAX) {}
        self.proved.push(Proved { config: config.clone(), report: job.report() });
        true
    }

    fn compare(&mut self, path: String, config: &Config, property: &str, expected: Verdict) {
        self.expectations += 1;
        let found = self.known(config, property).map_or(Verdict::Limit, |known| known.verdict(property));
        if expected != found {
            self.fail(path, config, property, expected.word(), found.word());
        }
    }

    fn fail(&mut self, path: String, config: &Config, property: &str, expected: &str, found: &str) {
        let finding = self.known(config, property).and_then(|known| known.report.finding(property));
        let events = finding.and_then(|finding| finding.counterexample.as_ref());
        let events = events.map(|counterexample| counterexample.events.clone());
        let (config, property) = (Box::new(config.clone()), property.to_owned());
        self.mismatches.push(Mismatch {
            path,
            fixes: config.fixes.clone(),
            expected: expected.into(),
            found: found.into(),
            reproduction: Reproduction::Check { config, property, events },
        });
    }
}

impl Proved {
    fn verdict(&self, property: &str) -> Verdict {
        self.report.finding(property).map_or(Verdict::Limit, |found| found.verdict)
    }
}

/// Checks every property that the scenario expects something of, under the fixes it expects it with, and every
/// verdict that a claim rests on.
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
        if properties.is_empty() || !proof.check(&config, properties, limits) {
            continue;
        }
        for (property, expected) in &expectation.verdicts {
            proof.compare(format!("{at}.verdicts.{property}"), &config, property, expected.verdict());
        }
        for (property, outcome) in outcomes(loaded, &config) {
            let breaks = matches!(outcome, PropertyOutcome::Violated | PropertyOutcome::Lost);
            let known = proof.known(&config, property);
            if breaks && known.is_some_and(|known| known.verdict(property) == Verdict::Holds) {
                let expected = format!("{} by this run", outcome.word());
                let path = format!("{at}.outcome.{property}");
                proof.fail(path, &config, property, &expected, "holds in every order");
            }
        }
    }
    for (index, claim) in scenario.claims.iter().enumerate() {
        let Some((config, property, expected)) = scenario.asked(claim) else { continue };
        if proof.known(&config, property).is_none() {
            proof.check(&config, vec![property.to_owned()], limits);
        }
        proof.compare(format!("$.claims[{index}].expect"), &config, property, expected.verdict());
    }
    proof
}

/// What the scenario's run comes to under a configuration.
fn outcomes(loaded: &Loaded, config: &Config) -> Vec<(&'static str, PropertyOutcome)> {
    let run = model::open(config).ok().and_then(|empty| empty.replay(&loaded.scenario.schedule).ok());
    let outcomes = run.map(|run| run.settled().outcomes.properties).unwrap_or_default();
    outcomes.into_iter().map(|(info, outcome)| (info.id, outcome)).collect()
}
