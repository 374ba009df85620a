//! The two other threads of a node: the session keeper (`ConsulLeaderSelector.sessionKeeperLoop`), and whoever calls
//! `unregisterListener`, in the order callback, release, interrupt, join.

use super::action::How;
use super::call::{Reply, Who};
use super::logs::{At, Length, say, say_session};
use super::rest::stop_services;
use super::state::{A, Flag, Node, Reference, State};
use super::thread::{Keep, Unreg};
use super::{DruidConsul, Fix, actors, lines};
use crate::machine::{Effect, Observer};

/// How long the caller waits for the loop when all is left to the loop (fix `order`), in ticks.
const LONGEST_JOIN: u8 = 40;

impl DruidConsul {
    pub(super) fn step_keeper(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        match state.node(node).keeper.at {
            Keep::Wake => {
                let process = state.node_mut(node);
                process.keeper.local = process.session;
                process.keeper.at = match process.session {
                    _ if process.has(Flag::Stopping) => Keep::Done,
                    Reference::NONE => Keep::Schedule,
                    _ => Keep::Renew,
                };
                if process.keeper.at != Keep::Renew {
                    process.keeper.local = Reference::NONE;
                }
            }
            Keep::Renew => self.renew_session(state, node, how, out),
            _ => {
                let renew = self.renew_every;
                let process = state.node_mut(node);
                let stops = process.has(Flag::Stopping);
                process.keeper.at = if stops { Keep::Done } else { Keep::Wake };
                process.keeper.left = if stops { 0 } else { renew };
            }
        }
    }

    fn renew_session(&self, state: &mut State, node: Node, how: How, out: &mut impl Observer) {
        let session = state.node(node).keeper.local;
        let Some(reply) = self.call(state, node, Who::Keeper, how) else { return };
        let sid = session.get().expect("the keeper renews a session");
        let alive = reply.reaches() && self.renew(state, sid);
        if reply == Reply::Answer && alive {
            if state.node(node).session == session {
                state.node_mut(node).silence = 0;
            }
            say_session(node, At::Keeper, &lines::RENEWED, session, Length::Short, None, out);
        } else {
            say_session(node, At::Keeper, &lines::RENEWAL_FAILED, session, Length::Short, None, out);
            if reply == Reply::Answer {
                out.report(|| Effect::Follow(actors::ended_for_keeper(node)));
            }
            // The client makes an exception of a 404, too; this fix tells it from a silence.
            let leads = state.node(node).has(Flag::Leader);
            if self.has(Fix::Kick) && reply == Reply::Answer && leads {
                state.node_mut(node).set(Flag::Kicked, true);
                out.report(|| Effect::Raise(actors::kick(node)));
            }
        }
        let process = state.node_mut(node);
        process.keeper.local = Reference::NONE;
        process.keeper.at = Keep::Schedule;
    }

    /// `unregisterListener` is called.
    pub(super) fn begin_unregister(&self, state: &mut State, out: &mut impl Observer) {
        say(A, At::Caller, &lines::UNREGISTERING, out);
        state.node_mut(A).set(Flag::Stopping, true);
        out.report(|| Effect::Raise(actors::STOPPING));
        state.unregister.at = if self.has(Fix::Order) { Unreg::Interrupt } else { Unreg::ReadLeader };
    }

    pub(super) fn step_caller(&self, state: &mut State, how: How, out: &mut impl Observer) {
        let next = match state.unregister.at {
            Unreg::ReadLeader => {
                if state.node(A).has(Flag::Leader) {
                    Unreg::StopBegin
                } else {
                    Unreg::ReadSession
                }
            }
            Unreg::StopBegin if state.acts(A) || !self.has(Fix::Guard) => {
                state.unregister.left = self.callback;
                Unreg::StopRun
            }
            Unreg::StopBegin | Unreg::StopEnd => Unreg::ClearLeader,
            Unreg::StopRun => {
                stop_services(state, A);
                Unreg::StopEnd
            }
            Unreg::ClearLeader => {
                state.node_mut(A).set(Flag::Leader, false);
                Unreg::ReadSession
            }
            // The request is sent with what was read here, whatever the loop makes of `sessionId` meanwhile.
            Unreg::ReadSession => {
                state.unregister.local = state.node(A).session;
                if state.unregister.local == Reference::NONE { Unreg::Interrupt } else { Unreg::Destroy }
            }
            Unreg::Destroy => match self.destroy_by_caller(state, how, out) {
                Some(next) => next,
                None => return,
            },
            Unreg::Forget => {
                state.node_mut(A).session = Reference::NONE;
                Unreg::Interrupt
            }
            Unreg::Interrupt => {
                if !state.node(A).loop_.at.is_over() {
                    state.node_mut(A).set(Flag::Interrupted, true);
                    out.report(|| Effect::Raise(actors::interrupt(A)));
                }
                state.unregister.left = if self.has(Fix::Order) { LONGEST_JOIN } else { self.join };
                Unreg::Join
            }
            Unreg::Join => {
                state.unregister.left = 0;
                out.report(|| Effect::Follow(actors::LOOP_OVER));
                if !state.node(A).loop_.at.is_over() {
                    say(A, At::Caller, &lines::LOOP_NOT_TERMINATED, out);
                }
                Unreg::Keeper
            }
            Unreg::Keeper => {
                // A run that waits is cancelled; one under way ends by itself, as it reads `stopping`.
                if state.node(A).keeper.at == Keep::Wake {
                    let keeper = &mut state.node_mut(A).keeper;
                    (keeper.at, keeper.left) = (Keep::Done, 0);
                }
                state.unregister.left = self.join;
                Unreg::JoinKeeper
            }
            _ => {
                state.unregister.left = 0;
                if state.node(A).keeper.at != Keep::Done {
                    say(A, At::Caller, &lines::KEEPER_NOT_TERMINATED, out);
                }
                if self.holds_giant {
                    out.report(|| Effect::Raise(actors::GIANT_FREE));
                }
                Unreg::Returned
            }
        };
        state.unregister.at = next;
    }

