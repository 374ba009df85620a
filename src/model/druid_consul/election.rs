//! The election loop up to its sleep: session, lock, promotion (`ConsulLeaderSelector.leaderElectionLoop`, `tryAcquireLock`,
//! `becomeLeader`). `sessionId` is read anew at every use, as in the code; that is the root of more than one hazard.

use super::action::How;
use super::call::{Reply, Who, hangs, lacks_session};
use super::consul::Ownership;
use super::logs::{At, Length, say, say_became, say_of, say_owned_by, say_session};
use super::rest::end_iteration;
use super::state::{Fault, Flag, Node, Reference, State};
use super::thread::{Loop, Next};
use super::{DruidConsul, Fence, Fix, actors, lines};
use crate::machine::{Effect, Observer};

/// Answers in a row that the fix `retry` takes for no answer.
const MOST_UNKNOWN: u8 = 2;

impl DruidConsul {
    /// The next step of the loop's thread.
    pub(super) fn step_loop(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        let at = state.node(node).loop_.at;
        match at {
            Loop::Top => top(state, node, out),
            Loop::Create => self.create_session(state, node, how, out),
            Loop::SetSession => {
                let process = state.node_mut(node);
                process.session = process.loop_.local;
                process.loop_.local = Reference::NONE;
                process.set(Flag::Kicked, false);
                state.go(node, Loop::ReadLeader);
            }
            Loop::ReadLeader => {
                let leads = state.node(node).has(Flag::Leader);
                state.go(node, if leads { Loop::Acquire } else { Loop::Info });
            }
            Loop::Info => self.info(state, node, how, out),
            Loop::Drop => self.drop_session(state, node, out),
            Loop::DestroyDropped | Loop::FinDestroy => self.destroy_local(state, node, how, out),
            Loop::Acquire => self.try_acquire(state, node, how, out),
            Loop::BranchYes => self.branch_acquired(state, node, out),
            Loop::BranchNo => {
                let leads = state.node(node).has(Flag::Leader);
                self.lose_or(state, node, leads, Next::Sleep, Loop::SleepBegin);
            }
            Loop::Validate1 | Loop::Validate2 | Loop::Validate3 | Loop::Validate4 => {
                self.validate(state, node, how, out);
            }
            Loop::Check => check_flags(state, node, out),
            Loop::SetLeader => {
                let taken = state.node(node).has(Flag::Leader);
                state.node_mut(node).set(Flag::Leader, true);
                if taken {
                    say(node, At::Loop, &lines::ALREADY_LEADER, out);
                    end_promotion(state, node);
                } else {
                    state.go(node, Loop::Validate3);
                }
            }
            Loop::Term => {
                out.report(|| Effect::Count(actors::term(node)));
                if self.fence == Fence::LocalTerm {
                    let term = state.node_mut(node).raise_term();
                    state.node_mut(node).token = term;
                }
                state.go(node, Loop::StartBegin);
            }
            Loop::StartBegin | Loop::StartRun | Loop::StartEnd => {
                self.step_start(state, node, how, out);
            }
            Loop::DestroyFailed => self.destroy_failed(state, node, how, out),
            _ => self.step_rest(state, node, how, out),
        }
    }

    fn create_session(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        let Some(reply) = self.call(state, node, Who::Loop, how) else { return };
        let made = reply.reaches().then(|| self.create(state, node, out));
        match made.filter(|_| reply == Reply::Answer) {
            Some(sid) => {
                let session = Reference::to(sid);
                state.node_mut(node).loop_.local = session;
                state.node_mut(node).silence = 0;
                out.report(|| Effect::Raise(actors::made(node)));
                let ttl = self.ttl_seconds.to_string();
                say_session(node, At::Loop, &lines::CREATED, session, Length::Bare, Some(("ttl", ttl)), out);
                state.go(node, Loop::SetSession);
            }
            None => state.go(node, Loop::Catch),
        }
    }

