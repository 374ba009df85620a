//! The timeline: a lane per actor, a mark per step, arrows for causality, a scrubber.
//!
//! [`excerpt`] takes what is drawn out of a run and [`layout`] finds its place, for files as well; [`words`] tells it:
//! plain functions that know no page. The rest draws what they found.

pub use crate::timeline::{curve, excerpt, flags, labels, layout, window, words};

#[cfg(target_arch = "wasm32")]
mod arrows;
#[cfg(target_arch = "wasm32")]
mod drawing;
#[cfg(target_arch = "wasm32")]
mod equal;
#[cfg(target_arch = "wasm32")]
mod lanes;
#[cfg(target_arch = "wasm32")]
mod legend;
#[cfg(target_arch = "wasm32")]
mod markers;
#[cfg(target_arch = "wasm32")]
mod pointer;
#[cfg(target_arch = "wasm32")]
mod scrubber;

#[cfg(target_arch = "wasm32")]
pub use drawing::Timeline;

/// Where a step is in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the cursor.
    Past,
    /// At the cursor.
    Now,
    /// After the cursor.
    Future,
}

impl When {
    /// Where a step is, seen from the cursor.
    pub fn of(position: usize, cursor: usize) -> Self {
        match position.cmp(&cursor) {
            std::cmp::Ordering::Less => Self::Past,
            std::cmp::Ordering::Equal => Self::Now,
            std::cmp::Ordering::Greater => Self::Future,
        }
    }

    /// The class for it.
    pub fn class(self) -> &'static str {
        match self {
            Self::Past => "past",
            Self::Now => "now",
            Self::Future => "future",
        }
    }
}
