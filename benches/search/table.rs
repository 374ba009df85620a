//! What is printed: two lines a workload, or three with the peer.

use crate::measure::{Run, exact, median};
use std::fmt;

/// A workload and its runs, by round.
#[derive(Default)]
pub(crate) struct Workload {
    pub(crate) name: String,
    /// Bytes of a state itself.
    pub(crate) bytes: usize,
    pub(crate) own: Vec<Run>,
    /// The same with edges kept.
    pub(crate) edges: Vec<Run>,
    /// The peer; none without its feature.
    pub(crate) peer: Vec<Run>,
}

/// The line above all others.
pub(crate) const HEAD: &str =
    "workload             engine       states/s   ratio   bytes a state, at most   edges";

impl Workload {
    /// Speed, how many times that of the peer, and memory.
    fn line(&self, f: &mut fmt::Formatter<'_>, title: &str, engine: &str, runs: &[Run]) -> fmt::Result {
        let speed = median(runs.iter().map(Run::states_a_second));
        let ratio = match self.peer.as_slice() {
            [] => String::new(),
            peer => format!("{:.2}", faster(runs, peer)),
        };
        let steady = median(runs.iter().map(|run| run.bytes_a_state().0));
        let peak = median(runs.iter().map(|run| run.bytes_a_state().1));
        write!(f, "\n{title:<20} {engine:<10} {speed:>10.0} {ratio:>7} {steady:>15.1} {peak:>8.1}")
    }
}

/// How many times as fast the first engine is: the median over rounds, whose runs stand side by side.
fn faster(runs: &[Run], than: &[Run]) -> f64 {
    median(runs.iter().zip(than).map(|(run, other)| other.seconds / run.seconds))
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = self.own[0].states;
        let mut all = self.own.iter().chain(&self.edges).chain(&self.peer);
        assert!(all.all(|run| run.states == states), "every engine finds the same states");
        self.line(f, &self.name, "own", &self.own)?;
        self.line(f, &format!("  {states} states"), "with edges", &self.edges)?;
        let edges = self.edges[0].edges;
        let bytes = exact((self.edges[0].steady - self.own[0].steady) as u64) / exact(edges);
        let time = (faster(&self.own, &self.edges) - 1.0) * 100.0;
        write!(f, "   {edges}: {bytes:.2} bytes each, {time:+.1} % time")?;
        if !self.peer.is_empty() {
            self.line(f, &format!("  of {} bytes", self.bytes), "Stateright", &self.peer)?;
        }
        Ok(())
    }
}