    /// `isSessionValid`: an exception and an answer without a session are the same to it.
    fn info(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        // A question that hangs is about the id it was sent with.
        let asked = if hangs(state, node, Who::Loop) {
            std::mem::take(&mut state.node_mut(node).loop_.local)
        } else {
            state.node(node).session
        };
        let Some(reply) = self.call(state, node, Who::Loop, how) else {
            state.node_mut(node).loop_.local = asked;
            return;
        };
        // Without an id the request is malformed, which is an exception too.
        let known = reply == Reply::Answer && asked != Reference::NONE;
        if known && state.alive(asked).is_some() {
            return state.go(node, Loop::Acquire);
        }
        if known {
            out.report(|| Effect::Follow(actors::ended_for_loop(node)));
        } else {
            say_session(node, At::Loop, &lines::NOT_VALIDATED, asked, Length::Full, None, out);
        }
        let keeps = !known && self.has(Fix::Definite);
        state.go(node, if keeps { Loop::SleepBegin } else { Loop::Drop });
    }

    fn drop_session(&self, state: &mut State, node: Node, out: &mut impl Observer) {
        let session = state.node(node).session;
        say_session(node, At::Loop, &lines::FOLLOWER_EXPIRED, session, Length::Short, None, out);
        self.forget(state, node, Loop::Top);
    }

    /// Sets `sessionId` to null; with the fix `destroy` the session is destroyed first of all that follows.
    pub(super) fn forget(&self, state: &mut State, node: Node, then: Loop) {
        let process = state.node_mut(node);
        let session = process.session;
        process.session = Reference::NONE;
        if self.has(Fix::Destroy) && session != Reference::NONE {
            process.loop_.local = session;
            process.loop_.next = if then == Loop::Forget { Next::Forget } else { Next::Top };
            return state.go(node, Loop::DestroyDropped);
        }
        state.go(node, then);
    }

    /// Destroys the session of a local variable: after it was dropped, or on the way out.
    fn destroy_local(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        let leaves = state.node(node).loop_.at == Loop::FinDestroy;
        let session = state.node(node).loop_.local;
        if let Some(sid) = session.get() {
            let Some(reply) = self.call(state, node, Who::Loop, how) else { return };
            if reply.reaches() {
                self.invalidate(state, sid, out);
            }
            if reply != Reply::Answer {
                say_session(node, At::Loop, &lines::DESTROY_FAILED, session, Length::Full, None, out);
                let unreachable = state.node(node).has(Flag::Cut);
                if self.has(Fix::DestroyRetry) && !unreachable {
                    return;
                }
            }
        }
        let thread = &mut state.node_mut(node).loop_;
        thread.local = Reference::NONE;
        thread.at = match thread.next {
            _ if leaves => {
                out.report(|| Effect::Raise(actors::LOOP_OVER));
                Loop::Done
            }
            Next::Forget => Loop::Forget,
            _ => Loop::Top,
        };
        thread.next = Next::None;
    }

    fn try_acquire(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        let session = state.node(node).session;
        if lacks_session(state, node) && self.has(Fix::NoNull) {
            return state.go(node, Loop::BranchNo);
        }
        let Some(reply) = self.call(state, node, Who::Loop, how) else { return };
        out.report(|| Effect::Follow(actors::made(node)));
        out.report(|| Effect::Follow(actors::key(node)));
        let answer = if reply.reaches() { self.acquire(state, node, session, out) } else { None };
        let answer = answer.filter(|_| reply == Reply::Answer);
        if answer.is_none() {
            say(node, At::Loop, &lines::ACQUIRE_FAILED, out);
            // A session that Consul does not know is an answer; only silence is none.
            let unknown = reply != Reply::Answer;
            if unknown && state.node(node).has(Flag::Leader) && self.bears(state, node) {
                return state.go(node, Loop::SleepBegin);
            }
        } else {
            state.node_mut(node).unknown = 0;
        }
        state.go(node, if answer == Some(true) { Loop::BranchYes } else { Loop::BranchNo });
    }

