//! The actors, and what ties a step to an earlier one.

use super::state::Role;
use crate::machine::{Actor, ActorInfo, Queue, Token};

const NODE: &str = "Coordinator pod";

pub(super) static ACTORS: [ActorInfo; 8] = [
    ActorInfo { id: "kubelet", title: "kubelet", node: "" },
    ActorInfo { id: "lifecycle", title: "Lifecycle thread", node: NODE },
    ActorInfo { id: "elector_o", title: "Overlord elector", node: NODE },
    ActorInfo { id: "elector_c", title: "Coordinator elector", node: NODE },
    ActorInfo { id: "hook_o", title: "Overlord start hook", node: NODE },
    ActorInfo { id: "hook_c", title: "Coordinator start hook", node: NODE },
    ActorInfo { id: "callbacks", title: "callback pool", node: NODE },
    ActorInfo { id: "jvm", title: "JVM", node: NODE },
];

pub(super) const KUBELET: Actor = Actor(0);
pub(super) const LIFE: Actor = Actor(1);
pub(super) const CALLBACK_POOL: Actor = Actor(6);
pub(super) const JVM: Actor = Actor(7);

pub(super) fn elector(role: Role) -> Actor {
    match role {
        Role::Overlord => Actor(2),
        Role::Coordinator => Actor(3),
    }
}

pub(super) fn hook(role: Role) -> Actor {
    match role {
        Role::Overlord => Actor(4),
        Role::Coordinator => Actor(5),
    }
}

/// The queue of the callback pool, for effects.
pub(super) const CALLBACKS: Queue = Queue(0);

/// What a later step follows from.
#[derive(Clone, Copy)]
pub(super) enum Tie {
    /// SIGTERM, to the first handler.
    Sigterm,
    /// A lock that was left, to whoever takes it.
    Lock(Role),
    /// The interrupt of an elector's thread.
    Interrupt(Role),
    /// The end of an elector's thread, to the join.
    Ended(Role),
    /// The interrupt of the Lifecycle thread.
    LifeInterrupted,
    /// The last handler, to the end of the JVM.
    HandlersDone,
}

impl Tie {
    pub(super) fn token(self) -> Token {
        let role = |first: u16, role: Role| first + role as u16;
        Token(match self {
            Self::Sigterm => 0,
            Self::Lock(of) => role(1, of),
            Self::Interrupt(of) => role(3, of),
            Self::Ended(of) => role(5, of),
            Self::LifeInterrupted => 7,
            Self::HandlersDone => 8,
        })
    }
}
