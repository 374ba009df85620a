//! Who drives an action.

/// The class of an action. The order is the order in which a settling run prefers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A step of the system that happens by itself, sooner or later.
    Internal,
    /// A periodic step that goes on for ever: a lease renewal, a tick, a query, a resync.
    Background,
    /// A time-out: possible at any time, expected only when nothing else moves.
    Timeout,
    /// The end of a process.
    Exit,
    /// An action of the environment, limited by a budget.
    Fault,
}

impl Class {
    /// Whether the environment, not the system, chooses this.
    pub fn is_fault(self) -> bool {
        self == Self::Fault
    }

    /// The word for it in outputs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::Background => "background",
            Self::Timeout => "time-out",
            Self::Exit => "exit",
            Self::Fault => "fault",
        }
    }
}
