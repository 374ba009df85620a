//! Building blocks that models share: queues, executors, monitors, fair locks, lifecycles, leases.
//!
//! *Invariant*: fixed-width, `Copy`, equal exactly when they behave alike (unused slots are blank), so
//! that they can be fields of a state.

mod executor;
mod fair_lock;
mod fifo;
mod lease;
mod lifecycle;
mod monitor;

pub use executor::{Executor, Rejected};
pub use fair_lock::FairLock;
pub use fifo::{Coalesced, Fifo};
pub use lease::{Lease, Sight};
pub use lifecycle::{Lifecycle, Stage, stop_order};
pub use monitor::Monitor;
