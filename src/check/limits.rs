//! The limits of a search. A limit that is reached is a result of its own, never a pass.

use serde::Serialize;
use std::fmt;

/// How far a search may go. How long it may take is the caller's to say: a search never reads a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// States, at most.
    pub states: u32,
    /// Bytes for states, table, parents and edges, at most.
    pub bytes: u64,
}

impl Limits {
    /// What ids of 32 bits, less one for each use of a slot, can tell apart.
    pub const MOST_STATES: u32 = 1 << 30;

    /// The limits of the command.
    pub const COMMAND: Self = Self { states: 20_000_000, bytes: 4 << 30 };

    /// The limits of the page: a tab has less memory than a machine.
    pub const PAGE: Self = Self { states: 5_000_000, bytes: 1 << 30 };
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// So many states were found, and there are more.
    States(u32),
    /// The next states would not have fitted into so many bytes.
    Memory(u64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::States(states) => write!(f, "stopped at the limit of {states} states"),
            Self::Memory(bytes) => write!(f, "stopped at the limit of {} MiB of memory", bytes >> 20),
        }
    }
}
