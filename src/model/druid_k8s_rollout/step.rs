//! The effects of the actions. Written once: a search watches with `()`, a reader with a recorder.

use super::action::{Action, ordinal};
use super::actors;
use super::logs::{self, At, log};
use super::state::{
    Holder, Hook, LONGEST, MANY, MEMBERS, Member, Overlord, Phase, Pod, Role, Stage, State, Supervisors,
};
use super::{DruidRollout, Fix, JOIN_TICKS, PRE_STOP_TICKS, RETRY_TICKS};
use crate::machine::{Effect, LogTemplate, Observer};
use crate::model::druid_lines as lines;
use crate::part::Sight;

impl DruidRollout {
    /// Applies an enabled action to the state and reports what it did.
    pub(super) fn apply(&self, state: &mut State, action: Action, out: &mut impl Observer) {
        match action {
            Action::Sigterm => {
                let pod = self.order[usize::from(state.rolled)];
                state.rolled += 1;
                state.elapsed = if self.has(Fix::PreStop) { PRE_STOP_TICKS } else { 0 };
                state.set_stage(pod, Stage::Jetty, self.jetty);
                report_sigterm(pod, out);
            }
            Action::Sigkill => {
                let pod = self.stopping(state).expect("guarded: a pod is stopping");
                self.end(state, pod);
            }
            Action::StopOverlord(pod) => self.stop_overlord(state, pod, out),
            Action::Interrupt(pod, role) => self.interrupt(state, pod, role, out),
            Action::Join(pod, role) => self.join(state, pod, role, out),
            Action::Exit(pod) => {
                say_stage(pod, "INIT", out);
                self.end(state, pod);
            }
            Action::Ready(pod) => self.ready(state, pod, out),
            Action::Renew(pod, role) => {
                state.set_elector(role, ordinal(pod), Phase::Leading, 0);
                self.write(state, role, Some(ordinal(pod)), out);
            }
            Action::Poll(pod, role) => self.poll(state, role, ordinal(pod), out),
            Action::Lead(pod, role) => self.lead(state, pod, role, out),
            Action::GiveUp(pod, role) => self.give_up(state, role, ordinal(pod), out),
            Action::Relinquish(pod, role) => {
                state.overlord_mut(ordinal(pod)).supervisors = Supervisors::Down;
                say(pod, At::Elector, &lines::SUPERVISORS_STOPPED, out);
                self.begin_polling(state, role, ordinal(pod), out);
            }
            Action::HookStart(pod) => self.hook_start(state, ordinal(pod), out),
            Action::HookInitialized(pod) => self.hook_initialized(state, ordinal(pod), out),
            Action::Partition(pod) => {
                state.partitions_left -= 1;
                state.set_cut(Some(pod));
            }
            Action::Heal => state.set_cut(None),
            Action::Tick => self.tick(state),
        }
    }

    /// A write to the lock's ConfigMap, which every candidate has still to see.
    fn write(&self, state: &mut State, role: Role, holder: Option<Member>, out: &mut impl Observer) {
        state.lock_mut(role).write(holder);
        out.report(|| Effect::Write(logs::key(role)));
        for member in self.members() {
            if state.lock(role).sight(member) != Sight::Blank {
                out.report(|| Effect::Raise(actors::record(role, member)));
            }
        }
    }

    /// Empties the lock if it names this process.
    fn release(&self, state: &mut State, role: Role, member: Member, out: &mut impl Observer) {
        if state.holder(role) == Holder::Live(member) {
            self.write(state, role, None, out);
        }
    }

    /// An elector enters its acquire loop. Its first look comes before a full poll period.
    fn begin_polling(&self, state: &mut State, role: Role, member: Member, out: &mut impl Observer) {
        state.set_elector(role, member, Phase::Polling, 0);
        state.lock_mut(role).set_sight(member, Sight::Behind(self.poll - 1));
        out.report(|| {
            let slots = vec![("lock", format!("druid/{}", logs::lock(role)))];
            Effect::Log(log(self.pod_of(role, member), At::Elector, &lines::ELECTION, slots))
        });
    }

