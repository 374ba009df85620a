//! Bad input, told the same way by every subcommand.

use serde_json::{Value, json};
use std::fmt;
use stepdown::scenario::Problem;

/// What is wrong, where, and what was expected.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The file as the user named it.
    pub(crate) file: String,
    /// The place in it, or `file` for all of it.
    pub(crate) place: String,
    /// What was found and what was expected.
    pub(crate) message: String,
}

impl Failure {
    /// A failure of a file as a whole.
    pub(crate) fn file(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: file.into(), place: "file".into(), message: message.into() }
    }

    /// A failure at a place of a file.
    pub(crate) fn at(file: &str, place: &str, message: impl Into<String>) -> Self {
        Self { file: file.into(), place: place.into(), message: message.into() }
    }

    /// A failure of a flag.
    pub(crate) fn flag(flag: &str, message: impl Into<String>) -> Self {
        Self::at("command line", flag, message)
    }

    /// The failure as data.
    pub(crate) fn json(&self) -> Value {
        json!({ "file": self.file, "place": self.place, "message": self.message })
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self { place: problem.place.to_string(), file: problem.file, message: problem.message }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "file" => write!(f, "{}: {}", self.file, self.message),
            place => write!(f, "{}: {place}: {}", self.file, self.message),
        }
    }
}
