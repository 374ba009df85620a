//! Records of the real classes, held against the models.
//!
//! A [`Record`] tells what an outside observer saw while released classes ran: events, log lines, the store. A model conforms
//! to it when one of its runs, seen through [`Observe`](crate::machine::Observe), is exactly that; what nobody outside can see is searched for.
//!
//! *Invariant*: a record is never adjusted to a model. What it doesn't tell is not compared, and the result says so.

mod played;
mod record;
mod replay;
mod slot;
mod stray;
#[cfg(test)]
mod tests;
mod thread;
mod token;

pub use played::{Played, played};
pub use record::{End, Entry, Head, Line, RECORD_FORMAT, Record, RecordError, Written, config};
pub use replay::{MAX_NODES, Match, Mismatch, Refused, replay};
pub use stray::strays;
