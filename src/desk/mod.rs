//! The desk: the dialogs of sharing, a program of its own that the page fetches when one is first asked for.
//!
//! [`subject`] is the run that was handed over, [`link`] what its link says with the reader's choices. These are plain
//! values, tested on the host; everything else draws them, and needs a browser.
//!
//! *Invariant*: it changes nothing of the page; what the reader wants of the page is its answer.

pub mod draft;
pub mod left;
pub mod link;
pub mod questions;
pub mod subject;

#[cfg(target_arch = "wasm32")]
mod app;
#[cfg(target_arch = "wasm32")]
mod copy;
#[cfg(target_arch = "wasm32")]
mod edit;
#[cfg(target_arch = "wasm32")]
mod edit_expect;
#[cfg(target_arch = "wasm32")]
mod edit_model;
#[cfg(target_arch = "wasm32")]
mod embed;
#[cfg(target_arch = "wasm32")]
mod export;
#[cfg(target_arch = "wasm32")]
mod fields;
#[cfg(target_arch = "wasm32")]
mod kept;
#[cfg(target_arch = "wasm32")]
mod modal;
#[cfg(target_arch = "wasm32")]
mod panel;
#[cfg(target_arch = "wasm32")]
mod raster;
#[cfg(target_arch = "wasm32")]
mod share;

#[cfg(target_arch = "wasm32")]
pub use app::serve;
