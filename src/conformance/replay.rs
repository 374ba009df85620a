//! The search for a run of the model that is, seen from outside, what a record tells.

use super::record::Record;
use super::token::{Place, Token, Told, tokens};
use crate::machine::{LogLine, LogTemplate, Observe};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// The most pairs of a state and a place in the record that are looked at.
pub const MAX_NODES: usize = 4_000_000;

/// A run of the model that is what the record tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its events, those that nobody outside sees included.
    pub schedule: Vec<String>,
    /// How many pairs of a state and a place in the record were looked at.
    pub nodes: usize,
}

/// No run of the model is what the record tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// How many entries some run matches.
    pub entries: usize,
    /// The entry that none matches, counted from 1; one more than there are for the end.
    pub at: usize,
    /// What of it is expected and does not come, in words.
    pub expected: String,
    /// A run up to there.
    pub schedule: Vec<String>,
    /// What the model does instead or refuses, in the states that match so far; the first few.
    pub refused: Vec<Refused>,
    /// How many states match so far.
    pub states: usize,
    /// Whether the search was given up at its limit, so that there may be a run.
    pub limit: bool,
}

/// An action in a state that matches so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The event.
    pub event: String,
    /// The guard that refuses it, or what it would tell instead.
    pub why: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "the first {} entries match; entry {}: expected {}",
            self.entries, self.at, self.expected
        )?;
        if self.limit {
            writeln!(f, "  given up after {MAX_NODES} places; there may be a run")?;
        }
        writeln!(f, "  a run up to there: {}", self.schedule.join(" "))?;
        writeln!(f, "  in the first of {} states there:", self.states)?;
        self.refused.iter().try_for_each(|refused| writeln!(f, "    {}: {}", refused.event, refused.why))
    }
}

/// A state with how much of the record is matched, and the node and event it came by.
type Nodes<M> = IndexMap<
    (<M as crate::machine::Machine>::State, usize),
    Option<(usize, Option<<M as crate::machine::Machine>::Action>)>,
    FxBuildHasher,
>;

/// Finds a run of the machine that is what the record tells. `logs` are the templates of the model.
///
/// # Panics
/// Never: a node is looked up below their number.
///
/// # Errors
/// When there is none: how far runs match, and why none goes on.
pub fn replay<M: Observe>(
    machine: &M,
    logs: &[&'static LogTemplate],
    record: &Record,
) -> Result<Match, Box<Mismatch>> {
    let tokens = tokens(record, logs);
    let mut search = Search { machine, record, tokens: &tokens, nodes: Nodes::<M>::default() };
    let mut initial = Vec::new();
    machine.initial(&mut initial);
    for state in initial {
        search.nodes.insert((state, 0), None);
    }
    let mut next = 0;
    while next < search.nodes.len() {
        if next >= MAX_NODES {
            return Err(Box::new(search.mismatch(true)));
        }
        let (&(_, matched), _) = search.nodes.get_index(next).expect("it is below the length");
        if matched == tokens.len() {
            return Ok(Match { schedule: search.schedule(next), nodes: search.nodes.len() });
        }
        search.expand(next);
        next += 1;
    }
    Err(Box::new(search.mismatch(false)))
}

struct Search<'a, M: Observe> {
    machine: &'a M,
    record: &'a Record,
    tokens: &'a [(Place, Token<'a>)],
    nodes: Nodes<M>,
}

