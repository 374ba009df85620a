//! The state: Consul's sessions and key, two nodes with three threads each, what they come to, and the budgets
//! that are left, in 64 bytes at most. Times are ticks; counters stop where more would decide nothing.

use super::thread::{Keep, Loop, Next, Unreg};
use zerocopy::{Immutable, IntoBytes, Unaligned};

/// How many sessions Consul has room for. A place is used again when nothing refers to it.
pub(super) const SESSIONS: u8 = 6;
/// Where the counters of ticks stop: more than any figure of the fact sheet.
pub(super) const LONGEST: u8 = 40;
/// Where a term stops that a fence compares.
const MOST_TERMS: u8 = 15;

/// One of the two Druid nodes: 0 has the faults, 1 is healthy.
pub(super) type Node = u8;
/// The node with the faults.
pub(super) const A: Node = 0;
/// The healthy node.
pub(super) const B: Node = 1;
/// Both.
pub(super) const NODES: [Node; 2] = [A, B];
/// A place of Consul's sessions.
pub(super) type Sid = u8;

/// A reference to a session, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(transparent)]
pub(super) struct Reference(u8);

impl Reference {
    pub(super) const NONE: Self = Self(0);

    pub(super) fn to(sid: Sid) -> Self {
        Self(sid + 1)
    }

    pub(super) fn get(self) -> Option<Sid> {
        self.0.checked_sub(1)
    }
}

/// A session in Consul. A dead one is blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Session {
    /// The node that made it, and one more; 0 when it is not alive.
    owner: u8,
    /// Ticks until it expires: twice the TTL after it was made or renewed.
    pub(super) left: u8,
}

impl Session {
    pub(super) fn new(owner: Node, left: u8) -> Self {
        Self { owner: owner + 1, left }
    }

    pub(super) fn owner(self) -> Option<Node> {
        self.owner.checked_sub(1)
    }

    pub(super) fn is_alive(self) -> bool {
        self.owner != 0
    }
}

/// Whose URL the lock's key has as its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Value {
    /// There is no key.
    #[default]
    Absent,
    /// Node A's.
    A,
    /// Node B's.
    B,
    /// What an operator wrote.
    Other,
}

impl Value {
    pub(super) fn of(node: Node) -> Self {
        if node == A { Self::A } else { Self::B }
    }
}

/// The lock: a key of Consul's KV store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Lock {
    pub(super) value: Value,
    /// The live session that holds it.
    pub(super) session: Reference,
    /// What a fence compares, as far as the key has it: a rank of its `ModifyIndex`, or its `LockIndex`.
    pub(super) index: u8,
    /// Ticks of lock-delay left.
    pub(super) delay: u8,
}

impl Lock {
    pub(super) fn is_there(self) -> bool {
        self.value != Value::Absent
    }
}

/// The election loop: `ConsulLeaderSelector-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct LoopThread {
    pub(super) at: Loop,
    /// What follows the step-down that is under way.
    pub(super) next: Next,
    /// Ticks left of a sleep, a back-off, a hung call or a callback.
    pub(super) left: u8,
    /// The session a local variable refers to.
    pub(super) local: Reference,
}

impl LoopThread {
    /// Whether the loop goes on with the session of its local variable. A question that hangs only prints it.
    pub(super) fn carries(&self, session: Reference) -> bool {
        self.local == session && self.at != Loop::Info
    }
}

/// The session keeper: `ConsulSessionKeeper-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct KeeperThread {
    pub(super) at: Keep,
    /// Ticks left until it wakes, or of a hung call.
    pub(super) left: u8,
    pub(super) local: Reference,
}

/// What is on or off at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Flag {
    /// `leader` of the selector.
    Leader,
    /// `stopping` of the selector.
    Stopping,
    /// The interrupt flag of the loop's thread.
    Interrupted,
    /// The keeper woke the loop (fix `kick`).
    Kicked,
    /// The listener's services run.
    Acting,
    /// The node can't reach Consul.
    Cut,
    /// The loop's call hangs.
    LoopHangs,
    /// The keeper's call hangs.
    KeeperHangs,
}

/// A Druid node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Process {
    flags: u8,
    /// `sessionId`.
    pub(super) session: Reference,
    /// `term`, where a fence compares it.
    term: u8,
    /// What the fenced resource gets with each write of this leader.
    pub(super) token: u8,
    /// Ticks since the last renewal that succeeded, where a fix asks.
    pub(super) silence: u8,
    /// `errorRetryCount`, where the loop gives up.
    pub(super) errors: u8,
    /// Unknown answers in a row that were taken for no answer (fix `retry`).
    pub(super) unknown: u8,
    pub(super) loop_: LoopThread,
    pub(super) keeper: KeeperThread,
}

impl Process {
    pub(super) fn has(&self, flag: Flag) -> bool {
        self.flags >> flag as u8 & 1 != 0
    }

    pub(super) fn set(&mut self, flag: Flag, on: bool) {
        self.flags = self.flags & !(1 << flag as u8) | u8::from(on) << flag as u8;
    }

    /// `term++`.
    pub(super) fn raise_term(&mut self) -> u8 {
        self.term = (self.term + 1).min(MOST_TERMS);
        self.term
    }
}

