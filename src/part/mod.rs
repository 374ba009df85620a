//! Building blocks that models share: queues, executors, monitors.
//!
//! *Invariant*: fixed-width, `Copy`, equal exactly when they behave alike (unused slots are blank), so
//! that they can be fields of a state.

mod executor;
mod fifo;
mod monitor;

pub use executor::{Executor, Rejected};
pub use fifo::{Coalesced, Fifo};
pub use monitor::Monitor;
