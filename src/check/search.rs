//! The search: breadth first over all initial states, every state once, in slices.
//!
//! Because ids are given in breadth-first order, the first state or step that breaks a property ends a
//! shortest counterexample, and the frontier is a range of ids.

use super::arena::Arena;
use super::batch::{BATCH, Batch, same};
use super::edges::Edges;
use super::hash::hash;
use super::judge::Judge;
use super::limits::{Limit, Limits};
use super::parents::Parents;
use super::table::{Found, Table};
use crate::machine::{Class, Machine};
use serde::Serialize;

/// A search of one machine, to its end or to a limit.
pub struct Search<M: Machine> {
    pub(super) machine: M,
    pub(super) arena: Arena<M::State>,
    pub(super) judge: Judge<M>,
    table: Table,
    parents: Parents,
    pub(super) edges: Option<Edges>,
    limits: Limits,
    limit: Option<Limit>,
    /// States below this id are expanded.
    expanded: u32,
    /// The first id of each depth.
    levels: Vec<u32>,
    transitions: u64,
    batch: Batch<M::State>,
    actions: Vec<M::Action>,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// States found.
    pub states: u32,
    /// States found and not yet expanded.
    pub frontier: u32,
    /// The depth that is being expanded, in steps.
    pub depth: u32,
}

impl<M: Machine> Search<M> {
    /// A search that has found the initial states. `properties` are positions in the machine's list.
    ///
    /// # Panics
    /// When the machine has no initial state: an error in the model.
    pub fn new(machine: M, properties: &[usize], limits: Limits) -> Self {
        let mut initial = Vec::new();
        machine.initial(&mut initial);
        assert!(!initial.is_empty(), "a machine has at least one initial state");
        let judge = Judge::new(properties);
        let limits = Limits { states: limits.states.min(Limits::MOST_STATES), ..limits };
        let mut search = Self {
            machine,
            arena: Arena::new(),
            edges: judge.needs_edges().then(Edges::new),
            judge,
            table: Table::new(),
            parents: Parents::new(0),
            limits,
            limit: None,
            expanded: 0,
            levels: vec![0],
            transitions: 0,
            batch: Batch::new(),
            actions: Vec::new(),
        };
        search.add_initial(initial);
        search
    }

    /// Expands about so many states more. True while there is more to do.
    pub fn advance(&mut self, states: u32) -> bool {
        let until = self.expanded.saturating_add(states);
        while self.expanded < until && self.limit.is_none() && self.expanded < self.arena.len() {
            self.expand();
            self.insert();
        }
        !self.is_done()
    }

    /// Whether every state is expanded, or a limit was reached.
    pub fn is_done(&self) -> bool {
        self.limit.is_some() || self.expanded == self.arena.len()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let states = self.arena.len();
        let depth = self.depth_of(self.expanded.min(states.saturating_sub(1)));
        Progress { states, frontier: states - self.expanded, depth }
    }

    /// The limit that ended it.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// How many initial states there are: theirs are the first ids.
    pub(super) fn roots(&self) -> u32 {
        self.parents.roots()
    }

    /// How many states are expanded: those with a lower id.
    pub(super) fn expanded(&self) -> u32 {
        self.expanded
    }

    /// How many states there are.
    pub fn states(&self) -> u32 {
        self.arena.len()
    }

    /// How many steps were taken.
    pub fn transitions(&self) -> u64 {
        self.transitions
    }

    /// How many fault-free edges are kept for the way back; none where no property asks for one.
    pub fn edges(&self) -> u64 {
        self.edges.as_ref().map_or(0, Edges::len)
    }

    /// The greatest depth of a state, in steps.
    pub fn depth(&self) -> u32 {
        self.depth_of(self.arena.len().saturating_sub(1))
    }

    /// Bytes allocated for states, table, parents and edges.
    pub fn bytes(&self) -> u64 {
        let edges = self.edges.as_ref().map_or(0, Edges::bytes);
        self.arena.bytes() + self.table.bytes() + self.parents.bytes() + edges
    }

    /// The id of a state, if it was found.
    pub(super) fn id(&self, state: &M::State) -> Option<u32> {
        let hash = hash(state);
        match self.look_up(hash, self.table.home(hash), state) {
            Found::Known(id) => Some(id),
            Found::Free(_) => None,
        }
    }

    pub(super) fn depth_of(&self, id: u32) -> u32 {
        let level = self.levels.partition_point(|&first| first <= id) - 1;
        u32::try_from(level).expect("a depth is below the number of states")
    }