    fn ready(&self, state: &mut State, pod: Pod, out: &mut impl Observer) {
        state.set_stage(pod, Stage::Up, 0);
        out.report(|| Effect::Raise(actors::READY));
        for role in self.roles(pod) {
            out.report(|| {
                let id = logs::identity(pod, ordinal(pod), true, self.stable);
                let slots = vec![
                    ("id", id),
                    ("lock", logs::lock(role).to_owned()),
                    ("namespace", "druid".to_owned()),
                ];
                Effect::Log(log(pod, At::Main, &lines::CREATING, slots))
            });
            self.begin_polling(state, role, ordinal(pod), out);
        }
    }

    /// `DruidOverlord.stop` up to the supervisors: `gracefulStopLeaderLifecycle`.
    fn stop_overlord(&self, state: &mut State, pod: Pod, out: &mut impl Observer) {
        out.report(|| Effect::Follow(actors::sigterm(pod)));
        say_stage(pod, "NORMAL", out);
        say_stop(pod, Role::Overlord, out);
        let overlord = state.overlord_mut(ordinal(pod));
        if overlord.hook == Hook::Initialized {
            overlord.hook = Hook::Relinquished;
            overlord.supervisors = Supervisors::Stopping;
            overlord.stop_left = self.sm_stop;
            say(pod, At::Life, &lines::OVERLORD_NO_LEADER, out);
            say_supervisors(pod, At::Life, out);
        }
        state.set_stage(pod, Stage::OverlordStop, 0);
    }

    /// The elector's own thread sees what its worker did, queues the start hook and goes on to renew.
    #[allow(clippy::unused_self, reason = "all steps read alike")]
    fn lead(&self, state: &mut State, pod: Pod, role: Role, out: &mut impl Observer) {
        let member = ordinal(pod);
        let silence = state.elector(role, member).silence;
        state.set_elector(role, member, Phase::Leading, silence);
        say(pod, At::Elector, &lines::ACQUIRED, out);
        match role {
            Role::Coordinator => out.report(|| {
                let slots = vec![("delay", lines::START_DELAY.to_owned())];
                Effect::Log(log(pod, At::Hook, &lines::BOW, slots))
            }),
            Role::Overlord => {
                state.overlord_mut(member).hook = Hook::Queued;
                state.leaderless.stop();
                state.handoffs = (state.handoffs + 1).min(MANY);
                out.report(|| Effect::Raise(actors::hook(member)));
            }
        }
    }

    /// `LeaderElectorAsyncWrapper.close` up to the wait: two interrupts, and the stop hook that follows.
    fn interrupt(&self, state: &mut State, pod: Pod, role: Role, out: &mut impl Observer) {
        let member = ordinal(pod);
        let leads = state.elector(role, member).phase == Phase::Leading;
        // The Overlord's flag is set by its start hook, which may not have run.
        let flagged = match role {
            Role::Coordinator => leads,
            Role::Overlord => leads && state.overlord(member).hook == Hook::Relinquished,
        };
        if role == Role::Coordinator {
            out.report(|| Effect::Follow(actors::sigterm(pod)));
            if !self.plays(pod, Role::Overlord) {
                say_stage(pod, "NORMAL", out);
            }
            say_stop(pod, role, out);
        } else {
            let overlord = state.overlord_mut(member);
            if overlord.supervisors == Supervisors::Stopping {
                say(pod, At::Life, &lines::SUPERVISORS_STOPPED, out);
            }
            overlord.supervisors = Supervisors::Down;
            if overlord.hook == Hook::Relinquished {
                overlord.hook = Hook::None;
            }
            if leads {
                lose(state, flagged);
            }
        }
        let stalls = flagged && !self.joins_outside(role);
        state.set_elector(role, member, if stalls { Phase::Blocked } else { Phase::Ended }, 0);
        state.lock_mut(role).set_sight(member, Sight::Blank);
        say(
            pod,
            At::Elector,
            if leads { &lines::RENEW_INTERRUPTED } else { &lines::ACQUIRE_INTERRUPTED },
            out,
        );
        say(pod, At::Elector, &lines::LOST, out);
        if !flagged {
            say(pod, At::Elector, &lines::NOT_THE_LEADER, out);
        } else if !stalls {
            say(pod, At::Elector, lost(role), out);
        }
        if self.has(Fix::ReleaseWithoutJoin) {
            self.release(state, role, member, out);
        }
        let wait = match role {
            Role::Overlord => Stage::OverlordJoin,
            Role::Coordinator => Stage::CoordinatorJoin,
        };
        state.set_stage(pod, wait, if stalls { JOIN_TICKS } else { 0 });
    }

