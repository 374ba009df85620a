//! The effects of the actions. Written once: a search watches with `()`, a reader with a recorder.

use super::action::Action;
use super::consul::delete_key;
use super::logs::{self, At, say};
use super::state::{
    A, B, Fault, Flag, LONGEST, Lock, NODES, Node, Reference, Session, State, Value, Written,
};
use super::thread::{Keep, Loop, Unreg};
use super::{DruidConsul, Fence, Fix, actors, lines};
use crate::machine::{Effect, Observer};

impl DruidConsul {
    /// Applies an enabled action to the state and reports what it did.
    pub(super) fn apply(&self, state: &mut State, action: Action, out: &mut impl Observer) {
        match action {
            Action::Start => start(state, B, out),
            Action::Loop(node, how) => self.step_loop(state, node, how, out),
            Action::Keeper(node, how) => self.step_keeper(state, node, how, out),
            Action::Unregister => {
                state.spend(Fault::Unregister);
                self.begin_unregister(state, out);
            }
            Action::Caller(how) => self.step_caller(state, how, out),
            Action::Expire(sid) => {
                out.report(|| logs::expired(actors::session(sid)));
                self.invalidate(state, sid, out);
            }
            Action::Invalidate => {
                state.spend(Fault::Invalidate);
                let sid = state.lock.session.get().expect("guarded: a session holds the lock");
                self.invalidate(state, sid, out);
            }
            Action::DeleteKey => {
                state.spend(Fault::DeleteKey);
                delete_key(state, out);
            }
            Action::OverwriteKey => {
                state.spend(Fault::OverwriteKey);
                self.write_plainly(state, Value::Other, out);
            }
            Action::Cut => {
                state.spend(Fault::Cut);
                state.node_mut(A).set(Flag::Cut, true);
            }
            Action::Heal => state.node_mut(A).set(Flag::Cut, false),
            Action::Pause => {
                state.spend(Fault::Pause);
                state.paused = true;
            }
            Action::Resume => state.paused = false,
            Action::Crash => crash(state),
            Action::Write(node) => write(self, state, node, out),
            Action::Tick => self.tick(state),
        }
        self.tidy(state);
    }

    /// What follows of a state by itself, so that equal meanings are equal bytes.
    fn tidy(&self, state: &mut State) {
        let acting = NODES.map(|node| state.acts(node));
        if acting != [true, true] {
            state.dual = 0;
        }
        if acting.contains(&true) {
            state.leaderless = 0;
        }
        if !state.unregister.at.is_under_way() {
            state.unregister.taken = 0;
        }
        for node in NODES {
            let process = state.node_mut(node);
            if !process.has(Flag::Acting) && !process.loop_.at.carries_token() {
                process.token = 0;
            }
        }
        if self.fence == Fence::ModifyIndex {
            state.rank_indexes();
        }
    }

    /// A tick passes: timers go on, and whoever acts has acted for longer.
    fn tick(&self, state: &mut State) {
        match NODES.map(|node| state.acts(node)) {
            [true, true] => state.dual = (state.dual + 1).min(LONGEST),
            [false, false] => state.leaderless = (state.leaderless + 1).min(LONGEST),
            _ => {}
        }
        if state.unregister.at.is_under_way() {
            state.unregister.taken = (state.unregister.taken + 1).min(LONGEST);
        }
        let watched = self.has(Fix::Lease) || self.has(Fix::Retry);
        for node in NODES {
            let process = state.node_mut(node);
            if watched && process.session != Reference::NONE {
                process.silence = (process.silence + 1).min(self.ttl);
            }
        }
        state.tick_timers();
    }
}

impl DruidConsul {
    /// Node A has been promoted in its first iteration and begins to sleep; its keeper has found nothing to renew yet.
    pub(super) fn lead_from_the_start(&self, state: &mut State) {
        state.sessions[0] = Session::new(A, self.expiry);
        let index = u8::from(matches!(self.fence, Fence::LockIndex | Fence::ModifyIndex));
        state.lock = Lock { value: Value::A, session: Reference::to(0), index, delay: 0 };
        let term = if self.fence == Fence::LocalTerm { state.node_mut(A).raise_term() } else { 0 };
        let process = state.node_mut(A);
        process.session = Reference::to(0);
        process.token = index.max(term);
        process.set(Flag::Leader, true);
        process.set(Flag::Acting, true);
        (process.loop_.at, process.loop_.left) = (Loop::SleepLeader, self.poll);
        (process.keeper.at, process.keeper.left) = (Keep::Wake, self.renew_every);
        state.greatest = state.node(A).token;
    }
}

/// `registerListener`: both threads of a node start.
pub(super) fn start(state: &mut State, node: Node, out: &mut impl Observer) {
    let process = state.node_mut(node);
    (process.loop_.at, process.loop_.left) = (Loop::Top, 0);
    process.keeper.at = Keep::Wake;
    say(node, At::Loop, &lines::STARTING, out);
}

/// The process is gone, with all its threads; Consul is not told.
fn crash(state: &mut State) {
    state.spend(Fault::Crash);
    let process = state.node_mut(A);
    *process = super::state::Process::default();
    process.loop_.at = Loop::Gone;
    process.keeper.at = Keep::Done;
    if state.unregister.at.is_under_way() {
        state.unregister = super::state::UnregisterThread { at: Unreg::Gone, ..Default::default() };
    }
    state.paused = false;
}

/// A leader's write, with its token.
fn write(model: &DruidConsul, state: &mut State, node: Node, out: &mut impl Observer) {
    state.spend(Fault::Write);
    if !model.is_effective(state, node) {
        out.report(|| Effect::Follow(actors::outranked(node)));
    }
    state.written = match (model.is_effective(state, node), node) {
        (true, A) => Written::AcceptedFromA,
        (true, _) => Written::AcceptedFromB,
        (false, A) => Written::RejectedFromA,
        (false, _) => Written::RejectedFromB,
    };
}
