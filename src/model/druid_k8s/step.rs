//! The effects of the actions. Written once: a search watches with `()`, a reader with a recorder.

use super::action::Action;
use super::actors::{CALLBACKS, Tie};
use super::logs::{self, Printer};
use super::state::{Elector, Lease, Process, Role, State, Thread};
use super::{DruidK8s, Fix, Handler, JOIN_TICKS, RELINQUISH_STEPS, coordinator, overlord, scene};
use crate::machine::{Effect, Observer, Outcome};
use crate::model::druid_lines as lines;
use crate::part::Stage;

impl DruidK8s {
    /// Applies an enabled action to the state and reports what it did.
    pub(super) fn apply(&self, state: &mut State, action: Action, out: &mut impl Observer) {
        match action {
            Action::Sigterm => self.begin(state, out),
            Action::Sigkill => state.process = Process::Killed,
            Action::Life => self.run_life(state, out),
            Action::TimeOut => self.time_out(state, out),
            Action::TimeOutSlow => {
                state.slow_left -= 1;
                self.time_out(state, out);
            }
            Action::Interrupt => {
                state.interrupt_left -= 1;
                state.interrupted = true;
                raise(out, Tie::LifeInterrupted);
            }
            Action::Elector(role) => self.run_elector(state, role, out),
            Action::Hook(role) => self.run_hook(state, role, out),
            Action::HookFails(role) => {
                state.fail_left -= 1;
                self.fail_promotion(state, role, "Couldn't discover workers.", out);
            }
            Action::Callback => {
                let request = state.callbacks.take().expect("guarded: a callback waits");
                state.ran += 1;
                out.report(|| Effect::Pop(CALLBACKS, Outcome::Done, scene::callback(request)));
            }
            Action::Exit => {
                state.process = Process::Exited;
                follow(out, Tie::HandlersDone);
            }
        }
    }

    /// The JVM's shutdown hook calls `Lifecycle.stop()`.
    pub(super) fn begin(&self, state: &mut State, out: &mut impl Observer) {
        state.life.begin();
        raise(out, Tie::Sigterm);
        out.report(|| logs::log(Printer::Life, &lines::SHUTDOWN_HOOK, vec![("lifecycle", "module".into())]));
        self.arrive(state, None, out);
    }

    /// The Lifecycle goes on to its next handler.
    fn advance(&self, state: &mut State, out: &mut impl Observer) {
        let from = self.stage(state);
        state.life.advance();
        self.arrive(state, from, out);
    }

    /// At the next handler: a new stage is logged, and a fair lock remembers from when a thread waits.
    fn arrive(&self, state: &mut State, from: Option<Stage>, out: &mut impl Observer) {
        // What is stopped at stage INIT is left out, but the stage is there.
        let to = self.stage(state).unwrap_or(Stage::Init);
        if from != Some(to) {
            let named = self.handlers.iter().filter(|&&(stage, _)| stage == to);
            let named: Vec<_> = named.filter_map(|&(_, handler)| handler.printed()).collect();
            out.report(|| logs::stage(Printer::Life, "module", to.word(), &named));
        }
        match self.handler(state) {
            Some(Handler::Overlord) => state.wait(Role::Overlord, Thread::Life),
            Some(_) => {}
            None => raise(out, Tie::HandlersDone),
        }
    }

    fn stage(&self, state: &State) -> Option<Stage> {
        let position = state.life.position()?;
        self.handlers.get(usize::from(position)).map(|&(stage, _)| stage)
    }

    /// A wait of so many ticks while the pod is shutting down.
    pub(super) fn elapse(&self, state: &mut State, ticks: u8) {
        if !state.life.is_running() {
            state.elapsed = state.elapsed.saturating_add(ticks).min(self.grace + 1);
        }
    }

    fn run_life(&self, state: &mut State, out: &mut impl Observer) {
        match self.handler(state).expect("guarded: a handler is left") {
            Handler::Jetty => {
                self.elapse(state, self.jetty);
                self.advance(state, out);
            }
            Handler::Overlord => self.stop_overlord(state, out),
            Handler::Coordinator => self.stop_coordinator(state, out),
            Handler::CallbackPool => self.stop_callback_pool(state, out),
            Handler::Announcer => {
                follow(out, Tie::Sigterm);
                let node = || vec![("node", format!("{}:8081", logs::POD))];
                out.report(|| logs::log(Printer::Life, &lines::UNANNOUNCING, node()));
                out.report(|| logs::log(Printer::Life, &lines::UNANNOUNCED, node()));
                self.advance(state, out);
            }
            Handler::DutyPools | Handler::Between | Handler::PeonPool | Handler::Rest => {
                self.advance(state, out);
            }
        }
    }

    /// `DruidOverlord.stop()`.
    fn stop_overlord(&self, state: &mut State, out: &mut impl Observer) {
        const ROLE: Role = Role::Overlord;
        match state.life.step() {
            overlord::LOCK => {
                enter(state, ROLE, Thread::Life, out);
                out.report(|| logs::log(Printer::Life, &lines::STOP_METHOD, stop_of("DruidOverlord")));
                state.life.go_to(overlord::GRACEFUL);
            }
            overlord::GRACEFUL => {
                // `gracefulStopLeaderLifecycle`: only a leader whose promotion is complete has something to stop.
                let leads = state.of(ROLE).leader && state.initialized;
                if !leads || self.stop_task_master(state, Printer::Life, out) {
                    state.life.go_to(overlord::CLOSE);
                }
            }
            overlord::CLOSE => {
                let outside = self.has(Fix::OverlordJoinOutsideLock);
                if outside {
                    exit(state, ROLE, Thread::Life, out);
                }
                if self.close(state, ROLE, out) {
                    state.life.go_to(overlord::JOIN);
                } else {
                    self.leave_overlord(state, out);
                }
            }
            _ => {
                self.end_join(state, ROLE, out);
                self.leave_overlord(state, out);
            }
        }
    }

