//! What a check found: plain data that goes through a worker's messages, files and outputs alike.

use super::limits::Limit;
use crate::machine::{Event, Freshness, Kind};
use serde::Serialize;

/// The answer about one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// In every order. Only an exhaustive search says this.
    Holds,
    /// There is a counterexample.
    Violated,
    /// A limit was reached first: no answer.
    Limit,
}

impl Verdict {
    /// The word in files and outputs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Limit => "limit",
        }
    }
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// States found.
    pub states: u32,
    /// The greatest depth of a state, in steps.
    pub depth: u32,
    /// Steps taken.
    pub transitions: u64,
    /// The limit that ended the search; none when it was exhaustive.
    pub limit: Option<Limit>,
    /// States in which nothing but background actions and faults is enabled.
    pub rests: u32,
    /// States in which nothing at all is enabled.
    pub dead_ends: u32,
    /// One a property that was asked for, in the machine's order.
    pub findings: Vec<Finding>,
    /// How runs end: the states at rest by what they come to, the most frequent first.
    pub outcomes: Vec<Ending>,
    /// States at rest that `outcomes` counts: all of them, or the first [`super::MAX_ENDINGS`].
    pub endings: u32,
}

/// What was found about one property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The property's id.
    pub property: String,
    /// How it is judged.
    pub kind: Kind,
    /// The answer.
    pub verdict: Verdict,
    /// A shortest counterexample, when it is violated. Of a *recoverable* property it ends at the point of
    /// no return; after a limit it may not be the shortest.
    pub counterexample: Option<Counterexample>,
    /// The least and the greatest value of a *bounded* quantity.
    pub range: Option<Bounds>,
    /// A counterexample with the fewest faults, the shortest of those. None when not asked for, when the
    /// shortest one has no more, or when it was not found within a bound: its absence proves nothing.
    pub fewest_faults: Option<Counterexample>,
    /// A counterexample with the fewest changes of actor, the shortest of those; as above.
    pub fewest_switches: Option<Counterexample>,
}

/// A schedule that breaks a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counterexample {
    /// The initial state it begins in, by its position among the machine's different ones.
    pub initial: u32,
    /// The events. None when the initial state itself breaks the property.
    pub events: Vec<Event>,
    /// How many of the events are faults.
    pub faults: u32,
    /// How often the actor changes from one event to the next.
    pub switches: u32,
}

/// The values of a bounded quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// The least, in ticks.
    pub min_ticks: u32,
    /// The greatest, in ticks.
    pub max_ticks: u32,
    /// The length of a tick, in microseconds.
    pub tick_us: u32,
}

/// States at rest that come to the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// How many states.
    pub states: u32,
    /// By key of the store, how good its value is.
    pub keys: Vec<(String, Freshness)>,
    /// The properties that do not hold there, or whose goal can't be reached any more.
    pub broken: Vec<String>,
    /// A shortest schedule to one of them.
    pub example: Counterexample,
}

impl Report {
    /// Whether every reachable state was looked at.
    pub fn is_exhaustive(&self) -> bool {
        self.limit.is_none()
    }

    /// What was found about a property.
    pub fn finding(&self, property: &str) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.property == property)
    }
}

impl Finding {
    /// The length of the shortest counterexample, in steps.
    pub fn length(&self) -> Option<usize> {
        self.counterexample.as_ref().map(|counterexample| counterexample.events.len())
    }
}
