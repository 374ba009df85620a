//! How fast and how small the exhaustive search is: `cargo bench --bench search`, and with `--features peer`
//! beside Stateright on the same machines.
//!
//! Engines take turns in one process, and medians of five rounds are told, so that whatever else the computer
//! does meets all of them. A word on the command line chooses the workloads whose name has it.

#![expect(clippy::disallowed_methods, reason = "the rule is for the library; a benchmark reads the clock")]

mod measure;
#[cfg(feature = "peer")]
mod peer;
mod table;
#[path = "../../tests/toys/two_phase_commit.rs"]
mod two_phase_commit;
mod way_back;
mod workloads;

use measure::Run;
use stepdown::check::{Limits, Search};
use stepdown::machine::Machine;
use table::{HEAD, Workload};
use two_phase_commit::TwoPhaseCommit;
use way_back::WayBack;
use workloads::{druid_consul, flink_election};

const ROUNDS: usize = 5;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    println!("{HEAD}");
    for managers in [6, 7, 8] {
        let name = format!("two-phase-commit-{managers}");
        if wanted(&name) {
            measured(&name, &TwoPhaseCommit { managers });
        }
    }
    if wanted("flink-election") {
        measured("flink-election", &flink_election());
    }
    if wanted("druid-consul") {
        measured("druid-consul", &druid_consul());
    }
}

/// Our own search, to its end.
fn own<M: Machine>(machine: M, properties: &[usize]) -> Run {
    let search = || {
        let mut search = Search::new(machine, properties, Limits::COMMAND);
        while search.advance(u32::MAX) {}
        search
    };
    measure::run(search, |search| {
        assert_eq!(search.limit(), None, "a workload fits the limits");
        (search.states(), search.edges())
    })
}

/// Measures a workload and prints its runs.
fn measured<M>(name: &str, machine: &M)
where
    M: Machine + Clone + Send + Sync,
    M::State: Send + Sync,
    M::Action: Send + Sync,
{
    let bytes = size_of::<M::State>();
    let mut runs = Workload { name: name.to_owned(), bytes, ..Workload::default() };
    for _ in 0..ROUNDS {
        let machine = || WayBack(machine.clone());
        runs.own.push(own(machine(), &[]));
        #[cfg(feature = "peer")]
        runs.peer.push(peer::search(machine()));
        runs.edges.push(own(machine(), &[0]));
    }
    println!("{runs}");
}