    /// The actions on a shortest way to a state, and the initial state it begins in.
    pub(super) fn path(&self, id: u32) -> (u32, Vec<M::Action>) {
        let (mut at, mut path, mut actions) = (id, Vec::new(), Vec::new());
        while let Some(parent) = self.parents.of(at) {
            let (from, to) = (self.arena.get(parent), self.arena.get(at));
            actions.clear();
            self.machine.enabled(from, &mut actions);
            let leads = |action: &&M::Action| self.machine.step(from, **action) == *to;
            path.push(*actions.iter().find(leads).expect("a parent has a step to its child"));
            at = parent;
        }
        path.reverse();
        (at, path)
    }

    /// Steps from unexpanded states until the batch is full.
    fn expand(&mut self) {
        let (machine, batch) = (&self.machine, &mut self.batch);
        let watches = self.judge.watches_steps();
        batch.clear();
        let mut next = self.expanded;
        while batch.states.len() < BATCH && next < self.arena.len() {
            let state = *self.arena.get(next);
            self.actions.clear();
            machine.enabled(&state, &mut self.actions);
            self.judge.expanded(machine, next, &state, &self.actions);
            for &action in &self.actions {
                batch.states.push(state);
                let after = batch.states.last_mut().expect("it was pushed");
                machine.step_in_place(after, action);
                if watches {
                    self.judge.step(machine, next, &state, action, after);
                }
                if self.edges.is_some() {
                    batch.fault_free.push(machine.class(action) != Class::Fault);
                }
            }
            batch.ends.push(batch.states.len());
            next += 1;
        }
    }

    /// Looks the batch up and adds what is new.
    fn insert(&mut self) {
        if !self.make_room(self.batch.states.len()) {
            return;
        }
        self.batch.look_up(&self.table, &self.arena);
        let mut at = 0;
        for index in 0..self.batch.ends.len() {
            let (parent, end) = (self.expanded, self.batch.ends[index]);
            if Some(&parent) == self.levels.last() {
                // All states of this depth are known, so what comes now is one deeper.
                self.levels.push(self.arena.len());
            }
            self.transitions += (end - at) as u64;
            while at < end {
                let key = self.batch.keys[at];
                let found = match key.known {
                    Some(id) => Found::Known(id),
                    None => self.look_up(key.hash, key.at, &self.batch.states[at]),
                };
                let id = match found {
                    Found::Known(id) => id,
                    Found::Free(_) if self.arena.len() >= self.limits.states => {
                        return self.stop(Limit::States(self.limits.states));
                    }
                    Found::Free(slot) => {
                        self.parents.push(parent);
                        self.add(slot, key.hash, self.batch.states[at])
                    }
                };
                if let Some(edges) = &mut self.edges
                    && self.batch.fault_free[at]
                {
                    edges.push(id);
                }
                at += 1;
            }
            if let Some(edges) = &mut self.edges {
                edges.close();
            }
            self.expanded += 1;
        }
    }

    /// Makes sure that so many states fit the table. False when the memory's limit is reached.
    fn make_room(&mut self, more: usize) -> bool {
        let grows = !self.table.has_room(more);
        let table = if grows { self.table.next_bytes() - self.table.bytes() } else { 0 };
        if self.bytes() + table > self.limits.bytes {
            self.stop(Limit::Memory(self.limits.bytes));
            return false;
        }
        if grows {
            self.table.grow();
            let (mut ids, mut hashes) = (0.., Vec::with_capacity(BATCH));
            for states in self.arena.chunks().flat_map(|chunk| chunk.chunks(BATCH)) {
                hashes.clear();
                hashes.extend(states.iter().map(hash));
                self.table.put_back(&hashes, &mut ids);
            }
        }
        true
    }

    fn stop(&mut self, limit: Limit) {
        self.limit = Some(limit);
        if let Some(edges) = &mut self.edges {
            edges.abandon();
        }
    }

    fn look_up(&self, hash: u64, from: usize, state: &M::State) -> Found {
        self.table.find(hash, from, |id| same(self.arena.get(id), state))
    }

    fn add(&mut self, slot: usize, hash: u64, state: M::State) -> u32 {
        let id = self.arena.push(state);
        self.table.take(slot, hash, id);
        self.judge.found(&self.machine, id, &state);
        id
    }

    fn add_initial(&mut self, states: Vec<M::State>) {
        for state in states {
            if !self.make_room(1) {
                break;
            }
            let hash = hash(&state);
            let Found::Free(slot) = self.look_up(hash, self.table.home(hash), &state) else { continue };
            if self.arena.len() >= self.limits.states {
                self.stop(Limit::States(self.limits.states));
                break;
            }
            self.add(slot, hash, state);
        }
        self.parents = Parents::new(self.arena.len());
    }
}