    fn join(&self, state: &mut State, pod: Pod, role: Role, out: &mut impl Observer) {
        let member = ordinal(pod);
        let timed_out = state.elector(role, member).phase == Phase::Blocked;
        state.set_elector(role, member, Phase::Ended, 0);
        if timed_out {
            out.report(|| {
                let slots = vec![("wrapper", lines::WRAPPER_NAME.to_owned())];
                Effect::Log(log(pod, At::Life, &lines::NOT_TERMINATED, slots))
            });
            // Only now is the lock free that the stop hook needs.
            say(pod, At::Elector, lost(role), out);
        } else if self.has(Fix::ReleaseAfterJoin) {
            self.release(state, role, member, out);
        }
        let goes_on = role == Role::Overlord && self.plays(pod, Role::Coordinator);
        state.set_stage(pod, if goes_on { Stage::CoordinatorStop } else { Stage::Rest }, 0);
    }

    /// The process is gone, whatever its threads were at; the lock keeps its name.
    fn end(&self, state: &mut State, pod: Pod) {
        let member = ordinal(pod);
        for role in self.roles(pod) {
            if role == Role::Overlord && state.elector(role, member).phase == Phase::Leading {
                let initialized =
                    matches!(state.overlord(member).hook, Hook::Initialized | Hook::Relinquished);
                lose(state, initialized);
            }
            state.set_elector(role, member, Phase::Off, 0);
            if state.holder(role) == Holder::Live(member) {
                state.lock_mut(role).rename(member + MEMBERS);
            }
            state.lock_mut(role).set_sight(member, Sight::Blank);
            if role == Role::Overlord {
                *state.overlord_mut(member) = Overlord::default();
            }
        }
        state.elapsed = 0;
        state.set_stage(pod, Stage::Restarting, self.restart);
    }

    /// `LeaderElector.tryAcquireOrRenew` on the scheduled worker.
    fn poll(&self, state: &mut State, role: Role, member: Member, out: &mut impl Observer) {
        out.report(|| Effect::Follow(actors::record(role, member)));
        if self.may_take(state, role, member) {
            state.lock_mut(role).set_sight(member, Sight::Blank);
            self.write(state, role, Some(member), out);
            state.set_elector(role, member, Phase::Acquired, 0);
        } else {
            state.lock_mut(role).look(member);
        }
    }

    /// The renew loop ends and its own thread runs the stop hook.
    fn give_up(&self, state: &mut State, role: Role, member: Member, out: &mut impl Observer) {
        let pod = self.pod_of(role, member);
        say(pod, At::Elector, &lines::LOST, out);
        say(pod, At::Elector, lost(role), out);
        if role == Role::Overlord && state.overlord(member).supervisors == Supervisors::Up {
            state.set_elector(role, member, Phase::Stopping, 0);
            let overlord = state.overlord_mut(member);
            overlord.hook = Hook::None;
            overlord.supervisors = Supervisors::Stopping;
            overlord.stop_left = self.sm_stop;
            say_supervisors(pod, At::Elector, out);
            let others = self.members().filter(|&other| other != member);
            let led = |other: Member| state.elector(role, other).phase == Phase::Leading;
            // With another leader there is no gap.
            if !others.into_iter().any(led) {
                lose(state, true);
            }
        } else {
            self.begin_polling(state, role, member, out);
        }
    }

    fn hook_start(&self, state: &mut State, member: Member, out: &mut impl Observer) {
        out.report(|| Effect::Follow(actors::hook(member)));
        let closing = state.elector(Role::Overlord, member).phase != Phase::Leading;
        let overlord = state.overlord_mut(member);
        if closing && self.has(Fix::HookGuard) {
            overlord.hook = Hook::None;
        } else {
            overlord.hook = Hook::Promoting;
            overlord.hook_left = self.worker_sync;
            let pod = self.pod_of(Role::Overlord, member);
            say(pod, At::Hook, &lines::GRAYSKULL, out);
            say(pod, At::Hook, &lines::WAITING_FOR_WORKERS, out);
        }
    }

