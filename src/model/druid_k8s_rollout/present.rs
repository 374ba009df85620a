//! The presentation: parsing with regard to the parameters, choices, upstream references, budgets.

use super::action::{self, Action, ordinal};
use super::actors::{self, Part};
use super::guard::Refusal;
use super::sentence::duration;
use super::state::{Hook, Phase, Role, State};
use super::{DruidRollout, TICK_MS};
use crate::machine::{
    Actor, ActorInfo, EventError, Facts, Label, Machine, Present, Row, Scene, Upstream, Watch,
};
use crate::part::Sight;

impl Present for DruidRollout {
    fn parse(&self, event: &str) -> Result<Action, EventError> {
        let action = action::parse(event)?;
        // Whether the Overlords have pods of their own may be a fix, and a schedule is one under all of them.
        if action.pod().is_some_and(|pod| ordinal(pod) >= self.members) {
            let last = self.members - 1;
            return Err(EventError(format!(
                "`{event}` names a pod that is not there; expected an ordinal 0 to {last}"
            )));
        }
        Ok(action)
    }

    fn actors(&self) -> &[ActorInfo] {
        &self.actors
    }

    fn queue_lengths(&self, _: &State) -> Vec<u8> {
        Vec::new()
    }

    fn offers(&self, state: &State, out: &mut Vec<Action>) {
        self.candidates(|action| {
            let shown = match self.guard(state, action) {
                Ok(()) => true,
                Err(refusal) => is_worth_asking(action, refusal),
            };
            if shown {
                out.push(action);
            }
        });
    }

    fn actor(&self, action: Action) -> Actor {
        match (action, action.pod()) {
            (Action::Partition(_) | Action::Heal, _) => actors::NETWORK,
            (Action::Tick, _) => actors::CLOCK,
            (_, None) => actors::ROLLOUT,
            (_, Some(pod)) => self.thread_of(
                pod,
                match action {
                    Action::Renew(..)
                    | Action::Poll(..)
                    | Action::Lead(..)
                    | Action::GiveUp(..)
                    | Action::Relinquish(..) => Part::Elector,
                    Action::HookStart(_) | Action::HookInitialized(_) => Part::Hook,
                    _ => Part::Life,
                },
            ),
        }
    }

    fn label(&self, state: &State, action: Action) -> Label {
        let (title, hint) = self.words(state, action);
        Label { title, hint }
    }

    fn sentence(&self, before: &State, action: Action, after: &State) -> String {
        self.tell(before, action, after)
    }

    fn upstream(&self, _: &State, action: Action) -> Upstream {
        let (class, method) = match action {
            Action::Sigterm => ("StatefulSetControl", "UpdateStatefulSet"),
            Action::Sigkill => ("kubeGenericRuntimeManager", "killContainer"),
            Action::StopOverlord(_) => ("DruidOverlord", "gracefulStopLeaderLifecycle"),
            Action::Interrupt(_, Role::Overlord) => ("DruidOverlord", "stop"),
            Action::Interrupt(_, Role::Coordinator) => ("DruidCoordinator", "stop"),
            Action::Join(..) => ("LeaderElectorAsyncWrapper", "close"),
            Action::Exit(_) => ("Lifecycle", "stop"),
            Action::Ready(_) => ("K8sDruidLeaderSelector", "registerListener"),
            Action::Renew(..) | Action::Poll(..) | Action::Partition(_) | Action::Heal => {
                ("LeaderElector", "tryAcquireOrRenew")
            }
            Action::Lead(..) => ("LeaderElector", "acquire"),
            Action::GiveUp(..) | Action::Tick => ("LeaderElector", "renewLoop"),
            Action::Relinquish(..) => ("SupervisorManager", "stop"),
            Action::HookStart(_) => ("DruidOverlord", "becomeLeader"),
            Action::HookInitialized(_) => ("SupervisorManager", "start"),
        };
        Upstream { class, method }
    }

    fn effects(&self, state: &State, action: Action, out: &mut Watch) {
        self.apply(&mut { *state }, action, out);
    }

    fn budget(&self, state: &State, action: Action) -> Option<(&'static str, u32)> {
        matches!(action, Action::Partition(_)).then_some(("partition", u32::from(state.partitions_left)))
    }

