//! One run of one engine: its time and its memory.

use peak_alloc::PeakAlloc;
use std::time::Instant;

/// Counts what is allocated, for both engines alike.
#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// What a run came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) states: u32,
    pub(crate) seconds: f64,
    /// Bytes allocated at the end, and at most.
    pub(crate) steady: usize,
    pub(crate) peak: usize,
    /// Edges kept for a way back.
    pub(crate) edges: u64,
}

/// Runs an engine. What it returns is still allocated when its memory is read.
pub(crate) fn run<E>(engine: impl FnOnce() -> E, count: impl FnOnce(&E) -> (u32, u64)) -> Run {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let start = Instant::now();
    let engine = engine();
    let seconds = start.elapsed().as_secs_f64();
    let (states, edges) = count(&engine);
    let (steady, peak) = (ALLOCATED.current_usage() - before, ALLOCATED.peak_usage() - before);
    Run { states, seconds, steady, peak, edges }
}

impl Run {
    pub(crate) fn states_a_second(&self) -> f64 {
        f64::from(self.states) / self.seconds
    }

    /// Bytes a state at the end, and at most.
    pub(crate) fn bytes_a_state(&self) -> (f64, f64) {
        let states = f64::from(self.states);
        (exact(self.steady as u64) / states, exact(self.peak as u64) / states)
    }
}

/// The median of the values of some runs.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A count as a number that can be divided.
pub(crate) fn exact(count: u64) -> f64 {
    f64::from(u32::try_from(count).expect("no count of a benchmark is that large"))
}
