//! Recoverability: which states have a fault-free way to a goal, over the whole graph.
//!
//! A state has one when it meets the goal or one of its edges leads to a state that has one. Sweeps from
//! the newest state to the oldest reach a fixpoint within a few passes, because most edges lead to newer
//! states; a graph that needs more gets its edges reversed.

use super::search::Search;
use crate::machine::{MAX_GOALS, Machine};

/// A bit a goal.
type Mask = u16;
const _: () = assert!(MAX_GOALS <= Mask::BITS as usize, "a goal has a bit");

/// Passes before the edges are reversed.
const SWEEPS: u32 = 8;

/// The answer under way.
pub(super) struct Recovery {
    /// By state, which goals it can reach.
    reaches: Vec<Mask>,
    all: Mask,
    stage: Stage,
    sweeps: u32,
}

enum Stage {
    /// Goals are judged, up to this id.
    Goals(u32),
    /// A pass is at this id, from above; whether it changed anything so far.
    Sweep {
        next: u32,
        changed: bool,
    },
    Done,
}

impl Recovery {
    pub(super) fn new<M: Machine>(search: &Search<M>) -> Self {
        let goals = search.judge.goals.len();
        let all = if goals == 0 { 0 } else { Mask::MAX >> (Mask::BITS as usize - goals) };
        Self { reaches: Vec::with_capacity(search.states() as usize), all, stage: Stage::Goals(0), sweeps: 0 }
    }

    /// Goes on for about so many states. True while there is more to do.
    pub(super) fn advance<M: Machine>(&mut self, search: &Search<M>, states: u32) -> bool {
        match self.stage {
            Stage::Done => return false,
            _ if self.all == 0 => self.stage = Stage::Done,
            Stage::Goals(from) => {
                let to = from.saturating_add(states).min(search.states());
                for id in from..to {
                    self.reaches.push(self.goals_met(search, id));
                }
                self.stage = if to < search.states() { Stage::Goals(to) } else { self.begin_sweep() };
            }
            Stage::Sweep { next, changed } => {
                let to = next.saturating_sub(states);
                let changed = self.sweep(search, to..next) || changed;
                self.stage = match (to, changed) {
                    (0, false) => Stage::Done,
                    (0, true) if self.sweeps >= SWEEPS => {
                        self.follow_back(search);
                        Stage::Done
                    }
                    (0, true) => self.begin_sweep(),
                    (next, changed) => Stage::Sweep { next, changed },
                };
            }
        }
        !matches!(self.stage, Stage::Done)
    }

    /// Which goals a state meets. One that was not expanded may reach any: nothing is lost by a limit.
    fn goals_met<M: Machine>(&self, search: &Search<M>, id: u32) -> Mask {
        if id >= search.expanded() {
            return self.all;
        }
        let state = search.arena.get(id);
        let goals = search.judge.goals.iter().enumerate();
        goals.filter(|(_, (_, goal))| goal(&search.machine, state)).map(|(bit, _)| 1 << bit).sum()
    }

    fn begin_sweep(&mut self) -> Stage {
        self.sweeps += 1;
        Stage::Sweep { next: u32::try_from(self.reaches.len()).expect("ids have 32 bits"), changed: false }
    }

    fn sweep<M: Machine>(&mut self, search: &Search<M>, ids: std::ops::Range<u32>) -> bool {
        let Some(edges) = &search.edges else { return false };
        let mut changed = false;
        for id in ids.rev().filter(|&id| id < search.expanded()) {
            let before = self.reaches[id as usize];
            if before == self.all {
                continue;
            }
            let targets = edges.of(id).iter();
            let after = targets.fold(before, |mask, &target| mask | self.reaches[target as usize]);
            self.reaches[id as usize] = after;
            changed |= after != before;
        }
        changed
    }

    /// The rest of the fixpoint along reversed edges: each edge is looked at once a goal.
    fn follow_back<M: Machine>(&mut self, search: &Search<M>) {
        let Some(edges) = &search.edges else { return };
        let states = self.reaches.len();
        let mut ends = vec![0_u32; states + 1];
        let sources = 0..search.expanded();
        for target in sources.clone().flat_map(|id| edges.of(id)) {
            ends[*target as usize + 1] += 1;
        }
        for id in 0..states {
            ends[id + 1] += ends[id];
        }
        let mut reversed = vec![0_u32; ends[states] as usize];
        let mut fill = ends.clone();
        for id in sources {
            for &target in edges.of(id) {
                let slot = &mut fill[target as usize];
                reversed[*slot as usize] = id;
                *slot += 1;
            }
        }
        let mut open: Vec<u32> = (0..u32::try_from(states).expect("ids have 32 bits")).collect();
        while let Some(id) = open.pop() {
            let reaches = self.reaches[id as usize];
            for &source in &reversed[ends[id as usize] as usize..ends[id as usize + 1] as usize] {
                let mask = &mut self.reaches[source as usize];
                if *mask | reaches != *mask {
                    *mask |= reaches;
                    open.push(source);
                }
            }
        }
    }

    /// Whether a state has a way to the goal of this position among the goals.
    pub(super) fn reaches(&self, id: u32, goal: usize) -> bool {
        self.reaches[id as usize] >> goal & 1 != 0
    }

    /// The first state without a way to the goal.
    pub(super) fn first_lost(&self, goal: usize) -> Option<u32> {
        let lost = self.reaches.iter().position(|mask| mask >> goal & 1 == 0)?;
        u32::try_from(lost).ok()
    }
}
