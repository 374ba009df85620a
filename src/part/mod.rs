//! Building blocks that models share: queues, executors, leases, monitors.
//!
//! *Invariant*: fixed-width, `Copy`, equal exactly when they behave alike (unused slots are blank), so
//! that they can be fields of a state.

mod executor;
mod fifo;
mod lease;
mod monitor;

pub use executor::{Executor, Rejected};
pub use fifo::{Coalesced, Fifo};
pub use lease::{Lease, Sight};
pub use monitor::Monitor;