impl<M: Observe> Search<'_, M> {
    /// Adds what comes after a node.
    fn expand(&mut self, node: usize) {
        let (&(state, matched), _) = self.nodes.get_index(node).expect("it is below the length");
        if let Some((_, Token::Seen(seen))) = self.tokens.get(matched)
            && differs(&self.machine.seen(&state), seen).is_none()
        {
            self.nodes.entry((state, matched + 1)).or_insert(Some((node, None)));
        }
        let mut enabled = Vec::new();
        self.machine.enabled(&state, &mut enabled);
        for action in enabled {
            let told = self.told(&state, action);
            let end = matched + told.len();
            if told.is(&self.tokens[matched..end.min(self.tokens.len())]) {
                let after = self.machine.step(&state, action);
                self.nodes.entry((after, end)).or_insert(Some((node, Some(action))));
            }
        }
    }

    fn told(&self, state: &M::State, action: M::Action) -> Told<'_> {
        let (event, lines) = (self.machine.event(state, action), self.machine.lines(state, action));
        Told::of(&self.record.head, event, lines)
    }

    /// The events on the way to a node.
    fn schedule(&self, mut node: usize) -> Vec<String> {
        let mut events = Vec::new();
        while let Some((before, action)) = self.nodes[node] {
            events.extend(action.map(|action| action.to_string()));
            node = before;
        }
        events.reverse();
        events
    }

    fn mismatch(&self, limit: bool) -> Mismatch {
        let matched = self.nodes.keys().map(|&(_, matched)| matched).max().unwrap_or(0);
        let furthest: Vec<usize> =
            (0..self.nodes.len()).filter(|&node| self.key(node).1 == matched).collect();
        // Of a step that does part of it, the part that differs is told.
        let part = |&node: &usize| (self.longest_part(&self.key(node).0, matched), std::cmp::Reverse(node));
        let (further, std::cmp::Reverse(first)) = furthest.iter().map(part).max().unwrap_or_default();
        let (at, expected) = self.tokens[(matched + further).min(self.tokens.len() - 1)];
        let (mut refused, state) = (Vec::new(), self.key(first).0);
        let mut actions = Vec::new();
        self.machine.asked(&state, &mut actions);
        for action in actions {
            let why = match self.machine.guard(&state, action) {
                Err(refusal) => refusal.to_string(),
                Ok(()) => self.instead(&state, action),
            };
            refused.push(Refused { event: action.to_string(), why });
        }
        Mismatch {
            entries: at - 1,
            at,
            expected: self.words(&state, &expected),
            schedule: self.schedule(first),
            refused,
            states: furthest.len(),
            limit,
        }
    }

    /// How many tokens some step from a state agrees with, which then differs.
    fn longest_part(&self, state: &M::State, matched: usize) -> usize {
        let mut enabled = Vec::new();
        self.machine.enabled(state, &mut enabled);
        let agrees = |action: M::Action| self.told(state, action).agrees(&self.tokens[matched..]);
        enabled.into_iter().map(agrees).max().unwrap_or(0)
    }

    fn key(&self, node: usize) -> (M::State, usize) {
        *self.nodes.get_index(node).expect("it is below the length").0
    }

    /// What an action that passes would tell.
    fn instead(&self, state: &M::State, action: M::Action) -> String {
        let told = self.told(state, action);
        let mut out = "possible".to_owned();
        if let Some(event) = &told.event {
            let _ = write!(out, ", seen as {event}");
        }
        for line in &told.lines {
            let _ = write!(out, ", prints {} [{}] {}", line.template.level.word(), line.thread, shown(line));
        }
        if told.len() == 0 {
            out.push_str(", seen by nobody");
        }
        out
    }

    fn words(&self, state: &M::State, token: &Token) -> String {
        match token {
            Token::Event(name) => format!("the event {name}"),
            Token::Line(line) => {
                format!("the line {} [{}] {} {}", line.level, line.thread, line.logger, line.message)
            }
            Token::Seen(seen) => {
                let found = differs(&self.machine.seen(state), seen);
                format!("to see {}", found.unwrap_or_else(|| "what a later state has".into()))
            }
        }
    }
}

/// A line as far as a state tells it: what only a run counts stays a slot.
fn shown(line: &LogLine) -> String {
    let fill = |text: String, (name, value): &(&str, String)| text.replace(&format!("{{{name}}}"), value);
    line.slots.iter().fold(line.template.message.to_owned(), fill)
}

/// The first thing that a record saw and the model has otherwise, in words.
fn differs(model: &[(String, String)], seen: &BTreeMap<String, String>) -> Option<String> {
    seen.iter().find_map(|(name, value)| {
        let known = model.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        match known {
            Some(known) if known == value => None,
            Some(known) => Some(format!("{name} = {value}, where the model has {known}")),
            None => Some(format!("{name} = {value}, which the model does not tell")),
        }
    })
}
