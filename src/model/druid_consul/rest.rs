//! The election loop from its sleep on: sleep, step-down, exception handler, way out (`ConsulLeaderSelector.leaderElectionLoop`,
//! `loseLeadership`).

use super::action::How;
use super::logs::{At, say, say_of};
use super::state::{A, Fault, Flag, Node, Reference, State};
use super::thread::{Loop, Next};
use super::{DruidConsul, Fix, actors, lines};
use crate::machine::{Effect, Observer};

impl DruidConsul {
    /// The steps that are none of a session, a lock or a promotion.
    pub(super) fn step_rest(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        match state.node(node).loop_.at {
            Loop::SleepBegin => self.begin_sleep(state, node),
            Loop::SleepLeader | Loop::SleepFollower => self.end_sleep(state, node, out),
            Loop::ClearLeader => {
                say(node, At::Loop, &lines::LOSING, out);
                state.node_mut(node).set(Flag::Leader, false);
                state.go(node, Loop::StopBegin);
            }
            Loop::StopBegin if self.has(Fix::Guard) && !state.acts(node) => {
                self.after_stop(state, node);
            }
            Loop::StopBegin => {
                state.node_mut(node).loop_.left = self.callback;
                state.go(node, Loop::StopRun);
            }
            Loop::StopRun => {
                out.report(|| Effect::Follow(actors::GIANT_FREE));
                stop_services(state, node);
                state.go(node, Loop::StopEnd);
            }
            Loop::StopEnd if how == How::Throwable => {
                state.spend(Fault::Throwable);
                self.die(state, node, out);
            }
            Loop::StopEnd => {
                say(node, At::Loop, &lines::STEPPED_DOWN, out);
                self.after_stop(state, node);
            }
            Loop::Catch => {
                say(node, At::Loop, &lines::ERROR_IN_LOOP, out);
                let leads = state.node(node).has(Flag::Leader);
                self.lose_or(state, node, leads, Next::Forget, Loop::Forget);
            }
            Loop::Forget => self.count_error(state, node),
            Loop::Backoff => {
                out.report(|| Effect::Follow(actors::interrupt(node)));
                let interrupted = state.node(node).has(Flag::Interrupted);
                state.node_mut(node).loop_.left = 0;
                state.go(node, if interrupted { Loop::Exit } else { Loop::Top });
            }
            Loop::GiveUp => {
                let slot = ("retries", self.max_errors.to_string());
                say_of(node, At::Loop, &lines::GIVING_UP, slot, out);
                state.go(node, Loop::Exit);
            }
            Loop::Exit => {
                say(node, At::Loop, &lines::EXITING, out);
                self.leave(state, node, Loop::Done, out);
            }
            Loop::FinStop => {
                let starts = state.acts(node) || state.node(node).has(Flag::Leader);
                self.lose_or(state, node, starts, Next::Fin, Loop::FinForget);
            }
            Loop::FinForget => {
                let process = state.node_mut(node);
                process.loop_.local = process.session;
                process.session = Reference::NONE;
                state.go(node, Loop::FinDestroy);
            }
            at => unreachable!("guarded: a thread at {at:?} takes no step"),
        }
    }

    /// `Thread.sleep(healthCheckInterval)`, which ends at once when the thread is interrupted.
    fn begin_sleep(&self, state: &mut State, node: Node) {
        let process = state.node_mut(node);
        let leads = process.has(Flag::Leader);
        process.loop_.left = self.poll;
        state.go(node, if leads { Loop::SleepLeader } else { Loop::SleepFollower });
    }

    fn end_sleep(&self, state: &mut State, node: Node, out: &mut impl Observer) {
        let process = *state.node(node);
        state.node_mut(node).loop_.left = 0;
        if process.has(Flag::Interrupted) {
            out.report(|| Effect::Follow(actors::interrupt(node)));
            return state.go(node, Loop::Exit);
        }
        if process.loop_.at == Loop::SleepFollower {
            end_iteration(state, node);
            return state.go(node, Loop::Top);
        }
        if self.is_lease_over(state, node) {
            return self.lose(state, node, Next::Lease);
        }
        if process.has(Flag::Kicked) {
            out.report(|| Effect::Follow(actors::kick(node)));
        }
        state.go(node, Loop::Validate4);
    }

    /// Whether the client-side lease is over (fix `lease`): a leader steps down, and nobody is promoted before a renewal.
    pub(super) fn is_lease_over(&self, state: &State, node: Node) -> bool {
        self.has(Fix::Lease) && state.node(node).silence >= self.ttl
    }

    /// `loseLeadership`, and what follows it.
    #[allow(clippy::unused_self, reason = "all steps read alike")]
    pub(super) fn lose(&self, state: &mut State, node: Node, next: Next) {
        state.node_mut(node).loop_.next = next;
        state.go(node, Loop::ClearLeader);
    }

    /// `loseLeadership` if there is something to lose.
    pub(super) fn lose_or(&self, state: &mut State, node: Node, loses: bool, next: Next, at: Loop) {
        if loses { self.lose(state, node, next) } else { state.go(node, at) }
    }

    #[allow(clippy::unused_self, reason = "all steps read alike")]
    fn after_stop(&self, state: &mut State, node: Node) {
        let at = match state.node(node).loop_.next {
            Next::Sleep | Next::None => Loop::SleepBegin,
            Next::Top | Next::Lease => {
                end_iteration(state, node);
                Loop::Top
            }
            Next::Forget => Loop::Forget,
            Next::DestroyFailed => Loop::DestroyFailed,
            Next::Fin => Loop::FinForget,
        };
        state.node_mut(node).loop_.next = Next::None;
        state.go(node, at);
    }

    /// The end of the exception handler: `sessionId = null`, without a destroy.
    fn count_error(&self, state: &mut State, node: Node) {
        if self.has(Fix::Destroy) && state.node(node).session != Reference::NONE {
            return self.forget(state, node, Loop::Forget);
        }
        let process = state.node_mut(node);
        process.session = Reference::NONE;
        if self.max_errors > 0 {
            process.errors += 1;
            if process.errors > self.max_errors {
                process.errors = 0;
                return state.go(node, Loop::GiveUp);
            }
        }
        process.loop_.left = self.backoff;
        state.go(node, Loop::Backoff);
    }

    /// The task ends by a `Throwable` that nobody catches, or is caught by the fixes that do.
    pub(super) fn die(&self, state: &mut State, node: Node, out: &mut impl Observer) {
        self.leave(state, node, Loop::Dead, out);
    }

    /// Out of the loop: as the code leaves it, or through the `finally` of the fixes.
    fn leave(&self, state: &mut State, node: Node, end: Loop, out: &mut impl Observer) {
        state.node_mut(node).loop_.next = Next::None;
        let cleans = self.has(Fix::Finally) || self.has(Fix::Order);
        if node == A && !cleans {
            out.report(|| Effect::Raise(actors::LOOP_OVER));
        }
        state.go(node, if cleans { Loop::FinStop } else { end });
    }
}

/// An iteration came to its end without an exception.
pub(super) fn end_iteration(state: &mut State, node: Node) {
    state.node_mut(node).errors = 0;
}

/// The listener's services are down.
pub(super) fn stop_services(state: &mut State, node: Node) {
    state.node_mut(node).set(Flag::Acting, false);
}
