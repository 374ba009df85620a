//! The parent of each state, in about two bits a state.
//!
//! In breadth-first order parents never decrease, so the list of parents is written in unary: a one for
//! each state, a zero whenever the parent moves on to the next id.

/// Parents by id, in the order of ids.
pub(super) struct Parents {
    words: Vec<u64>,
    bits: u64,
    parent: u32,
    /// Initial states, which have no parent; theirs are the first ids.
    roots: u32,
}

impl Parents {
    /// For a search with so many initial states.
    pub(super) fn new(roots: u32) -> Self {
        Self { words: Vec::new(), bits: 0, parent: 0, roots }
    }

    /// How many initial states there are.
    pub(super) fn roots(&self) -> u32 {
        self.roots
    }

    /// Adds the parent of the next id.
    pub(super) fn push(&mut self, parent: u32) {
        assert!(parent >= self.parent, "parents never decrease in breadth-first order");
        self.skip(u64::from(parent - self.parent));
        self.parent = parent;
        self.bit(true);
    }

    fn skip(&mut self, zeros: u64) {
        self.bits += zeros;
        let words = usize::try_from(self.bits.div_ceil(64)).expect("it fits the address space");
        if words > self.words.len() {
            self.words.resize(words, 0);
        }
    }

    fn bit(&mut self, one: bool) {
        self.skip(1);
        let at = self.bits - 1;
        self.words[(at / 64) as usize] |= u64::from(one) << (at % 64);
    }

    /// The parent of an id; none for an initial state.
    pub(super) fn of(&self, id: u32) -> Option<u32> {
        // The state's one is the `rank`th; the zeros before it count its parent.
        let mut rank = id.checked_sub(self.roots)?;
        for (index, &word) in self.words.iter().enumerate() {
            let ones = word.count_ones();
            if rank < ones {
                let mut word = word;
                for _ in 0..rank {
                    word &= word - 1;
                }
                let position = index as u64 * 64 + u64::from(word.trailing_zeros());
                return u32::try_from(position - u64::from(id - self.roots)).ok();
            }
            rank -= ones;
        }
        None
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_parent_is_read_back(steps in prop::collection::vec(0_u32..200, 0..400), roots in 1_u32..5) {
            let mut parents = Parents::new(roots);
            let mut told = Vec::new();
            let mut parent = 0;
            for step in steps {
                parent += step;
                parents.push(parent);
                told.push(parent);
            }
            for root in 0..roots {
                prop_assert_eq!(parents.of(root), None);
            }
            for (index, parent) in told.iter().enumerate() {
                prop_assert_eq!(parents.of(roots + u32::try_from(index).unwrap()), Some(*parent));
            }
        }
    }
}
