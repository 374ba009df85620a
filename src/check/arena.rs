//! All states found so far, in the order in which they were found. The position is the state's id.

use super::ahead::Ahead;

/// States a chunk. A chunk is never moved, so growing needs no second copy of anything.
const CHUNK: usize = 1 << 12;

/// The states by id.
pub(super) struct Arena<S> {
    chunks: Vec<Vec<S>>,
    len: u32,
    ahead: Ahead,
}

impl<S: Copy> Arena<S> {
    pub(super) fn new() -> Self {
        Self { chunks: Vec::new(), len: 0, ahead: Ahead::default() }
    }

    /// How many states there are.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// The state of an id.
    pub(super) fn get(&self, id: u32) -> &S {
        let id = id as usize;
        &self.chunks[id / CHUNK][id % CHUNK]
    }

    /// Adds a state and returns its id.
    pub(super) fn push(&mut self, state: S) -> u32 {
        let (id, at) = (self.len, self.len as usize % CHUNK);
        if at == 0 {
            // The first chunk grows as it fills: most searches of a lesson are far smaller than one.
            self.ahead.prepare(self.chunks.len(), CHUNK * size_of::<S>());
            let room = if id == 0 { 64 } else { CHUNK };
            self.chunks.push(Vec::with_capacity(room));
        }
        self.chunks[id as usize / CHUNK].push(state);
        self.len += 1;
        id
    }

    /// The chunks in the order of ids.
    pub(super) fn chunks(&self) -> impl Iterator<Item = &[S]> {
        self.chunks.iter().map(Vec::as_slice)
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> u64 {
        // Asked for every few states: all chunks but the last are full.
        let last = self.chunks.last().map_or(0, Vec::capacity);
        let full = self.chunks.len().saturating_sub(1) * CHUNK;
        ((full + last) * size_of::<S>()) as u64
    }
}
