//! Stepdown explains leader-election and shutdown races by running them.
//!
//! Dependencies point one way: [`machine`] (what a model is) ← [`check`] (answers) ← [`trace`] (runs)
//! ← [`model`] (the systems, built from [`part`]s).
//!
//! *Invariant*: the library reads no clock, no randomness, no file and no page.

pub mod check;
#[cfg(not(target_arch = "wasm32"))]
pub mod conformance;
pub mod desk;
pub mod diagnosis;
pub mod export;
pub mod machine;
pub mod model;
pub mod part;
pub mod protocol;
pub mod scenario;
pub mod share;
pub mod timeline;
pub mod trace;
pub mod ui;
#[cfg(target_arch = "wasm32")]
pub mod web;
