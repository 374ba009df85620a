//! Runs: a schedule with its states, what became of it under other fixes, and the reader's branches.
//!
//! Ground state is a [`Trace`]: configuration, events, cursor and branches. Everything else is replay.
//!
//! *Invariant*: knows machines, never a model; nothing the reader did is discarded.

mod compare;
mod facts;
mod fate;
mod no_return;
mod note;
mod player;
mod race;
mod replay;
mod settle;
mod steps;
mod tree;

pub use compare::{Comparison, Divergence};
pub use no_return::{NoReturn, lost_since, no_returns};
pub use note::{MAX_NOTE_CHARS, MAX_NOTES, Note, tidy_notes};
pub use player::{
    Arrow, Choice, KeyStatus, LogRecord, Outcomes, Player, PropertyOutcome, PropertyStatus, Settled, Status,
    StepView,
};
pub use race::{Cause, Decision, RACE_STEPS, Race, causes_of_breaks};
pub use replay::Replay;
pub use settle::SETTLE_STEPS;
pub use tree::{Branch, MAX_BRANCHES, MAX_EVENTS, Opener, Trace, TraceError};
