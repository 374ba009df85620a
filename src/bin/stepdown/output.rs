//! Printing, once at the end: a reader that goes away early, as `head` does, is no error.

use crate::failure::Failure;
use serde_json::{Value, json};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// An expectation was not met.
pub(crate) const NOT_MET: u8 = 1;

/// The input is bad.
pub(crate) const BAD_INPUT: u8 = 2;

/// A limit was reached, so not everything is answered.
pub(crate) const LIMIT: u8 = 3;

/// What a subcommand has to say.
#[derive(Debug)]
pub(crate) struct Answer {
    /// For the standard output.
    pub(crate) bytes: Vec<u8>,
    /// What is worth knowing, for the standard error output.
    pub(crate) notices: Vec<String>,
    /// For the standard error output.
    pub(crate) failures: Vec<Failure>,
    /// The exit code.
    pub(crate) code: u8,
}

impl Answer {
    /// An answer without a failure.
    pub(crate) fn good(text: String) -> Self {
        Self::new(text, Vec::new(), 0)
    }

    /// An answer that need not be text, without a failure.
    pub(crate) fn bytes(bytes: Vec<u8>) -> Self {
        Self { bytes, ..Self::good(String::new()) }
    }

    /// An answer with failures and an exit code.
    pub(crate) fn new(text: String, failures: Vec<Failure>, code: u8) -> Self {
        Self { bytes: text.into_bytes(), notices: Vec::new(), failures, code }
    }

    /// Bad input.
    pub(crate) fn failed(failure: Failure, json: bool) -> Self {
        let text = if json { pretty(&json!({ "error": failure.json() })) } else { String::new() };
        Self::new(text, vec![failure], BAD_INPUT)
    }
}

/// JSON text, ending in a line feed.
pub(crate) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// Prints an answer.
pub(crate) fn print(answer: Answer) -> ExitCode {
    let mut out = io::stdout().lock();
    let written = out.write_all(&answer.bytes).and_then(|()| out.flush());
    let mut err = io::stderr().lock();
    for notice in answer.notices {
        let _ = writeln!(err, "note: {notice}");
    }
    for failure in answer.failures {
        // With the error output gone too, the exit code is all that is left.
        let _ = writeln!(err, "error: {failure}");
    }
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let _ = writeln!(err, "error: standard output: {error}");
            ExitCode::from(BAD_INPUT)
        }
        _ => ExitCode::from(answer.code),
    }
}
