//! Records as they are in `tests/conformance`: JSON lines with a head, entries and an end.

use crate::machine::{Config, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The format of records.
pub const RECORD_FORMAT: u32 = 1;

/// What was run, and how.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The format: 1.
    pub format: u32,
    /// The name of the record, as in `flink/40114-own-loss`.
    pub record: String,
    /// The shipped scenario whose schedule was driven.
    #[serde(default)]
    pub scenario: Option<String>,
    /// The harness that drove it.
    pub harness: String,
    /// The model that it is compared with.
    pub model: String,
    /// Its parameters that are not at their defaults.
    #[serde(default)]
    pub parameters: BTreeMap<String, Written>,
    /// Its budgets.
    #[serde(default)]
    pub budgets: BTreeMap<String, u32>,
    /// The fixes that are on.
    #[serde(default)]
    pub fixes: Vec<String>,
    /// What was driven, in the model's events.
    #[serde(default)]
    pub schedule: Vec<String>,
    /// What the classes are of, as in `Apache Flink 2.3.0`.
    pub implementation: String,
    /// Artifacts and their versions.
    pub versions: BTreeMap<String, String>,
    /// The classes that are the released ones.
    pub real: Vec<String>,
    /// What stands in for the rest.
    pub doubles: Vec<String>,
    /// The loggers whose lines the record has, by the beginning of their names. Lines of others say nothing about it.
    pub loggers: Vec<String>,
    /// What is seen of events, by the beginning of their names; empty for all of them.
    #[serde(default)]
    pub events: Vec<String>,
    /// The day of the record.
    pub date: String,
    /// The Java version.
    pub java: String,
}

impl Head {
    /// Whether an event of this name was seen when it happened.
    pub(super) fn sees(&self, event: &str) -> bool {
        self.events.is_empty() || self.events.iter().any(|prefix| event.starts_with(prefix.as_str()))
    }

    /// The configuration that the model is asked about.
    pub fn config(&self) -> Config {
        config(&self.model, &self.parameters, &self.budgets, &self.fixes)
    }
}

/// The configuration that is written in a head, or in the plan that it is made of.
pub fn config(
    model: &str,
    parameters: &BTreeMap<String, Written>,
    budgets: &BTreeMap<String, u32>,
    fixes: &[String],
) -> Config {
    Config {
        model: model.to_owned(),
        parameters: parameters.iter().map(|(id, value)| (id.clone(), value.value())).collect(),
        budgets: budgets.iter().map(|(id, amount)| (id.clone(), *amount)).collect(),
        fixes: fixes.to_vec(),
    }
}

/// The value of a parameter in a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Written {
    /// A size or a duration.
    Number(u32),
    /// A choice.
    Word(String),
    /// A set.
    Words(Vec<String>),
}

impl Written {
    /// As a configuration has it.
    pub fn value(&self) -> Value {
        match self {
            Self::Number(number) => Value::Number(*number),
            Self::Word(word) => Value::Word(word.clone()),
            Self::Words(words) => Value::Words(words.clone()),
        }
    }
}

/// A printed line as it was printed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The level as printed.
    pub level: String,
    /// The full name of the logger.
    pub logger: String,
    /// The name of the thread.
    pub thread: String,
    /// The message.
    pub message: String,
    /// Class and message of the exception that was printed with it.
    #[serde(default)]
    pub thrown: Option<String>,
}

/// What was let happen, what was printed meanwhile, and what could be seen then.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number, from 1.
    pub entry: u32,
    /// What an outside observer calls it.
    #[serde(default)]
    pub event: Option<String>,
    /// The lines.
    #[serde(default)]
    pub log: Vec<Line>,
    /// What was thrown at the harness.
    #[serde(default)]
    pub exception: Option<String>,
    /// What could be observed then, by name.
    pub seen: BTreeMap<String, String>,
}

/// How a record ends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// `complete`, or `stopped` when the classes could not be driven further.
    pub end: String,
    /// Why it was stopped.
    #[serde(default)]
    pub why: Option<String>,
    /// Lines that came last.
    #[serde(default)]
    pub log: Vec<Line>,
    /// What could be observed at the end.
    pub seen: BTreeMap<String, String>,
}

/// What a run of the real classes did.
#[derive(Clone, Debug)]
pub struct Record {
    /// What was run.
    pub head: Head,
    /// What happened.
    pub entries: Vec<Entry>,
    /// How it ended.
    pub end: End,
}

/// A record that can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Reads the records in a text, one after another.
    ///
    /// # Errors
    /// Names the first line that is not of the form.
    pub fn read(text: &str) -> Result<Vec<Self>, RecordError> {
        let mut records = Vec::new();
        let mut open: Option<(Head, Vec<Entry>)> = None;
        let mut last = 0;
        for (line, text) in (1..).zip(text.lines()) {
            last = line;
            let wrong = |message: String| RecordError { line, message };
            let Some((head, entries)) = &mut open else {
                let head: Head = parsed(text).map_err(wrong)?;
                if head.format != RECORD_FORMAT {
                    return Err(wrong(format!("format {}; expected {RECORD_FORMAT}", head.format)));
                }
                open = Some((head, Vec::new()));
                continue;
            };
            if text.starts_with("{\"end\"") {
                let end = parsed(text).map_err(wrong)?;
                records.push(Self { head: head.clone(), entries: std::mem::take(entries), end });
                open = None;
                continue;
            }
            let entry: Entry = parsed(text).map_err(wrong)?;
            if usize::try_from(entry.entry) != Ok(entries.len() + 1) {
                return Err(wrong(format!("entry {}; expected {}", entry.entry, entries.len() + 1)));
            }
            entries.push(entry);
        }
        if open.is_some() {
            return Err(RecordError {
                line: last,
                message: "the record has no end; expected a line with `end`".into(),
            });
        }
        Ok(records)
    }
}

fn parsed<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
