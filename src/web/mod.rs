//! The browser, behind small functions: nothing else touches it.
//!
//! *Invariant*: what a browser may refuse (storage, clipboard, network) comes back as an answer, never
//! as a panic.

pub mod canvas;
pub mod clipboard;
pub mod crash;
pub mod desk;
pub mod dom;
pub mod download;
pub mod fetch;
pub mod files;
pub mod host;
pub mod keys;
pub mod location;
pub mod storage;
pub mod theme;
pub mod worker;
