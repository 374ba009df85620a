//! The Web Worker, from both sides: [`serve`] runs within it, [`start`] is the page's.

mod inside;
mod ladder;
mod outside;
mod page_side;

pub use inside::{serve, serve_or};
pub use outside::{Heard, Running, start};