    fn leave_overlord(&self, state: &mut State, out: &mut impl Observer) {
        if state.owner(Role::Overlord) == Some(Thread::Life) {
            exit(state, Role::Overlord, Thread::Life, out);
        }
        self.advance(state, out);
    }

    /// `DruidCoordinator.stop()`.
    fn stop_coordinator(&self, state: &mut State, out: &mut impl Observer) {
        const ROLE: Role = Role::Coordinator;
        match state.life.step() {
            coordinator::LOCK => {
                enter(state, ROLE, Thread::Life, out);
                out.report(|| logs::log(Printer::Life, &lines::STOP_METHOD, stop_of("DruidCoordinator")));
                let leads = state.of(ROLE).leader && self.has(Fix::SynchronousStop);
                state.life.go_to(if leads { coordinator::SYNC } else { coordinator::CLOSE });
            }
            coordinator::SYNC => {
                // The pools stop later, so nothing is rejected here.
                self.relinquish(state, Printer::Life, out);
                if state.relinquished == RELINQUISH_STEPS {
                    state.life.go_to(coordinator::CLOSE);
                }
            }
            coordinator::CLOSE => {
                if self.has(Fix::JoinOutsideMonitor) {
                    state.started = false;
                    exit(state, ROLE, Thread::Life, out);
                }
                let next = if self.close(state, ROLE, out) { coordinator::JOIN } else { coordinator::CLEAN };
                state.life.go_to(next);
            }
            coordinator::JOIN => {
                self.end_join(state, ROLE, out);
                state.life.go_to(coordinator::CLEAN);
            }
            _ => {
                state.started = false;
                if state.owner(ROLE) != Some(Thread::Life) {
                    enter(state, ROLE, Thread::Life, out);
                }
                exit(state, ROLE, Thread::Life, out);
                self.advance(state, out);
            }
        }
    }

    /// `ExecutorServices.manageLifecycle`: `shutdownNow()`, or with the fix `shutdown()` and a wait.
    fn stop_callback_pool(&self, state: &mut State, out: &mut impl Observer) {
        if !self.has(Fix::Drain) {
            for request in state.callbacks.shutdown_now().iter() {
                out.report(|| Effect::Pop(CALLBACKS, Outcome::Dropped, scene::callback(request)));
            }
            self.advance(state, out);
        } else if state.life.step() == 0 {
            state.callbacks.shutdown();
            state.life.go_to(1);
        } else {
            self.advance(state, out);
        }
    }

    /// `LeaderElectorAsyncWrapper.close()` up to its wait. False when it was closed before: the second call
    /// neither interrupts nor waits.
    pub(super) fn close(&self, state: &mut State, role: Role, out: &mut impl Observer) -> bool {
        let selector = state.of_mut(role);
        if selector.closing {
            return false;
        }
        selector.closing = true;
        if self.has(Fix::ReleaseWithoutJoin) && selector.lease == Lease::Ours {
            selector.lease = Lease::Released;
            out.report(|| Effect::Write(scene::key(role)));
        }
        raise(out, Tie::Interrupt(role));
        true
    }

    /// The wait of `close()` ends because the thread has ended, or because the waiting thread is interrupted.
    fn end_join(&self, state: &mut State, role: Role, out: &mut impl Observer) {
        let ended = state.of(role).elector == Elector::Ended;
        if !ended {
            state.interrupted = false;
            follow(out, Tie::LifeInterrupted);
            return;
        }
        follow(out, Tie::Ended(role));
        let selector = state.of_mut(role);
        if self.has(Fix::ReleaseAfterJoin) && selector.lease == Lease::Ours {
            selector.lease = Lease::Released;
            out.report(|| Effect::Write(scene::key(role)));
        }
    }

    /// The wait of `close()` ends after 10 s with the thread alive.
    fn time_out(&self, state: &mut State, out: &mut impl Observer) {
        self.elapse(state, JOIN_TICKS);
        if self.is_overdue(state) {
            // SIGKILL comes before the wait ends.
            return;
        }
        let wrapper = || vec![("wrapper", lines::WRAPPER_NAME.into())];
        out.report(|| logs::log(Printer::Life, &lines::NOT_TERMINATED, wrapper()));
        if self.handler(state) == Some(Handler::Overlord) {
            self.leave_overlord(state, out);
        } else {
            state.life.go_to(coordinator::CLEAN);
        }
    }
}

/// The slots of a line about an object's stop method.
pub(super) fn stop_of(object: &str) -> Vec<(&'static str, String)> {
    vec![("object", object.into()), ("method", "stop".into())]
}

pub(super) fn enter(state: &mut State, role: Role, thread: Thread, out: &mut impl Observer) {
    state.enter(role, thread);
    follow(out, Tie::Lock(role));
}

pub(super) fn exit(state: &mut State, role: Role, thread: Thread, out: &mut impl Observer) {
    state.exit(role, thread);
    raise(out, Tie::Lock(role));
}

pub(super) fn raise(out: &mut impl Observer, tie: Tie) {
    out.report(|| Effect::Raise(tie.token()));
}

pub(super) fn follow(out: &mut impl Observer, tie: Tie) {
    out.report(|| Effect::Follow(tie.token()));
}
