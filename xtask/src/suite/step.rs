//! The steps: their order, what each says about itself, and which other one it needs.

use anyhow::Result;
use clap::ValueEnum;

use crate::page;
use crate::suite::{browser, host, wasm};

/// One step of the test command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StepId {
    /// Formatting.
    Fmt,
    /// Lints on the host.
    Clippy,
    /// Lints of what is built for wasm.
    ClippyWasm,
    /// Tests on the host.
    Native,
    /// Documentation.
    Doc,
    /// Tests in wasm, in a browser.
    Wasm,
    /// The release page.
    Page,
    /// The page in a browser.
    Browser,
}

/// How a step ended; the text says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It did what it should.
    Passed,
    /// It could not or need not run.
    Skipped(String),
    /// It found something wrong.
    Failed(String),
}

impl StepId {
    /// All steps: quick ones first, and each after the one it needs.
    pub(crate) const ALL: [Self; 8] = [
        Self::Fmt,
        Self::Clippy,
        Self::ClippyWasm,
        Self::Native,
        Self::Doc,
        Self::Wasm,
        Self::Page,
        Self::Browser,
    ];

    /// The name on the command line and in the summary.
    pub(crate) fn name(self) -> &'static str {
        self.words().0
    }

    /// What it does, in a few words.
    pub(crate) fn about(self) -> &'static str {
        self.words().1
    }

    /// How long it takes on two cores when nothing has been built yet, tools apart.
    pub(crate) fn takes(self) -> &'static str {
        self.words().2
    }

    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Fmt => ("fmt", "the formatting of all Rust files", "about a second"),
            Self::Clippy => ("clippy", "lints of all that is built for the host", "about 2 minutes"),
            Self::ClippyWasm => ("clippy-wasm", "lints of all that is built for wasm", "about a minute"),
            Self::Native => ("native", "the tests on the host, every scenario among them", "about 5 minutes"),
            Self::Doc => ("doc", "the documentation and its links", "about a minute"),
            Self::Wasm => ("wasm", "the tests that run in wasm, in headless Chromium", "about 3 minutes"),
            Self::Page => ("page", "the release build of the page", "about 2 minutes"),
            Self::Browser => ("browser", "the built page in headless Chromium", "about 2 minutes"),
        }
    }

    /// The step whose result this one works on.
    fn needs(self) -> Option<Self> {
        match self {
            Self::Browser => Some(Self::Page),
            _ => None,
        }
    }

    /// Does the work.
    pub(crate) fn run(self) -> Result<Outcome> {
        match self {
            Self::Fmt => host::fmt(),
            Self::Clippy => host::clippy(),
            Self::ClippyWasm => wasm::clippy(),
            Self::Native => host::native(),
            Self::Doc => host::doc(),
            Self::Wasm => wasm::test(),
            Self::Page => page::build().map(|()| Outcome::Passed),
            Self::Browser => browser::test(),
        }
    }
}

/// Why a step cannot run: the one it needs ran before it and did not pass. One that was not asked for is taken
/// to have been run earlier.
pub(crate) fn blocked<'a>(step: StepId, outcome: impl Fn(StepId) -> Option<&'a Outcome>) -> Option<String> {
    let needed = step.needs()?;
    match outcome(needed) {
        None | Some(Outcome::Passed) => None,
        Some(Outcome::Failed(_)) => Some(format!("`{}` failed", needed.name())),
        Some(Outcome::Skipped(_)) => Some(format!("`{}` was skipped", needed.name())),
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::{Outcome, StepId, blocked};

    #[test]
    fn names_are_those_of_the_command_line() {
        assert_eq!(StepId::value_variants(), StepId::ALL);
        for step in StepId::ALL {
            assert_eq!(step.to_possible_value().unwrap().get_name(), step.name());
        }
    }

    #[test]
    fn every_step_comes_after_the_one_it_needs() {
        let place = |step: StepId| StepId::ALL.iter().position(|other| *other == step);
        for step in StepId::ALL {
            assert!(step.needs().is_none_or(|needed| place(needed) < place(step)));
        }
    }

    #[test]
    fn a_failure_blocks_what_needs_it_and_nothing_else() {
        let failed = Outcome::Failed("why".to_owned());
        let page_failed = |step| (step == StepId::Page).then_some(&failed);
        assert_eq!(blocked(StepId::Browser, page_failed), Some("`page` failed".to_owned()));
        assert_eq!(blocked(StepId::Wasm, page_failed), None);
        assert_eq!(blocked(StepId::Browser, |_| None), None);
        assert_eq!(blocked(StepId::Browser, |_| Some(&Outcome::Passed)), None);
    }
}
