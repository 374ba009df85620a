//! What a record tells and no model has a word for. The search goes past it, so it is asked for apart.

use super::record::{Entry, Line, Record};
use super::token::is_of;
use crate::machine::LogTemplate;
use serde::Deserialize;
use std::sync::LazyLock;

/// Lines that the models leave out on purpose, and why.
const LEFT_OUT: &str = include_str!("../../conformance/left_out.json");

/// Lines of one logger at one level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeftOut {
    model: String,
    level: String,
    logger: String,
    /// How their messages begin.
    begins: Vec<String>,
    /// For readers.
    #[serde(rename = "why")]
    _why: String,
}

static ALL: LazyLock<Vec<LeftOut>> =
    LazyLock::new(|| serde_json::from_str(LEFT_OUT).expect("left_out.json is a list of lines left out"));

/// How the models end the name of an event in which the real class throws at whoever called it.
const FAILS: &str = ".run_fail";

/// Lines without a template that are not left out on purpose; exceptions where no event fails, and events that fail
/// without one. `logs` are the templates of the record's model.
pub fn strays(record: &Record, logs: &[&'static LogTemplate]) -> Vec<String> {
    let model = record.head.model.as_str();
    let is_stray =
        |line: &&Line| !logs.iter().any(|template| is_of(template, line)) && !is_left_out(model, line);
    let told = |place: usize, line: &Line| {
        format!(
            "entry {place}: no template of {model} prints {} {} {}",
            line.level, line.logger, line.message
        )
    };
    let mut out = Vec::new();
    for (place, entry) in (1..).zip(&record.entries) {
        out.extend(entry.log.iter().filter(is_stray).map(|line| told(place, line)));
        out.extend(thrown(place, entry));
    }
    out.extend(record.end.log.iter().filter(is_stray).map(|line| told(record.entries.len() + 1, line)));
    out
}

fn is_left_out(model: &str, line: &Line) -> bool {
    ALL.iter().any(|left| {
        (&*left.model, &left.level, &left.logger) == (model, &line.level, &line.logger)
            && left.begins.iter().any(|beginning| line.message.starts_with(beginning.as_str()))
    })
}

fn thrown(place: usize, entry: &Entry) -> Option<String> {
    let event = entry.event.as_deref().unwrap_or("no event");
    match (&entry.exception, event.ends_with(FAILS)) {
        (Some(exception), false) => {
            Some(format!("entry {place}: {event} does not fail, and threw {exception}"))
        }
        (None, true) => Some(format!("entry {place}: {event} fails, and nothing was thrown")),
        _ => None,
    }
}
