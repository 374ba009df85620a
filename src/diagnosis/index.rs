//! What every scenario prints: computed by replaying it, and shipped as a file so that a reader need not.

use crate::machine::{Level, LogTemplate};
use crate::scenario::{Loaded, from_json, objects};
#[cfg(not(target_arch = "wasm32"))]
use std::fmt::Write;

/// The largest index that is read, in bytes.
pub const MAX_INDEX_BYTES: usize = 4 << 20;

/// The logs of the scenarios' own runs and of what follows by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// The lines, once each.
    pub(super) lines: Vec<Kind>,
    /// The scenarios, ordered by id.
    pub(super) scenarios: Vec<Logged>,
}

/// A line as far as it tells scenarios apart: its template and the words in its slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Serialize))]
pub(super) struct Kind {
    pub(super) level: String,
    pub(super) logger: String,
    pub(super) message: String,
    /// As [`telling`] has them.
    #[cfg_attr(not(target_arch = "wasm32"), serde(skip_serializing_if = "Vec::is_empty"))]
    pub(super) slots: Vec<(String, String)>,
}

/// A scenario's log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Serialize))]
pub(super) struct Logged {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) signature: Vec<String>,
    /// How many steps its schedule has; those after it follow by themselves.
    pub(super) steps: usize,
    pub(super) nodes: Vec<String>,
    /// Line, node and step, in the order of the run.
    pub(super) log: Vec<(usize, usize, usize)>,
}

objects! {
    closed Index "an object with lines and scenarios" { lines, scenarios; }
    closed Kind "an object with level, logger, message and slots" { level, logger, message; slots }
    closed Logged "an object with id, title, signature, steps, nodes and log" { id, title, signature, steps, nodes, log; }
}

impl Index {
    /// The index of some scenarios.
    pub fn of<'a>(scenarios: impl IntoIterator<Item = &'a Loaded>) -> Self {
        let mut index = Self::default();
        for loaded in scenarios {
            // A real log does not end with the schedule.
            let (scenario, run) = (&loaded.scenario, loaded.player.settled().player);
            let mut logged = Logged {
                id: scenario.id.clone(),
                title: scenario.title.clone(),
                signature: scenario.signature.clone(),
                steps: loaded.player.len(),
                nodes: Vec::new(),
                log: Vec::new(),
            };
            for record in run.log(1, run.len()) {
                let slots = record.line.slots.iter().map(|(name, value)| (*name, value.as_str()));
                let kind = position(&mut index.lines, Kind::of(record.line.template, slots));
                let node = position(&mut logged.nodes, record.line.node.to_owned());
                logged.log.push((kind, node, record.step));
            }
            index.scenarios.push(logged);
        }
        index
    }

    /// The text of it: an entry a line, so that a change of one story is a change of few lines.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn write(&self) -> String {
        let mut out = String::from("{\"lines\":[");
        let json = |out: &mut String, at: usize, entry: serde_json::Result<String>| {
            let _ = write!(out, "{}\n{}", if at == 0 { "" } else { "," }, entry.unwrap_or_default());
        };
        for (at, line) in self.lines.iter().enumerate() {
            json(&mut out, at, serde_json::to_string(line));
        }
        out.push_str("\n],\"scenarios\":[");
        for (at, scenario) in self.scenarios.iter().enumerate() {
            json(&mut out, at, serde_json::to_string(scenario));
        }
        out.push_str("\n]}\n");
        out
    }

    /// Reads a text.
    ///
    /// # Errors
    /// When it is too large, not JSON, not an index, or names what it does not have.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MAX_INDEX_BYTES {
            return Err(format!("the index has {} bytes; expected at most {MAX_INDEX_BYTES}", text.len()));
        }
        let index: Self = from_json(text).map_err(|error| format!("the index of logs: {error}"))?;
        for Logged { id, nodes, log, .. } in &index.scenarios {
            if let Some(at) =
                log.iter().position(|&(line, node, _)| line >= index.lines.len() || node >= nodes.len())
            {
                return Err(format!(
                    "the index of logs: {id}: line {at} is of a kind or a node that it does not have"
                ));
            }
        }
        Ok(index)
    }
}

impl Kind {
    /// What a template and its slots tell.
    pub(super) fn of<'a>(
        template: &LogTemplate,
        slots: impl IntoIterator<Item = (&'static str, &'a str)>,
    ) -> Self {
        // A model may fill more slots than a template has.
        let named = |name: &str| template.message.contains(&format!("{{{name}}}"));
        let mut slots: Vec<_> = slots
            .into_iter()
            .filter(|(name, _)| named(name))
            .filter_map(|(name, value)| Some((name.to_owned(), telling(name, value)?)))
            .collect();
        slots.sort_unstable();
        slots.dedup();
        Self {
            level: template.level.word().into(),
            logger: template.logger.into(),
            message: template.message.into(),
            slots,
        }
    }

    /// The level, which is one that [`Kind::of`] wrote.
    pub(super) fn level(&self) -> Option<Level> {
        Level::of_word(&self.level)
    }
}

/// What of a slot is the same in every installation: a word of the system, without the id that may go with it, or that
/// there is nothing in it.
fn telling(slot: &str, value: &str) -> Option<String> {
    if LogTemplate::is_word(slot) {
        return Some(without_ids(value));
    }
    let nothing = value.is_empty() || value == "<no leader>" || value == "null" || value.contains("='null'");
    nothing.then(String::new)
}

/// A word with every run of eight and more hexadecimal digits written as a star.
fn without_ids(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        let other = rest[digits..].find(|c: char| c.is_ascii_hexdigit()).unwrap_or(rest.len() - digits);
        out.push_str(if digits >= 8 { "*" } else { &rest[..digits] });
        out.push_str(&rest[digits..digits + other]);
        rest = &rest[digits + other..];
    }
    out
}

/// The position of an entry, which is added when it is new.
fn position<T: PartialEq>(all: &mut Vec<T>, entry: T) -> usize {
    all.iter().position(|known| *known == entry).unwrap_or_else(|| {
        all.push(entry);
        all.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_and_names_do_not() {
        assert_eq!(telling("component", "job-a1b2c3d4e5f60718293a4b5c6d7e8f90").unwrap(), "job-*");
        assert_eq!(telling("component", "resourcemanager").unwrap(), "resourcemanager");
        assert_eq!(telling("session", "5e55104e-0000-4000-8000-000000000001"), None);
        assert_eq!(telling("information", "Info{id='null', address=null}").unwrap(), "");
    }

    #[test]
    fn an_index_that_names_what_is_not_there_is_refused() {
        let scenario = |log: &str| {
            format!(
                r#"{{"lines":[],"scenarios":[{{"id":"a","title":"A","signature":[],"steps":1,"nodes":[],"log":{log}}}]}}"#
            )
        };
        assert!(Index::read(&scenario("[]")).is_ok());
        assert!(Index::read(&scenario("[[0,0,1]]")).unwrap_err().contains("a: line 0"));
        assert!(Index::read("{").is_err());
    }
}
