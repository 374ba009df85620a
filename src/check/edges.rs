//! The fault-free edges of the graph, forward, in the order of expansion.
//!
//! Only these count for a way back, so only these are kept: four bytes an edge and four a state. Source
//! and action follow from the position.

use super::ahead::Ahead;
use super::arena::Arena;

/// Edges a chunk. A chunk is never moved, and the edges of one state never lie in two.
const CHUNK: usize = 1 << 14;

/// Edges by source.
pub(super) struct Edges {
    chunks: Vec<Vec<u32>>,
    /// By state, where its edges begin: a chunk and a place in it as one number.
    starts: Arena<u32>,
    /// The edges of the state that is being expanded.
    open: Vec<u32>,
    len: u64,
    /// Edges that the chunks before the last have room for.
    before: usize,
    ahead: Ahead,
}

impl Edges {
    pub(super) fn new() -> Self {
        Self {
            chunks: vec![Vec::new()],
            starts: Arena::new(),
            open: Vec::new(),
            len: 0,
            before: 0,
            ahead: Ahead::default(),
        }
    }

    /// Adds an edge of the state that is being expanded.
    pub(super) fn push(&mut self, target: u32) {
        self.open.push(target);
    }

    /// Ends the edges of a state.
    ///
    /// # Panics
    /// When one state has more edges than a chunk: no model has.
    pub(super) fn close(&mut self) {
        assert!(self.open.len() <= CHUNK, "a state has fewer actions than a chunk has room");
        let last = &self.chunks[self.chunks.len() - 1];
        if last.len() + self.open.len() > CHUNK {
            self.before += last.capacity();
            self.ahead.prepare(self.chunks.len(), CHUNK * size_of::<u32>());
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        let index = self.chunks.len() - 1;
        let chunk = &mut self.chunks[index];
        // One bit more than a chunk: a state without edges may begin at the very end.
        let start = index * (CHUNK * 2) + chunk.len();
        self.starts.push(u32::try_from(start).expect("edges have 31 bits"));
        self.len += self.open.len() as u64;
        chunk.append(&mut self.open);
    }

    /// Forgets the edges of a state that was not expanded to its end.
    pub(super) fn abandon(&mut self) {
        self.open.clear();
    }

    /// How many edges there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Where the edges of a state go.
    pub(super) fn of(&self, id: u32) -> &[u32] {
        let place = |start: u32| (start as usize / (CHUNK * 2), start as usize % (CHUNK * 2));
        let (index, from) = place(*self.starts.get(id));
        let chunk = &self.chunks[index];
        let next = (id + 1 < self.starts.len()).then(|| place(*self.starts.get(id + 1)));
        let to = next.filter(|(next, _)| *next == index).map_or(chunk.len(), |(_, to)| to);
        &chunk[from..to]
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> u64 {
        let targets = self.before + self.chunks.last().map_or(0, Vec::capacity);
        targets as u64 * 4 + self.starts.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_read_back_across_chunks() {
        let mut edges = Edges::new();
        let targets = |id: u32| (0..id * 7 % 23).map(move |k| id ^ k);
        for id in 0..20_000 {
            targets(id).for_each(|target| edges.push(target));
            edges.close();
        }
        edges.push(1);
        edges.abandon();
        for id in 0..20_000 {
            assert!(edges.of(id).iter().copied().eq(targets(id)), "{id}");
        }
        assert!(edges.chunks.len() > 2);
    }
}
