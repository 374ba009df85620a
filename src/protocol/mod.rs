//! What page and worker say to each other, and the work itself: the same in a worker and on the page.
//!
//! Messages are text (`wire.rs`). Worker files have no hash in their names, so page and worker may come from
//! different builds while a browser keeps old files; the first message carries [`PROTOCOL`].
//!
//! [`Wish`] and [`Told`] are what an embedded page and the page around it say to each other (`host.rs`).
//!
//! [`Handed`] and [`Returned`] go between the page and the program with the dialogs of sharing (`desk.rs`).
//!
//! *Invariant*: [`Reply::read`] and [`Request::read`] never panic, whatever the text.

mod desk;
mod host;
mod message;
mod task;
mod wire;

pub use desk::{DESK_PROTOCOL, Handed, MAX_HANDED_BYTES, Returned, Wanted};
pub use host::{Field, HOST_SOURCE, HOST_VERSION, MAX_HOST_BYTES, Told, Wish};
pub use message::{Answer, Carried, Explained, HowFar, MAX_MESSAGE_BYTES, Order, PROTOCOL, Reply, Request};
pub use task::Task;
