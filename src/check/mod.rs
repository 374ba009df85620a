//! Answers about a machine that no single run can give.
//!
//! *Invariant*: knows machines, never a model, a clock or a file.

mod ahead;
mod arena;
mod batch;
mod checked;
mod checker;
mod edges;
mod endings;
mod escape;
mod hash;
mod judge;
mod keeping;
mod limits;
mod matrix;
mod parents;
mod recover;
mod report;
mod search;
mod sparing;
mod table;

pub use checked::Checked;
pub use checker::{Checker, Job, Question};
pub use endings::MAX_ENDINGS;
pub use escape::{ESCAPE_STATES, Escape, escape};
pub use limits::{Limit, Limits};
pub use matrix::{Cell, MAX_MATRIX_FIXES, MAX_MATRIX_MEMBERS, Matrix};
pub use report::{Bounds, Counterexample, Ending, Finding, Report, Verdict};
pub use search::{Progress, Search};