    /// Whether an unknown answer is borne: the fix `retry`, within the lease.
    fn bears(&self, state: &mut State, node: Node) -> bool {
        let process = state.node_mut(node);
        let bears = self.has(Fix::Retry) && process.unknown < MOST_UNKNOWN && process.silence < self.ttl;
        process.unknown = if bears { process.unknown + 1 } else { 0 };
        bears
    }

    fn branch_acquired(&self, state: &mut State, node: Node, out: &mut impl Observer) {
        let process = *state.node(node);
        let interrupted = process.has(Flag::Interrupted);
        let at = if process.has(Flag::Leader) || self.is_lease_over(state, node) {
            Loop::SleepBegin
        } else if process.has(Flag::Stopping) || interrupted {
            out.report(|| Effect::Follow(actors::STOPPING));
            let slot = ("interrupted", interrupted.to_string());
            say_of(node, At::Loop, &lines::SKIPPING_STOPPING, slot, out);
            Loop::SleepBegin
        } else if process.session == Reference::NONE {
            say(node, At::Loop, &lines::SKIPPING_NULL, out);
            Loop::SleepBegin
        } else {
            Loop::Validate1
        };
        state.go(node, at);
    }

    /// `validateLockOwnership`, at each of its four calls.
    fn validate(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        let process = *state.node(node);
        let at = process.loop_.at;
        if at == Loop::Validate4 {
            state.node_mut(node).set(Flag::Kicked, false);
            if lacks_session(state, node) {
                return state.go(node, Loop::Top);
            }
        }
        let own = matches!(at, Loop::Validate1 | Loop::Validate4);
        let expected = if own { process.session } else { process.loop_.local };
        let Some(reply) = self.call(state, node, Who::Loop, how) else { return };
        out.report(|| Effect::Follow(actors::key(node)));
        let mut valid = false;
        let mut known = true;
        match Self::ownership(state, expected) {
            _ if reply != Reply::Answer => {
                say(node, At::Loop, &lines::VALIDATION_FAILED, out);
                known = false;
            }
            Ownership::Missing => say(node, At::Loop, &lines::KEY_MISSING, out),
            Ownership::NoSession => say(node, At::Loop, &lines::KEY_WITHOUT_SESSION, out),
            // `equals` of a null is an exception, which the same handler catches.
            Ownership::Other(_) if expected == Reference::NONE => {
                say(node, At::Loop, &lines::VALIDATION_FAILED, out);
            }
            Ownership::Other(owner) => say_owned_by(node, Reference::to(owner), expected, out),
            Ownership::Same => valid = true,
        }
        self.after_validation(state, node, at, valid, known, out);
    }

    fn after_validation(
        &self,
        state: &mut State,
        node: Node,
        at: Loop,
        valid: bool,
        known: bool,
        out: &mut impl Observer,
    ) {
        if known {
            state.node_mut(node).unknown = 0;
        }
        match (at, valid) {
            (Loop::Validate1, true) => state.go(node, Loop::Check),
            (Loop::Validate1, false) => {
                say(node, At::Loop, &lines::WILL_RETRY, out);
                state.go(node, Loop::SleepBegin);
            }
            (Loop::Validate2, true) => state.go(node, Loop::SetLeader),
            (Loop::Validate2, false) => {
                say(node, At::Loop, &lines::OWNERSHIP_FAILED, out);
                end_promotion(state, node);
            }
            (Loop::Validate3, true) => {
                // A fence's index is read here. Read later it could be a successor's.
                state.node_mut(node).token = state.lock.index;
                state.go(node, Loop::Term);
            }
            (Loop::Validate3, false) => {
                state.node_mut(node).set(Flag::Leader, false);
                say(node, At::Loop, &lines::LOST_IN_PROMOTION, out);
                end_promotion(state, node);
            }
            (_, true) => {
                end_iteration(state, node);
                state.go(node, Loop::Top);
            }
            (_, false) if !known && self.bears(state, node) => state.go(node, Loop::Top),
            (_, false) => {
                say(node, At::Loop, &lines::STEPPING_DOWN, out);
                self.lose(state, node, Next::Top);
            }
        }
    }

