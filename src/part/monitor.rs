//! A monitor (`synchronized`) with its owner. Who waits follows from where the threads stand.

/// A monitor; threads are numbered by the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Monitor {
    owner: Option<u8>,
}

impl Monitor {
    /// Who owns it.
    pub fn owner(self) -> Option<u8> {
        self.owner
    }

    /// Whether the thread could enter now: the monitor is free. No modelled code re-enters.
    pub fn is_free(self) -> bool {
        self.owner.is_none()
    }

    /// The thread enters.
    ///
    /// # Panics
    /// When another thread owns it: guards ask first.
    pub fn enter(&mut self, thread: u8) {
        assert!(self.owner.is_none(), "the monitor is owned: a guard was left out");
        self.owner = Some(thread);
    }

    /// The owner leaves.
    ///
    /// # Panics
    /// When the thread is not the owner (`IllegalMonitorStateException`).
    pub fn exit(&mut self, thread: u8) {
        assert_eq!(self.owner, Some(thread), "only the owner leaves a monitor");
        self.owner = None;
    }
}
