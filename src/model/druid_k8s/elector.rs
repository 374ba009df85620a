//! The elector's thread after its interrupt, and what `stopBeingLeader` does on it.

use super::actors::{CALLBACKS, Tie};
use super::logs::{self, Printer};
use super::scene;
use super::state::{Elector, Role, State, Supervisors, Thread};
use super::step::{enter, exit, follow, raise, stop_of};
use super::{
    DruidK8s, Fix, Handler, LOAD_QUEUES, RELINQUISH_STEPS, SLOW_TICKS, SUPERVISOR_MANAGER, TASK_MASTER,
    coordinator,
};
use crate::machine::{Effect, Observer};
use crate::model::druid_lines as lines;
use crate::part::Stage;

/// The components of the "task-master" lifecycle that have a stop method of their own, after the announcement.
const MANAGED: [&str; 4] = ["OverlordDutyExecutor", "SupervisorManager", "TaskQueue", "HttpRemoteTaskRunner"];

impl DruidK8s {
    pub(super) fn run_elector(&self, state: &mut State, role: Role, out: &mut impl Observer) {
        let thread = Thread::elector(role);
        match state.of(role).elector {
            loop_of @ (Elector::Polling | Elector::Renewing) => {
                follow(out, Tie::Interrupt(role));
                let interrupted = if loop_of == Elector::Polling {
                    &lines::ACQUIRE_INTERRUPTED
                } else {
                    &lines::RENEW_INTERRUPTED
                };
                out.report(|| logs::plain(Printer::Elector, interrupted));
                out.report(|| logs::plain(Printer::Elector, &lines::LOST));
                state.of_mut(role).elector = Elector::Woken;
            }
            Elector::Woken => {
                let selector = state.of_mut(role);
                if selector.leader {
                    selector.leader = false;
                    selector.elector = Elector::WantsLock;
                    state.wait(role, thread);
                } else {
                    selector.elector = Elector::Ended;
                    raise(out, Tie::Ended(role));
                    out.report(|| logs::plain(Printer::Elector, &lines::NOT_THE_LEADER));
                    self.exit_after_failure(state, role, out);
                }
            }
            Elector::WantsLock => {
                enter(state, role, thread, out);
                if role == Role::Overlord {
                    out.report(|| logs::plain(Printer::Elector, &lines::OVERLORD_NO_LEADER));
                }
                let nothing_left = match role {
                    Role::Coordinator => state.relinquished == RELINQUISH_STEPS,
                    Role::Overlord => !state.task_master,
                };
                if nothing_left {
                    self.end_elector(state, role, out);
                } else {
                    state.of_mut(role).elector = Elector::Relinquishing;
                    if role == Role::Coordinator {
                        self.relinquish(state, Printer::Elector, out);
                    }
                }
            }
            Elector::Relinquishing => {
                let ended = match role {
                    Role::Coordinator => {
                        !self.relinquish(state, Printer::Elector, out)
                            || state.relinquished == RELINQUISH_STEPS
                    }
                    Role::Overlord => self.stop_task_master(state, Printer::Elector, out),
                };
                if ended {
                    self.end_elector(state, role, out);
                }
            }
            Elector::Ended => unreachable!("guarded: the elector's thread has not ended"),
        }
    }

    fn end_elector(&self, state: &mut State, role: Role, out: &mut impl Observer) {
        exit(state, role, Thread::elector(role), out);
        raise(out, Tie::Ended(role));
        state.of_mut(role).elector = Elector::Ended;
        let waits = self.handler(state) == Some(Handler::Coordinator)
            && state.life.step() == coordinator::CLEAN
            && state.slow_left < self.slow_relinquish;
        if role == Role::Coordinator && waits {
            self.elapse(state, SLOW_TICKS);
        }
        self.exit_after_failure(state, role, out);
    }

    /// The next step of `DruidCoordinator.stopBeingLeader()`. False when a callback is rejected, which ends it.
    pub(super) fn relinquish(&self, state: &mut State, printer: Printer, out: &mut impl Observer) -> bool {
        if state.relinquished != LOAD_QUEUES {
            if state.relinquished == 0 {
                out.report(|| logs::plain(printer, &lines::COORDINATOR_NO_LEADER));
                let peons = if self.begins_as_coordinator() { self.servers } else { 0 };
                let count = || vec![("count", peons.to_string())];
                out.report(|| logs::log(printer, &lines::STOPPING_PEONS, count()));
            }
            state.relinquished += 1;
            return true;
        }
        if state.given_up < self.requests() {
            let request = state.given_up;
            if state.callbacks.submit(request).is_ok() {
                out.report(|| Effect::Push(CALLBACKS));
            } else {
                out.report(|| Effect::Reject(CALLBACKS, scene::callback(request)));
                if !self.has(Fix::Tolerate) {
                    out.report(|| logs::rejection(state.callbacks.queue().len(), state.ran));
                    return false;
                }
            }
            state.given_up += 1;
        }
        if state.given_up == self.requests() {
            state.relinquished += 1;
        }
        true
    }

    /// Stops the next component of the "task-master" lifecycle. True when that was the last.
    pub(super) fn stop_task_master(
        &self,
        state: &mut State,
        printer: Printer,
        out: &mut impl Observer,
    ) -> bool {
        if state.task_master_stopped == 0 {
            if printer == Printer::Life {
                out.report(|| logs::plain(printer, &lines::OVERLORD_NO_LEADER));
            }
            for stage in [Stage::Announcements, Stage::Server] {
                out.report(|| logs::stage(printer, "task-master", stage.word(), &[]));
            }
            out.report(|| logs::stage(printer, "task-master", Stage::Normal.word(), &MANAGED));
        } else {
            let object = MANAGED[usize::from(state.task_master_stopped) - 1];
            out.report(|| logs::log(printer, &lines::STOP_METHOD, stop_of(object)));
        }
        if state.task_master_stopped == SUPERVISOR_MANAGER && state.supervisors != Supervisors::Down {
            let count = || vec![("count", lines::SUPERVISOR_COUNT.to_string())];
            out.report(|| logs::log(printer, &lines::STOPPING_SUPERVISORS, count()));
            out.report(|| logs::log(printer, &lines::WAITING_FOR_SUPERVISORS, count()));
            // The Lifecycle thread does not wait for an elector that it has left behind.
            if printer == Printer::Life || self.handler(state) == Some(Handler::Overlord) {
                self.elapse(state, self.supervisor_stop);
            }
            if self.is_overdue(state) {
                // SIGKILL comes before the wait ends.
                state.supervisors = Supervisors::Stopping;
                return false;
            }
            state.supervisors = Supervisors::Down;
            out.report(|| logs::plain(printer, &lines::SUPERVISORS_STOPPED));
        }
        state.task_master_stopped += 1;
        let last = usize::from(state.task_master_stopped) == TASK_MASTER.len();
        if last {
            out.report(|| logs::stage(printer, "task-master", Stage::Init.word(), &[]));
            (state.task_master, state.initialized, state.task_master_stopped) = (false, false, 0);
        }
        last
    }
}