    fn hook_initialized(&self, state: &mut State, member: Member, out: &mut impl Observer) {
        let pod = self.pod_of(Role::Overlord, member);
        say(pod, At::Hook, &lines::SYNCED_WORKERS, out);
        say(pod, At::Hook, &lines::LOADING_SUPERVISORS, out);
        let overlord = state.overlord_mut(member);
        overlord.hook = Hook::Initialized;
        overlord.supervisors = Supervisors::Up;
        state.generation = (state.generation + 1).min(MANY);
        // What a stopping process starts ends no gap.
        if state.elector(Role::Overlord, member).phase == Phase::Leading {
            state.uninitialized.stop();
        }
    }

    /// Five seconds pass: leaders renew, clocks go on, and whoever watched the lock has seen it.
    fn tick(&self, state: &mut State) {
        state.dark = if self.is_served(state) { 0 } else { (state.dark + 1).min(LONGEST) };
        state.leaderless.tick();
        state.uninitialized.tick();
        if self.stopping(state).is_some() {
            state.elapsed += 1;
        }
        for role in Role::ALL {
            let renewer = self.renewer(state, role);
            if renewer.is_some() {
                state.lock_mut(role).renewed();
                for member in self.members() {
                    if state.lock(role).sight(member) != Sight::Blank {
                        let cut = state.cut() == Some(self.pod_of(role, member));
                        let sight = if cut { Sight::Behind(self.poll) } else { Sight::Seen(1) };
                        state.lock_mut(role).set_sight(member, sight);
                    }
                }
            } else {
                state.lock_mut(role).tick(self.poll, self.lease + self.poll);
            }
            for member in self.members() {
                let elector = state.elector(role, member);
                let silence = match elector.phase {
                    Phase::Leading if renewer == Some(member) => 1,
                    Phase::Leading => (elector.silence + 1).min(RETRY_TICKS + self.renew_deadline),
                    Phase::Acquired => 1,
                    _ => 0,
                };
                state.set_elector(role, member, elector.phase, silence);
            }
        }
        state.tick_processes();
    }
}

/// The Lifecycle thread begins, and comes to Jetty.
fn report_sigterm(pod: Pod, out: &mut impl Observer) {
    out.report(|| Effect::Follow(actors::READY));
    out.report(|| Effect::Raise(actors::sigterm(pod)));
    out.report(|| {
        let slots = vec![("lifecycle", "module".to_owned())];
        Effect::Log(log(pod, At::Life, &lines::SHUTDOWN_HOOK, slots))
    });
    say_stage(pod, "ANNOUNCEMENTS", out);
    say_stage(pod, "SERVER", out);
}

/// The Overlord's leadership ends.
fn lose(state: &mut State, initialized: bool) {
    state.leaderless.start();
    if initialized {
        state.uninitialized.start();
    }
}

/// A line without slots.
fn say(pod: Pod, at: At, template: &'static LogTemplate, out: &mut impl Observer) {
    out.report(|| Effect::Log(log(pod, at, template, Vec::new())));
}

fn say_stage(pod: Pod, stage: &'static str, out: &mut impl Observer) {
    out.report(|| {
        let module = ("lifecycle", "module".to_owned());
        let slots = vec![module, ("stage", stage.to_owned()), ("handlers", "[]".to_owned())];
        Effect::Log(log(pod, At::Life, &lines::STOPPING, slots))
    });
}

fn say_stop(pod: Pod, role: Role, out: &mut impl Observer) {
    out.report(|| {
        let slots = vec![("object", format!("Druid{}", role.title())), ("method", "stop".to_owned())];
        Effect::Log(log(pod, At::Life, &lines::STOP_METHOD, slots))
    });
}

fn say_supervisors(pod: Pod, at: At, out: &mut impl Observer) {
    out.report(|| {
        let slots = vec![("count", lines::SUPERVISOR_COUNT.to_string())];
        Effect::Log(log(pod, at, &lines::STOPPING_SUPERVISORS, slots))
    });
}

/// What the stop hook of a leader prints first.
fn lost(role: Role) -> &'static LogTemplate {
    match role {
        Role::Coordinator => &lines::COORDINATOR_NO_LEADER,
        Role::Overlord => &lines::OVERLORD_NO_LEADER,
    }
}
