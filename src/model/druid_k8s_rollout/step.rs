//! The effects of the actions. Written once: a search watches with `()`, a reader with a recorder.

use super::action::{Action, ordinal};
use super::state::{
    Holder, Hook, LONGEST, MANY, MEMBERS, Member, Overlord, Phase, Pod, Role, Stage, State, Supervisors,
};
use super::{DruidRollout, Fix, JOIN_TICKS, PRE_STOP_TICKS, RETRY_TICKS};
use crate::machine::Observer;
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
            }
            Action::Sigkill => {
                let pod = self.stopping(state).expect("guarded: a pod is stopping");
                self.end(state, pod, out);
            }
            Action::StopOverlord(pod) => {
                let overlord = state.overlord_mut(ordinal(pod));
                if overlord.hook == Hook::Initialized {
                    overlord.hook = Hook::Relinquished;
                    overlord.supervisors = Supervisors::Stopping;
                    overlord.stop_left = self.sm_stop;
                }
                state.set_stage(pod, Stage::OverlordStop, 0);
            }
            Action::Interrupt(pod, role) => self.interrupt(state, pod, role, out),
            Action::Join(pod, role) => self.join(state, pod, role, out),
            Action::Exit(pod) => self.end(state, pod, out),
            Action::Ready(pod) => {
                state.set_stage(pod, Stage::Up, 0);
                for role in self.roles(pod) {
                    self.begin_polling(state, role, ordinal(pod));
                }
            }
            Action::Renew(pod, role) => {
                state.set_elector(role, ordinal(pod), Phase::Leading, 0);
                state.lock_mut(role).write(Some(ordinal(pod)));
            }
            Action::Poll(pod, role) => self.poll(state, role, ordinal(pod), out),
            Action::Lead(pod, role) => {
                let member = ordinal(pod);
                let silence = state.elector(role, member).silence;
                state.set_elector(role, member, Phase::Leading, silence);
                if role == Role::Overlord {
                    state.overlord_mut(member).hook = Hook::Queued;
                    state.leaderless.stop();
                    state.handoffs = (state.handoffs + 1).min(MANY);
                }
            }
            Action::GiveUp(pod, role) => self.give_up(state, role, ordinal(pod), out),
            Action::Relinquish(pod, role) => {
                state.overlord_mut(ordinal(pod)).supervisors = Supervisors::Down;
                self.begin_polling(state, role, ordinal(pod));
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

    /// An elector enters its acquire loop. Its first look comes before a full poll period.
    fn begin_polling(&self, state: &mut State, role: Role, member: Member) {
        state.set_elector(role, member, Phase::Polling, 0);
        state.lock_mut(role).set_sight(member, Sight::Behind(self.poll - 1));
    }

    /// `LeaderElectorAsyncWrapper.close` up to the wait: two interrupts, and the stop hook that follows.
    fn interrupt(&self, state: &mut State, pod: Pod, role: Role, _out: &mut impl Observer) {
        let member = ordinal(pod);
        let leads = state.elector(role, member).phase == Phase::Leading;
        // The Overlord's flag is set by its start hook, which may not have run.
        let flagged = match role {
            Role::Coordinator => leads,
            Role::Overlord => leads && state.overlord(member).hook == Hook::Relinquished,
        };
        if role == Role::Overlord {
            let overlord = state.overlord_mut(member);
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
        if self.has(Fix::ReleaseWithoutJoin) {
            release(state, role, member);
        }
        let stage = match role {
            Role::Overlord => Stage::OverlordJoin,
            Role::Coordinator => Stage::CoordinatorJoin,
        };
        state.set_stage(pod, stage, if stalls { JOIN_TICKS } else { 0 });
    }

    fn join(&self, state: &mut State, pod: Pod, role: Role, _out: &mut impl Observer) {
        let member = ordinal(pod);
        let timed_out = state.elector(role, member).phase == Phase::Blocked;
        state.set_elector(role, member, Phase::Ended, 0);
        if self.has(Fix::ReleaseAfterJoin) && !timed_out {
            release(state, role, member);
        }
        let goes_on = role == Role::Overlord && self.plays(pod, Role::Coordinator);
        state.set_stage(pod, if goes_on { Stage::CoordinatorStop } else { Stage::Rest }, 0);
    }

    /// The process is gone, whatever its threads were at; the lock keeps its name.
    fn end(&self, state: &mut State, pod: Pod, _out: &mut impl Observer) {
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
    fn poll(&self, state: &mut State, role: Role, member: Member, _out: &mut impl Observer) {
        if self.may_take(state, role, member) {
            state.lock_mut(role).set_sight(member, Sight::Blank);
            state.lock_mut(role).write(Some(member));
            state.set_elector(role, member, Phase::Acquired, 0);
        } else {
            state.lock_mut(role).look(member);
        }
    }

    /// The renew loop ends and its own thread runs the stop hook.
    fn give_up(&self, state: &mut State, role: Role, member: Member, _out: &mut impl Observer) {
        if role == Role::Overlord && state.overlord(member).supervisors == Supervisors::Up {
            state.set_elector(role, member, Phase::Stopping, 0);
            let overlord = state.overlord_mut(member);
            overlord.hook = Hook::None;
            overlord.supervisors = Supervisors::Stopping;
            overlord.stop_left = self.sm_stop;
            let others = self.members().filter(|&other| other != member);
            let led = |other: Member| state.elector(role, other).phase == Phase::Leading;
            // With another leader there is no gap.
            if !others.into_iter().any(led) {
                lose(state, true);
            }
        } else {
            self.begin_polling(state, role, member);
        }
    }

    fn hook_start(&self, state: &mut State, member: Member, _out: &mut impl Observer) {
        let closing = state.elector(Role::Overlord, member).phase != Phase::Leading;
        let overlord = state.overlord_mut(member);
        if closing && self.has(Fix::HookGuard) {
            overlord.hook = Hook::None;
        } else {
            overlord.hook = Hook::Promoting;
            overlord.hook_left = self.worker_sync;
        }
    }

    #[allow(clippy::unused_self, reason = "all steps read alike")]
    fn hook_initialized(&self, state: &mut State, member: Member, _out: &mut impl Observer) {
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

/// The Overlord's leadership ends.
fn lose(state: &mut State, initialized: bool) {
    state.leaderless.start();
    if initialized {
        state.uninitialized.start();
    }
}

/// Empties the lock if it names this process.
fn release(state: &mut State, role: Role, member: Member) {
    if state.holder(role) == Holder::Live(member) {
        state.lock_mut(role).write(None);
    }
}
