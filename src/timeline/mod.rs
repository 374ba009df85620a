//! The timeline of a run: what is drawn of it and where, on screen and in files alike.
//!
//! *Invariant*: knows runs, and neither a page nor a model.

pub mod curve;
pub mod excerpt;
pub mod flags;
pub mod labels;
pub mod layout;
pub mod settling;
pub mod turns;
pub mod window;
pub mod words;
