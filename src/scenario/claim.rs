//! Where the evidence of a claim is found: a line of the run's log, or a question over all orders.

use super::file::{Claim, ClaimVerdict, Scenario, VerdictWord};
use crate::machine::Config;
use crate::trace::Player;

/// A line of a run's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The step that prints it, counted from 1.
    pub step: usize,
    /// Which line of the log it is, counted from 1.
    pub line: usize,
}

/// The line of a run's log whose message contains a text: the one that the step prints, or else the first.
pub fn find_line(run: &dyn Player, text: &str, step: Option<usize>) -> Option<Printed> {
    let records = run.log(1, run.len());
    let found = |at: &usize| records[*at].line.message().contains(text);
    let of_step = |at: &usize| found(at) && Some(records[*at].step) == step;
    let at = (0..records.len()).find(of_step).or_else(|| (0..records.len()).find(found))?;
    Some(Printed { step: records[at].step, line: at + 1 })
}

impl ClaimVerdict {
    /// The word for readers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Wrong => "wrong",
            Self::Half => "half right",
        }
    }
}

impl Scenario {
    /// The question over all orders that a claim rests on: the configuration, the property and what is expected.
    pub fn asked<'a>(&self, claim: &'a Claim) -> Option<(Config, &'a str, VerdictWord)> {
        let (property, expected) = (claim.property.as_deref()?, claim.expect?);
        let mut config = self.config();
        if let Some(fixes) = &claim.fixes {
            config.fixes.clone_from(fixes);
        }
        config.budgets.extend(claim.budgets.clone());
        Some((config, property, expected))
    }
}
