//! The actors, and what later steps follow from.

use super::action::Action;
use super::state::{Node, Sid};
use crate::machine::{Actor, ActorInfo, Counter, Token};

/// The log of the Consul server.
pub(super) const CONSUL: &str = "consul";

/// The positions of [`ACTORS`].
const SERVICES: u8 = 3;
const NETWORK: u8 = 4;
const PROCESS: u8 = 5;
const OF_B: u8 = 6;
const SERVER: u8 = 10;
const OPERATOR: u8 = 11;
const CLOCK: u8 = 12;

const fn actor(id: &'static str, title: &'static str, node: &'static str) -> ActorInfo {
    ActorInfo { id, title, node }
}

/// In the order of the timeline's lanes.
pub(super) static ACTORS: &[ActorInfo] = &[
    actor("a.loop", "election loop", "Node a"),
    actor("a.keeper", "session keeper", "Node a"),
    actor("a.caller", "caller of unregister", "Node a"),
    actor("a.services", "leader services", "Node a"),
    actor("a.network", "network", "Node a"),
    actor("a.process", "process", "Node a"),
    actor("b.loop", "election loop", "Node b"),
    actor("b.keeper", "session keeper", "Node b"),
    actor("b.services", "leader services", "Node b"),
    actor("b.process", "process", "Node b"),
    actor("consul.session", "session", "Consul"),
    actor("operator.key", "operator", ""),
    actor("clock", "clock", ""),
];

/// The threads of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thread {
    Loop,
    Keeper,
}

/// The actor of a thread.
pub(super) fn thread(node: Node, thread: Thread) -> Actor {
    Actor(node * OF_B + thread as u8)
}

/// The caller of `unregisterListener`.
pub(super) const CALLER: Actor = Actor(2);

/// Whose action it is.
pub(super) fn of(action: Action) -> Actor {
    match action {
        Action::Start => Actor(9),
        Action::Loop(node, _) => thread(node, Thread::Loop),
        Action::Keeper(node, _) => thread(node, Thread::Keeper),
        Action::Unregister | Action::Caller(_) => CALLER,
        Action::Expire(_) | Action::Invalidate => Actor(SERVER),
        Action::DeleteKey | Action::OverwriteKey => Actor(OPERATOR),
        Action::Cut | Action::Heal => Actor(NETWORK),
        Action::Pause | Action::Resume | Action::Crash => Actor(PROCESS),
        Action::Write(0) => Actor(SERVICES),
        Action::Write(_) => Actor(8),
        Action::Tick => Actor(CLOCK),
    }
}

/// The write to the key that a node has still to see.
pub(super) fn key(node: Node) -> Token {
    Token(u16::from(node))
}

/// The interrupt that ends a node's sleep.
pub(super) fn interrupt(node: Node) -> Token {
    Token(2 + u16::from(node))
}

/// The keeper's call to the sleeping loop.
pub(super) fn kick(node: Node) -> Token {
    Token(4 + u16::from(node))
}

/// A new session, for the acquire that uses it.
pub(super) fn made(node: Node) -> Token {
    Token(6 + u16::from(node))
}

/// The end of a node's session, for the keeper that is to renew it.
pub(super) fn ended_for_keeper(node: Node) -> Token {
    Token(8 + u16::from(node))
}

/// The same, for the loop.
pub(super) fn ended_for_loop(node: Node) -> Token {
    Token(10 + u16::from(node))
}

/// `stopping = true`, for the loop that reads it.
pub(super) const STOPPING: Token = Token(12);
/// The end of the loop, for the caller that waits for it.
pub(super) const LOOP_OVER: Token = Token(13);
/// The listener's lock, free again, for the callback that waits for it.
pub(super) const GIANT_FREE: Token = Token(14);

/// A start with a greater token, for the write of the other node that is rejected.
pub(super) fn outranked(node: Node) -> Token {
    Token(15 + u16::from(node))
}

/// The number of the session at a place.
pub(super) fn session(sid: Sid) -> Counter {
    Counter(u16::from(sid))
}

/// The term of a node.
pub(super) fn term(node: Node) -> Counter {
    Counter(16 + u16::from(node))
}
