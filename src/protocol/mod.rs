//! What page and worker say to each other, and the work itself: the same in a worker and on the page.
//!
//! Messages are text (`wire.rs`). Worker files have no hash in their names, so page and worker may come from
//! different builds while a browser keeps old files; the first message carries [`PROTOCOL`].
//!
//! *Invariant*: [`Reply::read`] and [`Request::read`] never panic, whatever the text.

mod message;
mod task;
mod wire;

pub use message::{Answer, Carried, Explained, HowFar, MAX_MESSAGE_BYTES, Order, PROTOCOL, Reply, Request};
pub use task::Task;
