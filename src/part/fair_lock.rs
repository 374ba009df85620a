//! A fair lock (`new ReentrantLock(true)`): whoever waits longest enters first.

use super::Fifo;
use zerocopy::{Immutable, IntoBytes, Unaligned};

/// A fair lock with room for `N` waiting threads; threads are numbered by the model, below 255.
///
/// A thread waits from the step in which it decides to enter: being overtaken between that decision and
/// the place in the queue is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct FairLock<const N: usize> {
    /// The owner's number and one more; 0 while it is free.
    owner: u8,
    waiters: Fifo<u8, N>,
}

impl<const N: usize> FairLock<N> {
    /// Who owns it.
    pub fn owner(self) -> Option<u8> {
        self.owner.checked_sub(1)
    }

    /// Who waits, longest first.
    pub fn waiters(&self) -> impl Iterator<Item = u8> + '_ {
        self.waiters.iter()
    }

    /// The thread begins to wait.
    ///
    /// # Panics
    /// When more threads wait than there is room for: an error in the model.
    pub fn wait(&mut self, thread: u8) {
        self.waiters.push(thread);
    }

    /// Whether the thread could enter now: the lock is free, and nobody has waited longer.
    pub fn admits(&self, thread: u8) -> bool {
        self.owner == 0 && self.waiters.front() == Some(thread)
    }

    /// The thread that has waited longest enters.
    ///
    /// # Panics
    /// When it is not this thread's turn: guards ask first.
    pub fn enter(&mut self, thread: u8) {
        assert!(self.admits(thread), "the lock is owned or another thread is first: a guard was left out");
        self.waiters.pop();
        self.owner = thread + 1;
    }

    /// The owner leaves.
    ///
    /// # Panics
    /// When the thread is not the owner (`IllegalMonitorStateException`).
    pub fn exit(&mut self, thread: u8) {
        assert_eq!(self.owner(), Some(thread), "only the owner leaves a lock");
        self.owner = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_enter_in_the_order_in_which_they_came() {
        let mut lock = FairLock::<3>::default();
        for thread in [4, 2] {
            lock.wait(thread);
        }
        assert_eq!((lock.admits(4), lock.admits(2)), (true, false));
        lock.enter(4);
        assert_eq!((lock.owner(), lock.admits(2)), (Some(4), false));
        lock.exit(4);
        assert!(lock.admits(2));
    }
}
