//! Answers about a machine that no single run can give.
//!
//! *Invariant*: knows machines, never a model, a clock or a file.

mod escape;

pub use escape::{ESCAPE_STATES, Escape, escape};
