//! The start hook: `becomeLeader` of either role, step by step.

use super::logs::{self, Printer};
use super::state::{Hook, Role, State, Supervisors, Thread};
use super::step::{enter, exit};
use super::{DruidK8s, Fix, Handler};
use crate::machine::Observer;
use crate::model::druid_lines as lines;

impl DruidK8s {
    pub(super) fn run_hook(&self, state: &mut State, role: Role, out: &mut impl Observer) {
        let thread = Thread::hook(role);
        match state.of(role).hook {
            Hook::Queued => {
                let guarded = self.has(Fix::HookGuard) && state.of(role).closing;
                let selector = state.of_mut(role);
                if guarded || selector.leader {
                    if !guarded {
                        out.report(|| logs::plain(Printer::Hook, &lines::ALREADY_LEADER));
                    }
                    selector.hook = Hook::Skipped;
                } else {
                    selector.leader = true;
                    selector.hook = Hook::WantsLock;
                    state.wait(role, thread);
                }
            }
            Hook::WantsLock => {
                enter(state, role, thread, out);
                let turned_away = match role {
                    Role::Coordinator => !state.started,
                    Role::Overlord => self.has(Fix::OverlordGuard) && self.is_overlord_stopping(state),
                };
                if turned_away {
                    exit(state, role, thread, out);
                    state.of_mut(role).hook = Hook::Skipped;
                } else {
                    state.of_mut(role).hook = Hook::Step1;
                    if role == Role::Overlord {
                        state.task_master = true;
                        out.report(|| logs::plain(Printer::Hook, &lines::GRAYSKULL));
                    } else {
                        out.report(|| {
                            logs::log(Printer::Hook, &lines::BOW, vec![("delay", lines::START_DELAY.into())])
                        });
                    }
                }
            }
            step => match role {
                Role::Coordinator => self.promote_coordinator(state, step, out),
                Role::Overlord => self.promote_overlord(state, step, out),
            },
        }
    }

    /// Whether `DruidOverlord.stop()` has begun.
    fn is_overlord_stopping(&self, state: &State) -> bool {
        let Some(position) = state.life.position() else { return false };
        let own = self.handlers.iter().position(|&(_, handler)| handler == Handler::Overlord);
        own.is_some_and(|own| own <= usize::from(position))
    }

    /// The next step of `DruidCoordinator.becomeLeader()`.
    fn promote_coordinator(&self, state: &mut State, step: Hook, out: &mut impl Observer) {
        if step < Hook::Step4 {
            state.of_mut(Role::Coordinator).hook = step.next();
        } else if state.life.is_running() {
            state.of_mut(Role::Coordinator).hook = Hook::Promoted;
            exit(state, Role::Coordinator, Thread::HookC, out);
        } else {
            // The pools of the duty groups are registered with the Lifecycle, which takes none while it stops.
            let message = "Cannot add a handler in the process of Lifecycle stopping";
            self.fail_promotion(state, Role::Coordinator, message, out);
        }
    }

    /// The next step of `DruidOverlord.becomeLeader()`.
    fn promote_overlord(&self, state: &mut State, step: Hook, out: &mut impl Observer) {
        match step {
            Hook::Step1 => {
                let waiting = self.handler(state) == Some(Handler::Overlord);
                if waiting {
                    self.elapse(state, self.worker_sync);
                }
                out.report(|| logs::plain(Printer::Hook, &lines::SYNCED_WORKERS));
            }
            Hook::Step4 => {
                state.supervisors = Supervisors::Starting;
                out.report(|| logs::plain(Printer::Hook, &lines::LOADING_SUPERVISORS));
            }
            Hook::Step5 => {
                state.supervisors = Supervisors::Up;
                state.initialized = true;
                state.of_mut(Role::Overlord).hook = Hook::Promoted;
                exit(state, Role::Overlord, Thread::HookO, out);
                return;
            }
            _ => {}
        }
        state.of_mut(Role::Overlord).hook = step.next();
    }

    /// `K8sDruidLeaderSelector` after a listener that failed to become leader: it closes the wrapper, which waits
    /// for the elector's thread, gives up the flag and calls `System.exit(1)`. So the stop hook still finds the
    /// flag and relinquishes, unless the wrapper was closed before.
    pub(super) fn fail_promotion(
        &self,
        state: &mut State,
        role: Role,
        message: &str,
        out: &mut impl Observer,
    ) {
        exit(state, role, Thread::hook(role), out);
        out.report(|| logs::promotion_failed(message));
        let closes = self.close(state, role, out);
        let selector = state.of_mut(role);
        selector.hook = Hook::Failed;
        if !closes {
            selector.leader = false;
            self.exit_after_failure(state, role, out);
        }
    }

    /// `System.exit(1)`, once a promotion has failed and its elector's thread has ended.
    pub(super) fn exit_after_failure(&self, state: &mut State, role: Role, out: &mut impl Observer) {
        if state.of(role).hook == Hook::Failed && state.life.is_running() {
            self.begin(state, out);
        }
    }
}
