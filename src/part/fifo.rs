//! A bounded first-in, first-out queue.

use zerocopy::{Immutable, IntoBytes, Unaligned};

/// A queue of at most `N` entries. Unused slots hold the default, so equal queues are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Fifo<T, const N: usize> {
    items: [T; N],
    len: u8,
}

/// What became of an entry offered to a coalescing queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coalesced {
    /// It equals the newest entry and was skipped.
    Skipped,
    /// It joined the queue.
    Pushed,
    /// It joined the queue, and the oldest entry was dropped to make room.
    Evicted,
}

impl<T: Copy + Default + Eq, const N: usize> Default for Fifo<T, N> {
    fn default() -> Self {
        Self { items: [T::default(); N], len: 0 }
    }
}

impl<T: Copy + Default + Eq, const N: usize> Fifo<T, N> {
    /// How many entries wait.
    pub fn len(&self) -> u8 {
        self.len
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether no further entry fits.
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }

    /// The entries, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items[..usize::from(self.len)].iter().copied()
    }

    /// The oldest entry.
    pub fn front(&self) -> Option<T> {
        self.iter().next()
    }

    /// The newest entry.
    pub fn newest(&self) -> Option<T> {
        self.items[..usize::from(self.len)].last().copied()
    }

    /// Adds an entry.
    ///
    /// # Panics
    /// When the queue is full: guards ask first, since a bound that is reached must be visible.
    pub fn push(&mut self, item: T) {
        assert!(!self.is_full(), "the queue is full: a guard was left out");
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Takes the oldest entry.
    pub fn pop(&mut self) -> Option<T> {
        let front = self.front()?;
        self.items.copy_within(1.., 0);
        self.len -= 1;
        self.items[usize::from(self.len)] = T::default();
        Some(front)
    }

    /// Adds an entry to a level-triggered queue: one equal to the newest is skipped, and a full queue
    /// drops its oldest.
    pub fn push_coalescing(&mut self, item: T) -> Coalesced {
        if self.newest() == Some(item) {
            return Coalesced::Skipped;
        }
        let full = self.is_full();
        if full {
            self.pop();
        }
        self.push(item);
        if full { Coalesced::Evicted } else { Coalesced::Pushed }
    }

    /// Replaces every entry by a function of it.
    pub fn map(&mut self, change: impl Fn(T) -> T) {
        for item in &mut self.items[..usize::from(self.len)] {
            *item = change(*item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Coalesced::{Evicted, Pushed, Skipped};
    use super::*;

    #[test]
    fn equal_contents_are_equal_values_whatever_was_there_before() {
        let (mut a, mut b) = (Fifo::<u8, 3>::default(), Fifo::<u8, 3>::default());
        a.push(7);
        a.push(8);
        assert_eq!((a.pop(), a.newest()), (Some(7), Some(8)));
        b.push(8);
        assert_eq!(a, b);
    }

    #[test]
    fn coalescing_skips_repeats_and_drops_the_oldest() {
        let mut queue = Fifo::<u8, 2>::default();
        let outcomes: Vec<_> = [1, 1, 2, 3].into_iter().map(|item| queue.push_coalescing(item)).collect();
        assert_eq!(outcomes, [Pushed, Skipped, Pushed, Evicted]);
        assert_eq!(queue.iter().collect::<Vec<_>>(), [2, 3]);
    }
}
