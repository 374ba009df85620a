//! A monitor (`synchronized`) with its owner. Who waits follows from where the threads stand.

use zerocopy::{Immutable, IntoBytes, Unaligned};

/// A monitor; threads are numbered by the model, below 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Monitor {
    /// The owner's number and one more; 0 while it is free.
    owner: u8,
}

impl Monitor {
    /// Who owns it.
    pub fn owner(self) -> Option<u8> {
        self.owner.checked_sub(1)
    }

    /// Whether the thread could enter now: the monitor is free. No modelled code re-enters.
    pub fn is_free(self) -> bool {
        self.owner == 0
    }

    /// The thread enters.
    ///
    /// # Panics
    /// When another thread owns it: guards ask first.
    pub fn enter(&mut self, thread: u8) {
        assert!(self.is_free(), "the monitor is owned: a guard was left out");
        self.owner = thread + 1;
    }

    /// The owner leaves.
    ///
    /// # Panics
    /// When the thread is not the owner (`IllegalMonitorStateException`).
    pub fn exit(&mut self, thread: u8) {
        assert_eq!(self.owner(), Some(thread), "only the owner leaves a monitor");
        self.owner = 0;
    }
}
