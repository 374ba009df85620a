//! Successors on their way into the arena, looked up together.
//!
//! Almost every look at the table or the arena misses the caches. One after the other, each look-up would wait
//! for two of those delays; here all first looks of a batch are under way before the first of them is needed.

use super::arena::Arena;
use super::hash::hash;
use super::table::{Probe, Table};
use zerocopy::{Immutable, IntoBytes};

/// Successors that are made before the first of them is looked up: enough to overlap the memory's delays.
pub(super) const BATCH: usize = 64;

/// Successors of some states, in the order of their making.
pub(super) struct Batch<S> {
    pub(super) states: Vec<S>,
    /// Whether the step is one that a way back may take.
    pub(super) fault_free: Vec<bool>,
    /// By expanded state, how many successors the batch holds up to its last.
    pub(super) ends: Vec<usize>,
    pub(super) keys: Vec<Key>,
}

/// What is known of a successor before the batch is inserted.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) hash: u64,
    /// A slot that a search for it may begin at.
    pub(super) at: usize,
    /// Its id, when it was known before the batch.
    pub(super) known: Option<u32>,
}

impl<S: Copy + IntoBytes + Immutable> Batch<S> {
    pub(super) fn new() -> Self {
        Self { states: Vec::new(), fault_free: Vec::new(), ends: Vec::new(), keys: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.fault_free.clear();
        self.ends.clear();
    }

    /// Looks all successors up. One that is not known may still equal another one of the batch.
    pub(super) fn look_up(&mut self, table: &Table, arena: &Arena<S>) {
        self.keys.clear();
        self.keys.extend(self.states.iter().map(|state| {
            let hash = hash(state);
            Key { hash, at: table.home(hash), known: None }
        }));
        table.touch(self.keys.iter().map(|key| key.at));
        for (key, state) in self.keys.iter_mut().zip(&self.states) {
            let Probe { at, candidate } = table.probe(key.hash, key.at);
            key.at = at;
            // No branch on the comparison: the next one need not wait for it.
            key.known = candidate.filter(|&id| same(arena.get(id), state));
        }
    }
}

/// Whether two states are equal bytes: word by word, so that no call is made for a few bytes.
pub(super) fn same<S: IntoBytes + Immutable>(a: &S, b: &S) -> bool {
    let ((a, a_rest), (b, b_rest)) = (a.as_bytes().as_chunks::<8>(), b.as_bytes().as_chunks::<8>());
    let differ = |a: &[u8; 8], b: &[u8; 8]| u64::from_ne_bytes(*a) ^ u64::from_ne_bytes(*b);
    a.iter().zip(b).fold(0, |bits, (a, b)| bits | differ(a, b)) == 0 && a_rest == b_rest
}
