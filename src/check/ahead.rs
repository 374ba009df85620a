//! Memory for several chunks at once, in a browser.
//!
//! There, each time the memory grows takes about half a millisecond and work for the garbage collector, however
//! little is asked for: a third of a search, when every chunk does it.

use std::hint::black_box;

/// Chunks ahead, as a share of those there are: what is left over at the end stays small.
const SHARE: usize = 16;

/// How many chunks the memory has grown for that are still to come.
#[derive(Default)]
pub(super) struct Ahead(usize);

impl Ahead {
    /// To be called before a chunk is added to some others, with the bytes that it takes.
    pub(super) fn prepare(&mut self, chunks: usize, bytes: usize) {
        if !cfg!(target_arch = "wasm32") {
            return;
        }
        if let Some(left) = self.0.checked_sub(1) {
            self.0 = left;
            return;
        }
        self.0 = chunks / SHARE;
        // What is freed here stays with the program, so that the chunks find it.
        drop(black_box(Vec::<u8>::with_capacity((self.0 + 1) * bytes)));
    }
}
