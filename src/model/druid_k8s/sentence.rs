//! What a step did, in one plain sentence; and what it would do, as a choice.

use super::action::Action;
use super::state::{Elector, Hook, Role, State, Supervisors};
use super::{
    DruidK8s, Fix, Handler, LOAD_QUEUES, RELINQUISH_STEPS, TASK_MASTER, coordinator, listing, overlord, scene,
};
use crate::machine::Label;

impl DruidK8s {
    /// The sentence of an applied action.
    pub(super) fn tell(&self, before: &State, action: Action, after: &State) -> String {
        match action {
            Action::Sigterm => {
                "The kubelet sends SIGTERM; the JVM's shutdown hook begins to stop the Lifecycle".into()
            }
            Action::Sigkill => "The grace period is over: SIGKILL ends the JVM where it is".into(),
            Action::Life => self.tell_life(before, after),
            Action::TimeOut | Action::TimeOutSlow => self.tell_time_out(before, after),
            Action::Interrupt => {
                "Something interrupts the Lifecycle thread; its next wait ends at once".into()
            }
            Action::Elector(role) => self.tell_elector(before, role, after),
            Action::Hook(role) => tell_hook(before, role, after),
            Action::HookFails(role) => {
                format!("The promotion to {} fails: the wrapper is closed and the process exits", role.name())
            }
            Action::Callback => {
                let request = before.callbacks.queue().front().unwrap_or_default();
                format!("The callback pool runs the {}", scene::callback(request))
            }
            Action::Exit => {
                "All shutdown hooks have returned: the JVM halts, whatever its other threads are at".into()
            }
        }
    }

    fn tell_life(&self, before: &State, after: &State) -> String {
        let Some(handler) = self.handler(before) else { return String::new() };
        match handler {
            Handler::Announcer => "The node is unannounced".into(),
            Handler::Jetty => format!("Jetty stops{}", took(before, after)),
            Handler::DutyPools => "The pools of the duty groups are shut down".into(),
            Handler::Overlord => self.tell_overlord(before, after),
            Handler::Coordinator => self.tell_coordinator(before, after),
            Handler::Between => "Another handler stops".into(),
            Handler::PeonPool => "Master-PeonExec is shut down".into(),
            Handler::CallbackPool => match (before.life.step(), before.callbacks.queue().len()) {
                (0, _) if self.has(Fix::Drain) => {
                    "The callback pool takes no more callbacks and goes on with those it has".into()
                }
                (0, 0) => {
                    "The callback pool is shut down: it is terminated at once, since nothing waits in it"
                        .into()
                }
                (0, waiting) => format!(
                    "The callback pool is shut down: shutdownNow() throws away {}",
                    callbacks(waiting)
                ),
                _ => "The callback pool has run what it had and is terminated".into(),
            },
            Handler::Rest => "The other handlers stop".into(),
        }
    }

    fn tell_overlord(&self, before: &State, after: &State) -> String {
        const WHO: &str = "DruidOverlord.stop()";
        match before.life.step() {
            overlord::LOCK => format!("{WHO} takes the Overlord's lock"),
            overlord::GRACEFUL if after.life.step() == overlord::CLOSE && !before.initialized => {
                format!("{WHO} finds no leader with a complete promotion, so there is nothing to stop")
            }
            overlord::GRACEFUL => format!("{WHO} stops {}", stopped(before, after)),
            overlord::CLOSE if before.of(Role::Overlord).closing => {
                format!("{WHO} unregisters a wrapper that is closed already, and goes on")
            }
            overlord::CLOSE => {
                let left = if self.has(Fix::OverlordJoinOutsideLock) { " leaves its lock and" } else { "" };
                format!("{WHO}{left} unregisters from the selector, which interrupts the Overlord's elector")
            }
            _ => joined(before, Role::Overlord, WHO),
        }
    }

