//! The Consul server: sessions with a TTL, the lock's key, lock-delay. One answer at a time (raft), so that each of these is
//! one step. The sources read are `agent/consul/state/session.go`, `kvs.go` and `session_ttl.go`.

use super::state::{Lock, NODES, Node, Reference, Session, Sid, State, Value};
use super::{DruidConsul, Fence, actors, logs};
use crate::machine::{Effect, Observer};

/// What a validation reads at the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ownership {
    /// There is no key.
    Missing,
    /// The key has no session.
    NoSession,
    /// Another session's.
    Other(Sid),
    /// The expected session's.
    Same,
}

impl DruidConsul {
    /// `PUT /v1/session/create`. The session expires at twice its TTL.
    pub(super) fn create(&self, state: &mut State, node: Node, out: &mut impl Observer) -> Sid {
        let sid = state.free_place().expect("guarded: there is room for a session");
        state.sessions[usize::from(sid)] = Session::new(node, self.expiry);
        out.report(|| Effect::Number(actors::session(sid)));
        sid
    }

    /// `PUT /v1/session/renew/:id`; false is a 404.
    pub(super) fn renew(&self, state: &mut State, sid: Sid) -> bool {
        let alive = state.session(sid).is_alive();
        if alive {
            state.sessions[usize::from(sid)].left = self.expiry;
        }
        alive
    }

    /// `PUT /v1/kv/:key?acquire=:id`; none is the error that names an invalid session. Without a session it is a plain write,
    /// which Consul never refuses.
    pub(super) fn acquire(
        &self,
        state: &mut State,
        node: Node,
        session: Reference,
        out: &mut impl Observer,
    ) -> Option<bool> {
        let Some(sid) = session.get() else {
            self.write_plainly(state, Value::of(node), out);
            return Some(true);
        };
        // The raft leader looks at the lock-delay before the write, and so before the session.
        if state.lock.delay > 0 {
            out.report(logs::rejected_by_delay);
            return Some(false);
        }
        if !state.session(sid).is_alive() {
            out.report(|| Effect::Follow(actors::ended_for_loop(node)));
            return None;
        }
        let held = state.lock.session;
        if held != Reference::NONE && held != session {
            return Some(false);
        }
        if held == session && state.lock.value == Value::of(node) {
            // The same content: no index moves.
            return Some(true);
        }
        let lock_index = if held == session { state.lock.index } else { state.lock.index + 1 };
        let index = match self.fence {
            Fence::LockIndex => lock_index,
            Fence::ModifyIndex => state.next_index(),
            Fence::None | Fence::LocalTerm => 0,
        };
        state.lock = Lock { value: Value::of(node), session, index, delay: 0 };
        report_write(out);
        Some(true)
    }

    /// A write without a session: it keeps the key's session, ignores lock-delay and makes the key if there is none.
    pub(super) fn write_plainly(&self, state: &mut State, value: Value, out: &mut impl Observer) {
        if state.lock.value == value {
            return;
        }
        state.lock.value = value;
        if self.fence == Fence::ModifyIndex {
            state.lock.index = state.next_index();
        }
        report_write(out);
    }

    /// `GET /v1/kv/:key` and what it says of a session.
    pub(super) fn ownership(state: &State, session: Reference) -> Ownership {
        match state.lock.session.get() {
            _ if !state.lock.is_there() => Ownership::Missing,
            None => Ownership::NoSession,
            Some(_) if state.lock.session == session => Ownership::Same,
            Some(other) => Ownership::Other(other),
        }
    }

    /// `PUT /v1/session/destroy/:id`, a TTL that is over, or a check that turned critical. With the behaviour `delete` the
    /// session takes its key along, and the key is under lock-delay.
    pub(super) fn invalidate(&self, state: &mut State, sid: Sid, out: &mut impl Observer) {
        if let Some(owner) = state.session(sid).owner() {
            out.report(|| Effect::Raise(actors::ended_for_keeper(owner)));
            out.report(|| Effect::Raise(actors::ended_for_loop(owner)));
        }
        state.sessions[usize::from(sid)] = Session::default();
        if state.lock.session == Reference::to(sid) {
            state.lock = Lock { delay: self.lock_delay, ..Lock::default() };
            report_write(out);
        }
    }
}

/// A write that both nodes have still to see.
fn report_write(out: &mut impl Observer) {
    out.report(|| Effect::Write(logs::KEY));
    for node in NODES {
        out.report(|| Effect::Raise(actors::key(node)));
    }
}

/// `DELETE /v1/kv/:key`: the session lives on, and there is no lock-delay.
pub(super) fn delete_key(state: &mut State, out: &mut impl Observer) {
    state.lock = Lock { delay: state.lock.delay, ..Lock::default() };
    report_write(out);
}
