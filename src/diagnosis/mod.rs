//! Which story is mine? Pasted log lines are recognised by the templates that print them, and held against the logs
//! of the scenarios.
//!
//! *Invariant*: a paste is only ever read; nothing here panics, whatever is in it, and the work on it is bounded.

mod align;
mod answer;
mod index;
mod paste;
mod prefix;
mod recognise;
mod rule;
mod signature;
mod told;

pub use answer::{Fit, Held, Place, ReadLine, Recognised, Seen, Story, Template};
pub use index::{Index, MAX_INDEX_BYTES};
pub use paste::{MAX_LINE_BYTES, MAX_LINES, MAX_PASTE_BYTES, Pasted, read_paste};
pub use prefix::Prefix;
pub use recognise::{Reading, read_line, recognise};
pub use rule::{Rule, RuleError, absent};
pub use signature::{Logs, Unfit};
pub use told::{Told, ToldLine, ToldStory};