    fn tell_coordinator(&self, before: &State, after: &State) -> String {
        const WHO: &str = "DruidCoordinator.stop()";
        match before.life.step() {
            coordinator::LOCK => format!("{WHO} takes its monitor"),
            coordinator::SYNC => {
                format!("{WHO} calls stopBeingLeader itself: {}", self.relinquishes(before, after))
            }
            coordinator::CLOSE if before.of(Role::Coordinator).closing => {
                format!("{WHO} unregisters a wrapper that is closed already, and goes on")
            }
            coordinator::CLOSE => {
                let left = if self.has(Fix::JoinOutsideMonitor) { " leaves its monitor and" } else { "" };
                format!(
                    "{WHO}{left} unregisters from the selector, which interrupts the Coordinator's elector"
                )
            }
            coordinator::JOIN => joined(before, Role::Coordinator, WHO),
            _ => format!("{WHO} stops its own pools, leaves its monitor and returns"),
        }
    }

    fn tell_time_out(&self, before: &State, after: &State) -> String {
        let role = self.joined(before).unwrap_or(Role::Coordinator);
        let who = role.name();
        if self.is_overdue(after) {
            return format!("The wait for the {who}'s elector goes past the grace period");
        }
        match role {
            Role::Overlord => {
                format!("10 s are over and the {who}'s elector has not ended: DruidOverlord.stop() returns")
            }
            Role::Coordinator => {
                format!("10 s are over and the {who}'s elector has not ended: the wait gives up")
            }
        }
    }

    fn tell_elector(&self, before: &State, role: Role, after: &State) -> String {
        let who = format!("The {}'s elector", role.name());
        match before.of(role).elector {
            Elector::Polling | Elector::Renewing => {
                format!("{who} is interrupted, leaves its loop and runs its stop hook")
            }
            Elector::Woken if after.of(role).elector == Elector::Ended => {
                format!("{who} finds that it does not lead: the event is ignored, and the thread ends")
            }
            Elector::Woken => match role {
                Role::Coordinator => {
                    format!("{who} says that it leads no more and goes to the monitor for stopBeingLeader")
                }
                Role::Overlord => format!("{who} says that it leads no more and goes to the Overlord's lock"),
            },
            Elector::WantsLock | Elector::Relinquishing => {
                let takes = before.of(role).elector == Elector::WantsLock;
                let what = match role {
                    Role::Coordinator if before.relinquished == RELINQUISH_STEPS => {
                        "everything is relinquished already".into()
                    }
                    Role::Coordinator => self.relinquishes(before, after),
                    Role::Overlord if !before.task_master => {
                        "there is nothing left to stop, and the thread ends".into()
                    }
                    Role::Overlord if !takes => format!("it stops {}", stopped(before, after)),
                    Role::Overlord => "there is a task-master lifecycle to stop".into(),
                };
                format!("{who}{}: {what}", if takes { " takes the lock" } else { "" })
            }
            Elector::Ended => String::new(),
        }
    }

    /// A step of `DruidCoordinator.stopBeingLeader`.
    fn relinquishes(&self, before: &State, after: &State) -> String {
        let step = match before.relinquished {
            0 => return "stopBeingLeader begins".into(),
            LOAD_QUEUES => {
                let callback = scene::callback(before.given_up);
                return if after.was_rejected() {
                    format!("the {callback} is rejected, and the exception ends stopBeingLeader")
                } else if before.given_up == self.requests() {
                    "the load queues stop; no request is in them".into()
                } else if after.callbacks.queue().len() == before.callbacks.queue().len() {
                    format!("the {callback} is rejected and dropped")
                } else {
                    format!("the {callback} is handed to the callback pool")
                };
            }
            2 => "the announcement is taken back",
            3 => "the lookups stop",
            4 => "the metadata managers stop",
            _ => "the balancer stops, and stopBeingLeader is done",
        };
        step.into()
    }

