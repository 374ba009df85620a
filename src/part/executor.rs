//! A single-thread executor: a bounded queue and the phases of `java.util.concurrent.ExecutorService`.
//!
//! What the thread runs at the moment is the model's to keep: a model whose tasks are single steps has
//! no task in flight between steps.

use super::Fifo;
use crate::machine::Phase;
use zerocopy::{Immutable, IntoBytes, Unaligned};

/// An executor with room for `N` waiting tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Executor<T, const N: usize> {
    queue: Fifo<T, N>,
    open: bool,
}

/// A task handed to an executor that takes none any more (`RejectedExecutionException`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejected;

impl<T: Copy + Default + Eq, const N: usize> Default for Executor<T, N> {
    fn default() -> Self {
        Self { queue: Fifo::default(), open: true }
    }
}

impl<T: Copy + Default + Eq, const N: usize> Executor<T, N> {
    /// The waiting tasks.
    pub fn queue(&self) -> &Fifo<T, N> {
        &self.queue
    }

    /// The phase, for an executor with no task in flight.
    pub fn phase(&self) -> Phase {
        match (self.open, self.queue.is_empty()) {
            (true, _) => Phase::Running,
            (false, false) => Phase::ShuttingDown,
            (false, true) => Phase::Terminated,
        }
    }

    /// Hands it a task (`execute`).
    ///
    /// # Errors
    /// When it was shut down.
    ///
    /// # Panics
    /// When the queue is full: guards ask first.
    pub fn submit(&mut self, task: T) -> Result<(), Rejected> {
        if !self.open {
            return Err(Rejected);
        }
        self.queue.push(task);
        Ok(())
    }

    /// Takes the next task to run it.
    pub fn take(&mut self) -> Option<T> {
        self.queue.pop()
    }

    /// Takes no more tasks, runs those that wait (`shutdown`).
    pub fn shutdown(&mut self) {
        self.open = false;
    }

    /// Takes no more tasks and returns those that waited (`shutdownNow`).
    pub fn shutdown_now(&mut self) -> Fifo<T, N> {
        self.open = false;
        std::mem::take(&mut self.queue)
    }

    /// Replaces every waiting task by a function of it.
    pub fn map(&mut self, change: impl Fn(T) -> T) {
        self.queue.map(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shut_down_executor_drains_then_terminates_and_rejects() {
        let mut executor = Executor::<u8, 2>::default();
        executor.submit(1).unwrap();
        executor.shutdown();
        assert_eq!((executor.phase(), executor.submit(2)), (Phase::ShuttingDown, Err(Rejected)));
        assert_eq!((executor.take(), executor.phase()), (Some(1), Phase::Terminated));
    }

    #[test]
    fn shutdown_now_returns_what_waited() {
        let mut executor = Executor::<u8, 2>::default();
        executor.submit(1).unwrap();
        assert_eq!(executor.shutdown_now().iter().collect::<Vec<_>>(), [1]);
        assert_eq!(executor.phase(), Phase::Terminated);
    }
}
