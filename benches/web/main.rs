//! The search of one workload, to be run in a Web Worker and natively: `cargo xtask bench-web` does both.
//!
//! Natively it takes the workload's name and prints states and seconds. In the worker `search` is called.

#[path = "../../tests/toys/two_phase_commit.rs"]
mod two_phase_commit;
#[path = "../search/workloads.rs"]
mod workloads;

use stepdown::check::{Limits, Search};
use stepdown::machine::Machine;
use two_phase_commit::TwoPhaseCommit;

/// States a slice, as a worker takes them that has to answer to messages.
const SLICE: u32 = 4_096;

/// Searches a workload by its name; gives the number of states.
///
/// # Panics
/// When no workload has that name.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen::prelude::wasm_bindgen)]
#[allow(unreachable_pub, reason = "only what is public can be called from a worker")]
pub fn search(workload: &str) -> u32 {
    match workload {
        "two-phase-commit-8" => all(TwoPhaseCommit { managers: 8 }),
        "flink-election" => all(workloads::flink_election()),
        "druid-consul" => all(workloads::druid_consul()),
        _ => panic!("`{workload}` is not a workload"),
    }
}

fn all<M: Machine>(machine: M) -> u32 {
    let mut search = Search::new(machine, &[], Limits::COMMAND);
    while slice(&mut search) {}
    assert_eq!(search.limit(), None, "a workload fits the limits");
    search.states()
}

/// A call of its own: a browser exchanges code for better code only when it is entered again.
#[inline(never)]
fn slice<M: Machine>(search: &mut Search<M>) -> bool {
    search.advance(SLICE)
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::disallowed_methods, reason = "the rule is for the library; a benchmark reads the clock")]
fn main() {
    let workload = std::env::args().nth(1).expect("the name of a workload");
    let start = std::time::Instant::now();
    let states = search(&workload);
    println!("{states} {}", start.elapsed().as_secs_f64());
}
