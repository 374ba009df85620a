//! What is printed at the end.

use std::fmt;

use crate::suite::step::{Outcome, StepId};

/// How one step went.
pub(crate) struct Line {
    /// Which one.
    pub(crate) step: StepId,
    /// How it ended.
    pub(crate) outcome: Outcome,
    /// How long it took.
    pub(crate) seconds: f64,
}

/// How all steps went, in the order they ran.
#[derive(Default)]
pub(crate) struct Summary(Vec<Line>);

impl Summary {
    /// Adds the step that ran last.
    pub(crate) fn push(&mut self, line: Line) {
        self.0.push(line);
    }

    /// How a step ended, if it was run.
    pub(crate) fn outcome(&self, step: StepId) -> Option<&Outcome> {
        self.0.iter().find(|line| line.step == step).map(|line| &line.outcome)
    }

    /// Whether nothing failed.
    pub(crate) fn is_green(&self) -> bool {
        self.count(|outcome| matches!(outcome, Outcome::Failed(_))) == 0
    }

    fn count(&self, is: impl Fn(&Outcome) -> bool) -> usize {
        self.0.iter().filter(|line| is(&line.outcome)).count()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<12} {:<8} {:>8}", "step", "result", "seconds")?;
        for Line { step, outcome, seconds } in &self.0 {
            let (result, note) = match outcome {
                Outcome::Passed => ("ok", ""),
                Outcome::Skipped(reason) => ("skipped", reason.as_str()),
                Outcome::Failed(reason) => ("failed", reason.as_str()),
            };
            // The whole reason was printed where it happened.
            let note = note.lines().next().unwrap_or_default();
            let line = format!("{:<12} {result:<8} {seconds:>8.1}  {note}", step.name());
            writeln!(f, "{}", line.trim_end())?;
        }
        let passed = self.count(|outcome| *outcome == Outcome::Passed);
        let skipped = self.count(|outcome| matches!(outcome, Outcome::Skipped(_)));
        // The form that readers of test logs know, counting steps.
        write!(f, "{passed} passed, {} failed, {skipped} skipped", self.0.len() - passed - skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Summary};
    use crate::suite::step::{Outcome, StepId};

    #[test]
    fn summary_is_a_table_and_a_count() {
        let mut summary = Summary::default();
        summary.push(Line { step: StepId::Fmt, outcome: Outcome::Passed, seconds: 0.84 });
        assert!(summary.is_green());
        let reason = "`trunk` ended with exit status: 1\nmore".to_owned();
        summary.push(Line { step: StepId::Page, outcome: Outcome::Failed(reason), seconds: 120.0 });
        let outcome = Outcome::Skipped("`page` failed".to_owned());
        summary.push(Line { step: StepId::Browser, outcome, seconds: 0.0 });
        assert!(!summary.is_green());
        let expected = "\
step         result    seconds
fmt          ok            0.8
page         failed      120.0  `trunk` ended with exit status: 1
browser      skipped       0.0  `page` failed
1 passed, 1 failed, 1 skipped";
        assert_eq!(summary.to_string(), expected);
    }
}