    /// What happens within a tick takes no time in the model; the log's clock gets a little of it.
    fn duration_ms(&self, _: &State, action: Action) -> u32 {
        match action {
            Action::Tick => TICK_MS,
            Action::Heal | Action::Partition(_) => 1,
            _ => 20,
        }
    }

    fn tick_us(&self) -> u32 {
        TICK_MS * 1_000
    }

    fn rows(&self, state: &State, facts: &Facts) -> Vec<Row> {
        self.lock_rows(state, facts)
    }

    fn scene(&self, state: &State, facts: &Facts) -> Scene {
        self.draw(state, facts)
    }
}

/// Whether a refused action is one that a reader would ask about.
fn is_worth_asking(action: Action, refusal: Refusal) -> bool {
    match refusal {
        Refusal::NotReady(_)
        | Refusal::Takes(..)
        | Refusal::GiantOwned(_)
        | Refusal::GraceOver
        | Refusal::Due(_) => true,
        Refusal::LeaseRuns(seen) => seen > 1,
        Refusal::DeadlineRuns(silence) => silence > 1,
        Refusal::CutOff => matches!(action, Action::Poll(..)),
        _ => false,
    }
}

impl DruidRollout {
    /// Title and hint of a choice.
    fn words(&self, state: &State, action: Action) -> (String, String) {
        let pair = |title: &str, hint: &str| (title.to_owned(), hint.to_owned());
        let named =
            |title: &str, role: Role, hint: &str| (format!("{title} · {}", role.title()), hint.to_owned());
        match action {
            Action::Sigterm => {
                let next = self.order.get(usize::from(state.rolled)).filter(|_| state.rolled < self.rolls);
                (
                    "Stop the next pod".into(),
                    next.map(|&pod| actors::node(pod).to_owned()).unwrap_or_default(),
                )
            }
            Action::Sigkill => pair("Kill the stopping pod", "its grace period is over"),
            Action::StopOverlord(_) => pair("Enter DruidOverlord.stop", "supervisors first, if it leads"),
            Action::Interrupt(pod, role) => {
                let leads = state.elector(role, ordinal(pod)).phase == Phase::Leading;
                named("Interrupt the elector", role, if leads { "it leads" } else { "it does not lead" })
            }
            Action::Join(pod, role) => {
                let blocked = state.elector(role, ordinal(pod)).phase == Phase::Blocked;
                named("End the wait", role, if blocked { "10 s are over" } else { "the elector has ended" })
            }
            Action::Exit(_) => pair("End the process", "what its locks say stays"),
            Action::Ready(_) => pair("Become Ready", "the next pod may stop"),
            Action::Renew(_, role) => named("Renew once more", role, "before it is interrupted"),
            Action::Poll(pod, role) => {
                let member = ordinal(pod);
                let hint = match state.lock(role).sight(member) {
                    _ if self.may_take(state, role, member) => "takes it".into(),
                    Sight::Seen(ticks) => format!("first seen {} ago", duration(ticks)),
                    Sight::Behind(_) | Sight::Blank => "a record it has not seen".into(),
                };
                (format!("Look at the lock · {}", role.title()), hint)
            }
            Action::Lead(_, role) => named("Notice the lock", role, "renew from now on"),
            Action::GiveUp(_, role) => named("Give up the lease", role, "the renew deadline is over"),
            Action::Relinquish(_, role) => named("End the stop hook", role, "supervisors are down"),
            Action::HookStart(pod) => {
                let led = state.elector(Role::Overlord, ordinal(pod)).phase == Phase::Leading;
                let queued = state.overlord(ordinal(pod)).hook == Hook::Queued;
                let hint = if queued && !led { "late: its elector has ended" } else { "becomeLeader" };
                pair("Run the start hook", hint)
            }
            Action::HookInitialized(_) => pair("End the promotion", "supervisors start anew"),
            Action::Partition(pod) => {
                let leads = |role: &Role| state.elector(*role, ordinal(pod)).phase == Phase::Leading;
                let hint = if self.roles(pod).any(|role| leads(&role)) { "a leader" } else { "a standby" };
                (format!("Cut off {}", actors::node(pod)), hint.into())
            }
            Action::Heal => pair("Reach the API server again", ""),
            Action::Tick => pair("Let 5 s pass", "leaders renew, clocks go on"),
        }
    }
}
