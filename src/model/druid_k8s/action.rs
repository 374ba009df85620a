//! The actions and their notation.

use super::state::Role;
use crate::machine::EventError;
use std::fmt;

/// A choice of the scheduler: which thread goes next, or what the environment does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The kubelet sends SIGTERM.
    Sigterm,
    /// The kubelet sends SIGKILL: the grace period is over.
    Sigkill,
    /// The thread of the shutdown hook takes its next step.
    Life,
    /// Its wait for an elector's thread ends after 10 s.
    TimeOut,
    /// The same, because a relinquish that has begun takes longer.
    TimeOutSlow,
    /// Something interrupts it.
    Interrupt,
    /// An elector's thread takes its next step.
    Elector(Role),
    /// The worker of a start hook takes its next step.
    Hook(Role),
    /// The promotion on it fails.
    HookFails(Role),
    /// The callback pool runs its next callback.
    Callback,
    /// All shutdown hooks have returned: the JVM halts.
    Exit,
}

impl Action {
    /// Every action, in the fixed order.
    pub(super) const ALL: [Self; 14] = [
        Self::Sigterm,
        Self::Life,
        Self::TimeOut,
        Self::TimeOutSlow,
        Self::Interrupt,
        Self::Elector(Role::Overlord),
        Self::Elector(Role::Coordinator),
        Self::Hook(Role::Overlord),
        Self::HookFails(Role::Overlord),
        Self::Hook(Role::Coordinator),
        Self::HookFails(Role::Coordinator),
        Self::Callback,
        Self::Exit,
        Self::Sigkill,
    ];

    fn notation(self) -> &'static str {
        match self {
            Self::Sigterm => "kubelet.sigterm",
            Self::Sigkill => "kubelet.sigkill",
            Self::Life => "lifecycle.run",
            Self::TimeOut => "lifecycle.time_out",
            Self::TimeOutSlow => "lifecycle.time_out_slow",
            Self::Interrupt => "lifecycle.interrupt",
            Self::Elector(Role::Coordinator) => "elector_c.run",
            Self::Elector(Role::Overlord) => "elector_o.run",
            Self::Hook(Role::Coordinator) => "hook_c.run",
            Self::Hook(Role::Overlord) => "hook_o.run",
            Self::HookFails(Role::Coordinator) => "hook_c.fail",
            Self::HookFails(Role::Overlord) => "hook_o.fail",
            Self::Callback => "callbacks.run",
            Self::Exit => "jvm.exit",
        }
    }

    /// Reads the notation.
    pub(super) fn parse(event: &str) -> Result<Self, EventError> {
        Self::ALL.into_iter().find(|action| action.notation() == event).ok_or_else(|| {
            let known: Vec<_> = Self::ALL.iter().map(|action| action.notation()).collect();
            EventError(format!(
                "`{event}` is not an event of druid-k8s; expected one of {}",
                known.join(", ")
            ))
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.notation())
    }
}