    /// The action as a choice.
    pub(super) fn choice(&self, before: &State, action: Action) -> Label {
        let line = |(lines, at): (&[&'static str], u8)| (lines[usize::from(at)].trim(), String::new());
        let (title, hint) = match action {
            Action::Sigterm => ("send SIGTERM", "the pod is replaced".into()),
            Action::Sigkill => ("send SIGKILL", "the grace period is over".into()),
            Action::Life => line((&self.life_listing(), self.life_line(before))),
            Action::TimeOut => ("give up the wait after 10 s", "its elector can't end".into()),
            Action::TimeOutSlow => ("give up the wait after 10 s", "its relinquish takes longer".into()),
            Action::Interrupt => ("interrupt it", "as a failed stop of Jetty does".into()),
            Action::Elector(role) => line(listing::elector(before, role)),
            Action::Hook(role) => line(listing::hook(before, role)),
            Action::HookFails(_) => ("let the promotion fail", "the process exits".into()),
            Action::Callback => {
                let next = before.callbacks.queue().front();
                ("run the next callback", next.map_or("queue empty".into(), scene::callback))
            }
            Action::Exit => ("halt", "all shutdown hooks have returned".into()),
        };
        Label { title: title.into(), hint }
    }
}

fn tell_hook(before: &State, role: Role, after: &State) -> String {
    let who = format!("The {}'s start hook", role.name());
    let skipped = after.of(role).hook == Hook::Skipped;
    match (before.of(role).hook, role) {
        (Hook::Queued, _) if skipped => format!("{who} does nothing"),
        (Hook::Queued, _) => format!("{who} says that it leads and goes to the lock for becomeLeader"),
        (Hook::WantsLock, _) if skipped => {
            format!("{who} takes the lock and is turned away: stop() has begun")
        }
        (Hook::WantsLock, _) => format!("{who} takes the lock: the promotion begins"),
        (Hook::Step1, Role::Overlord) => format!("The workers have synchronised{}", took(before, after)),
        (Hook::Step2, Role::Overlord) => "The task queue is synchronised with the metadata store".into(),
        (Hook::Step3, Role::Overlord) => {
            "Runner and queue become visible: the Overlord is half a leader".into()
        }
        (Hook::Step4, Role::Overlord) => {
            "The supervisors are created from their stored specs and start".into()
        }
        (Hook::Step5, Role::Overlord) => "The Overlord is initialized, and its supervisors run".into(),
        (Hook::Step1, Role::Coordinator) => "The metadata managers begin to poll".into(),
        (Hook::Step2, Role::Coordinator) => "The load queues start".into(),
        (Hook::Step3, Role::Coordinator) => "Announcement and lookups start".into(),
        _ if after.of(role).hook == Hook::Failed => {
            "The duty pools can't be registered while the Lifecycle stops: the promotion fails".into()
        }
        _ => format!("{who} is done: the promotion is complete"),
    }
}

/// The component of the task-master lifecycle that was stopped between two states.
fn stopped(before: &State, after: &State) -> String {
    let component = TASK_MASTER[usize::from(before.task_master_stopped)];
    if before.supervisors == after.supervisors {
        return match component {
            "announcement" | "duties" => format!("the Overlord's {component}"),
            "SupervisorManager" => "the SupervisorManager, which has no supervisors".into(),
            other => format!("the {other}"),
        };
    }
    match after.supervisors {
        Supervisors::Stopping => "its supervisors, which takes longer than the grace period lasts".into(),
        _ => format!("its supervisors{}", took(before, after)),
    }
}

fn joined(before: &State, role: Role, who: &str) -> String {
    let name = role.name();
    if before.of(role).elector == Elector::Ended {
        format!("The {name}'s elector has ended, and {who} goes on")
    } else {
        format!("The interrupt ends {who}'s wait for the {name}'s elector at once, without a line in the log")
    }
}

/// How long a step took, where that is known.
fn took(before: &State, after: &State) -> String {
    match after.elapsed - before.elapsed {
        0 => String::new(),
        ticks => format!(", which takes {} s", u32::from(ticks) * 5),
    }
}

fn callbacks(count: u8) -> String {
    if count == 1 { "the callback that waits".into() } else { format!("the {count} callbacks that wait") }
}