    /// None when the call hangs, or is to be repeated.
    fn destroy_by_caller(&self, state: &mut State, how: How, out: &mut impl Observer) -> Option<Unreg> {
        let sid = state.unregister.local.get().expect("the caller destroys a session");
        let reply = self.call(state, A, Who::Caller, how)?;
        if reply.reaches() {
            self.invalidate(state, sid, out);
        }
        if reply != Reply::Answer {
            say(A, At::Caller, &lines::CALLER_DESTROY_FAILED, out);
            if self.has(Fix::DestroyRetry) && !state.node(A).has(Flag::Cut) {
                return None;
            }
        }
        state.unregister.local = Reference::NONE;
        Some(Unreg::Forget)
    }
}

#[cfg(test)]
mod tests {
    use super::super::thread::Loop;
    use super::*;
    use crate::machine::{Config, LogLine, Machine, Observe, Present, Value};

    /// A call of node a's loop hangs in a partition, and the caller forgets the session meanwhile. What the end of the call
    /// tells and prints, and the state after it.
    fn forgotten_while_it_hangs(start: &str, call: Loop) -> (String, Vec<LogLine>, State) {
        let parameters = [("start", Value::Word(start.into())), ("rpc_hang", Value::Number(2))];
        let config = Config {
            model: "druid-consul".into(),
            parameters: parameters.map(|(id, value)| (id.to_owned(), value)).into_iter().collect(),
            budgets: ["cut", "unregister"].map(|fault| (fault.to_owned(), 1)).into_iter().collect(),
            ..Config::default()
        };
        let model = DruidConsul::new(&config).expect("it fits");
        let mut states = Vec::new();
        model.initial(&mut states);
        let mut state = states[0];
        let take = |state: &mut State, event: &str| {
            let action = model.parse(event).expect("an event");
            assert_eq!(model.guard(state, action), Ok(()), "{event}");
            *state = model.step(state, action);
        };
        let due = |state: &State| model.due(state).map_or("clock.tick".into(), |action| action.to_string());
        while state.node(A).loop_.at != call {
            let event = due(&state);
            take(&mut state, &event);
        }
        take(&mut state, "a.network.cut");
        take(&mut state, "a.loop.run");
        assert!(state.node(A).has(Flag::LoopHangs));
        take(&mut state, "a.network.heal");
        take(&mut state, "a.caller.unregister");
        while state.unregister.at != Unreg::Interrupt {
            take(&mut state, "a.caller.run");
        }
        assert_eq!(state.node(A).session, Reference::NONE);
        while state.node(A).loop_.left > 0 {
            let event = due(&state);
            take(&mut state, &event);
        }
        let end = model.parse("a.loop.run").expect("an event");
        let after = model.step(&state, end);
        assert!(!after.node(A).has(Flag::LoopHangs));
        (model.sentence(&state, end, &after), model.lines(&state, end), after)
    }

    #[test]
    fn a_validation_under_way_times_out_though_its_session_is_forgotten() {
        let (told, _, after) = forgotten_while_it_hangs("leading", Loop::Validate4);
        assert!(told.contains("times out") && told.contains("steps down"), "{told}");
        assert_eq!(after.node(A).loop_.at, Loop::ClearLeader);
    }

    #[test]
    fn a_question_under_way_prints_the_session_that_it_was_sent_with() {
        let (told, printed, after) = forgotten_while_it_hangs("cold", Loop::Info);
        assert!(told.contains("times out"), "{told}");
        assert_eq!(printed[0].template, &lines::NOT_VALIDATED);
        assert!(printed[0].slots.iter().all(|(_, value)| value != "null"), "{printed:?}");
        assert_eq!((after.node(A).loop_.at, after.node(A).loop_.local), (Loop::Drop, Reference::NONE));
    }
}