/// The thread that calls `unregisterListener` of node A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct UnregisterThread {
    pub(super) at: Unreg,
    /// Ticks left of the join, a hung call or a callback.
    pub(super) left: u8,
    /// Whether its call hangs.
    pub(super) hangs: bool,
    /// Ticks since it began.
    pub(super) taken: u8,
    /// The session that it is to destroy.
    pub(super) local: Reference,
}

/// What may still go wrong, by fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Fault {
    Invalidate,
    DeleteKey,
    OverwriteKey,
    Error,
    LostAnswer,
    Cut,
    Pause,
    Crash,
    Exception,
    Throwable,
    Unregister,
    /// Not a fault: writes of leaders that are followed one by one.
    Write,
}

/// How many kinds of budgets there are.
pub(super) const FAULTS: usize = 12;

/// What became of the last write to the fenced resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Written {
    /// None was followed.
    #[default]
    Nothing,
    AcceptedFromA,
    AcceptedFromB,
    RejectedFromA,
    RejectedFromB,
}

/// The whole state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable)]
#[repr(C)]
pub struct State {
    pub(super) sessions: [Session; SESSIONS as usize],
    pub(super) lock: Lock,
    nodes: [Process; 2],
    pub(super) unregister: UnregisterThread,
    /// Budgets, four bits each.
    budgets: [u8; FAULTS / 2],
    /// Whether the threads of node A stand still.
    pub(super) paused: bool,
    /// The greatest token that the fenced resource has seen.
    pub(super) greatest: u8,
    pub(super) written: Written,
    /// Ticks in a row in which both nodes acted.
    pub(super) dual: u8,
    /// Ticks in a row in which no node acted.
    pub(super) leaderless: u8,
}

impl State {
    pub(super) fn node(&self, node: Node) -> &Process {
        &self.nodes[usize::from(node)]
    }

    pub(super) fn node_mut(&mut self, node: Node) -> &mut Process {
        &mut self.nodes[usize::from(node)]
    }

    /// The next place of a node's loop.
    pub(super) fn go(&mut self, node: Node, at: Loop) {
        self.node_mut(node).loop_.at = at;
    }

    pub(super) fn session(&self, sid: Sid) -> Session {
        self.sessions[usize::from(sid)]
    }

    /// The live session behind a reference, by its place.
    pub(super) fn alive(&self, reference: Reference) -> Option<Sid> {
        reference.get().filter(|&sid| self.session(sid).is_alive())
    }

    /// The node whose session holds the lock.
    pub(super) fn owner(&self) -> Option<Node> {
        self.lock.session.get().and_then(|sid| self.session(sid).owner())
    }

    pub(super) fn acts(&self, node: Node) -> bool {
        self.node(node).has(Flag::Acting)
    }

    /// Whether somebody has called `unregisterListener` of the node.
    pub(super) fn is_unregistered(&self, node: Node) -> bool {
        node == A && self.unregister.at != Unreg::Idle
    }

    pub(super) fn is_paused(&self, node: Node) -> bool {
        node == A && self.paused
    }

    pub(super) fn budget(&self, fault: Fault) -> u8 {
        let at = fault as usize;
        self.budgets[at / 2] >> (at % 2 * 4) & 15
    }

    pub(super) fn set_budget(&mut self, fault: Fault, left: u8) {
        let at = fault as usize;
        let shift = at % 2 * 4;
        let byte = &mut self.budgets[at / 2];
        *byte = *byte & !(15 << shift) | left << shift;
    }

    pub(super) fn spend(&mut self, fault: Fault) {
        self.set_budget(fault, self.budget(fault) - 1);
    }

    /// A place for a new session: free, and nothing refers to it.
    pub(super) fn free_place(&self) -> Option<Sid> {
        (0..SESSIONS).find(|&sid| {
            let reference = Reference::to(sid);
            let refers = |node: &Process| {
                node.session == reference || node.loop_.local == reference || node.keeper.local == reference
            };
            let free = !self.session(sid).is_alive() && self.unregister.local != reference;
            free && !self.nodes.iter().any(refers)
        })
    }

    /// Replaces the indexes that a fence compares by their ranks: only their order is of interest.
    pub(super) fn rank_indexes(&mut self) {
        let [a, b] = &self.nodes;
        let all = [self.lock.index, a.token, b.token, self.greatest];
        let rank = |index: u8| {
            let below = (1..index).filter(|lower| all.contains(lower)).count();
            if index == 0 { 0 } else { u8::try_from(below).expect("four indexes at most") + 1 }
        };
        self.lock.index = rank(all[0]);
        self.nodes[0].token = rank(all[1]);
        self.nodes[1].token = rank(all[2]);
        self.greatest = rank(all[3]);
    }

    /// An index above all that are known.
    pub(super) fn next_index(&self) -> u8 {
        let [a, b] = &self.nodes;
        self.lock.index.max(a.token).max(b.token).max(self.greatest) + 1
    }

    /// Time passes for everything that waits.
    pub(super) fn tick_timers(&mut self) {
        for node in &mut self.nodes {
            node.loop_.left = node.loop_.left.saturating_sub(1);
            node.keeper.left = node.keeper.left.saturating_sub(1);
        }
        self.unregister.left = self.unregister.left.saturating_sub(1);
        for session in &mut self.sessions {
            session.left = session.left.saturating_sub(1);
        }
        self.lock.delay = self.lock.delay.saturating_sub(1);
    }
}

const _: () = assert!(size_of::<State>() <= 64, "a state fits a cache line");