    /// The listener's `becomeLeader`, in three steps.
    fn step_start(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        match state.node(node).loop_.at {
            Loop::StartBegin if self.has(Fix::Guard) && state.node(node).has(Flag::Stopping) => {
                state.node_mut(node).set(Flag::Leader, false);
                end_promotion(state, node);
            }
            Loop::StartBegin => {
                state.node_mut(node).loop_.left = self.callback;
                state.go(node, Loop::StartRun);
            }
            Loop::StartRun => {
                out.report(|| Effect::Follow(actors::GIANT_FREE));
                let stopped = state.is_unregistered(node) && self.has(Fix::Relist);
                if !stopped {
                    if state.acts(node) {
                        say(node, At::Loop, &lines::OLD_LIFECYCLE, out);
                    }
                    state.node_mut(node).set(Flag::Acting, true);
                    state.greatest = state.greatest.max(state.node(node).token);
                    out.report(|| Effect::Raise(actors::outranked(1 - node)));
                }
                state.go(node, Loop::StartEnd);
            }
            _ => self.end_start(state, node, how, out),
        }
    }

    fn end_start(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        match how {
            How::Exception => {
                state.spend(Fault::Exception);
                say(node, At::Loop, &lines::LISTENER_FAILED, out);
                state.node_mut(node).set(Flag::Leader, false);
                if self.has(Fix::Finally) {
                    self.lose(state, node, Next::DestroyFailed);
                } else {
                    state.go(node, Loop::DestroyFailed);
                }
            }
            How::Throwable => {
                state.spend(Fault::Throwable);
                state.node_mut(node).loop_.local = Reference::NONE;
                self.die(state, node, out);
            }
            _ => {
                say_became(node, out);
                end_promotion(state, node);
            }
        }
    }

    fn destroy_failed(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        let session = state.node(node).loop_.local;
        let Some(reply) = self.call(state, node, Who::Loop, how) else { return };
        if let Some(sid) = session.get().filter(|_| reply.reaches()) {
            self.invalidate(state, sid, out);
        }
        if reply != Reply::Answer {
            say_session(node, At::Loop, &lines::DESTROY_FAILED, session, Length::Full, None, out);
        }
        state.node_mut(node).loop_.local = Reference::NONE;
        state.go(node, Loop::Catch);
    }
}

fn top(state: &mut State, node: Node, out: &mut impl Observer) {
    let process = state.node(node);
    let ends = process.has(Flag::Stopping) || process.has(Flag::Interrupted);
    let at = if ends {
        Loop::Exit
    } else if process.session == Reference::NONE {
        Loop::Create
    } else {
        Loop::ReadLeader
    };
    out.report(|| Effect::Follow(actors::interrupt(node)));
    if at == Loop::Exit {
        out.report(|| Effect::Follow(actors::STOPPING));
    }
    state.go(node, at);
}

/// `becomeLeader` of the selector, before its first call.
fn check_flags(state: &mut State, node: Node, out: &mut impl Observer) {
    let process = state.node_mut(node);
    let session = process.session;
    let stopping = process.has(Flag::Stopping);
    if session == Reference::NONE || stopping || process.has(Flag::Interrupted) {
        out.report(|| Effect::Follow(actors::STOPPING));
        let slot = Some(("stopping", stopping.to_string()));
        say_session(node, At::Loop, &lines::ABORTING, session, Length::Short, slot, out);
        return state.go(node, Loop::SleepBegin);
    }
    process.loop_.local = session;
    state.go(node, Loop::Validate2);
}

/// The promotion is over, one way or the other: the iteration goes on to its sleep.
fn end_promotion(state: &mut State, node: Node) {
    state.node_mut(node).loop_.local = Reference::NONE;
    state.go(node, Loop::SleepBegin);
}
