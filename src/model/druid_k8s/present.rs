//! The presentation of `druid-k8s`.

use super::action::Action;
use super::state::{Hook, Role, State};
use super::{DruidK8s, Handler, actors, coordinator, overlord};
use crate::machine::{
    Actor, ActorInfo, Class, EventError, Facts, Label, Machine, Present, Row, Scene, Upstream, Watch,
};

/// A tick of the shutdown's clock, in milliseconds.
const TICK_MS: u32 = 5_000;

impl Present for DruidK8s {
    fn parse(&self, event: &str) -> Result<Action, EventError> {
        Action::parse(event)
    }

    fn actors(&self) -> &[ActorInfo] {
        &actors::ACTORS
    }

    fn queue_lengths(&self, state: &State) -> Vec<u8> {
        vec![state.callbacks.queue().len()]
    }

    fn offers(&self, state: &State, out: &mut Vec<Action>) {
        let offered =
            |&action: &Action| self.guard(state, action).is_ok() || self.is_worth_asking(state, action);
        out.extend(Action::ALL.into_iter().filter(offered));
    }

    fn actor(&self, action: Action) -> Actor {
        match action {
            Action::Sigterm | Action::Sigkill => actors::KUBELET,
            Action::Life | Action::TimeOut | Action::TimeOutSlow | Action::Interrupt => actors::LIFE,
            Action::Elector(role) => actors::elector(role),
            Action::Hook(role) | Action::HookFails(role) => actors::hook(role),
            Action::Callback => actors::CALLBACK_POOL,
            Action::Exit => actors::JVM,
        }
    }

    fn label(&self, state: &State, action: Action) -> Label {
        self.choice(state, action)
    }

    fn sentence(&self, before: &State, action: Action, after: &State) -> String {
        self.tell(before, action, after)
    }

    fn upstream(&self, state: &State, action: Action) -> Upstream {
        let (class, method) = match action {
            Action::Sigterm | Action::Interrupt => ("Lifecycle", "join"),
            Action::Sigkill | Action::Exit => ("Runtime", "halt"),
            Action::Life => self.upstream_of_life(state),
            Action::TimeOut | Action::TimeOutSlow => ("LeaderElectorAsyncWrapper", "close"),
            Action::Elector(role) => match (state.of(role).elector, role) {
                (super::Elector::Polling | super::Elector::Renewing, _) => ("LeaderElector", "run"),
                (super::Elector::Woken, _) => ("K8sDruidLeaderSelector", "registerListener"),
                (_, Role::Coordinator) => ("DruidCoordinator", "stopBeingLeader"),
                (_, Role::Overlord) => ("DruidOverlord", "stopBeingLeader"),
            },
            Action::Hook(role) | Action::HookFails(role) => match (state.of(role).hook, role) {
                (Hook::None | Hook::Queued, _) => ("K8sDruidLeaderSelector", "registerListener"),
                (_, Role::Coordinator) => ("DruidCoordinator", "becomeLeader"),
                (_, Role::Overlord) => ("DruidOverlord", "becomeLeader"),
            },
            Action::Callback => ("HttpLoadQueuePeon", "executeCallbacks"),
        };
        Upstream { class, method }
    }

    fn effects(&self, state: &State, action: Action, out: &mut Watch) {
        self.apply(&mut { *state }, action, out);
    }

    fn budget(&self, state: &State, action: Action) -> Option<(&'static str, u32)> {
        let (fault, left) = match action {
            Action::TimeOutSlow => ("slow_relinquish", state.slow_left),
            Action::Interrupt => ("interrupt", state.interrupt_left),
            Action::HookFails(_) => ("promotion_fails", state.fail_left),
            _ => return None,
        };
        Some((fault, u32::from(left)))
    }

    fn duration_ms(&self, state: &State, action: Action) -> u32 {
        let waited = u32::from(self.step(state, action).elapsed - state.elapsed) * TICK_MS;
        let own = match action {
            Action::Sigterm | Action::Sigkill => 40,
            Action::Life => 6,
            Action::Elector(_) | Action::Callback => 2,
            // Known waits of a promotion count only while the pod waits for them.
            Action::Hook(_) | Action::HookFails(_) => 300,
            Action::TimeOut | Action::TimeOutSlow => 1,
            Action::Interrupt => 0,
            Action::Exit => 10,
        };
        waited + own
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

impl DruidK8s {
    fn upstream_of_life(&self, state: &State) -> (&'static str, &'static str) {
        match (self.handler(state), state.life.step()) {
            (Some(Handler::Announcer), _) => ("K8sDruidNodeAnnouncer", "unannounce"),
            (Some(Handler::Jetty), _) => ("JettyServerModule", "stop"),
            (Some(Handler::Overlord), overlord::GRACEFUL) => ("DruidOverlord", "gracefulStopLeaderLifecycle"),
            (Some(Handler::Overlord), overlord::JOIN) | (Some(Handler::Coordinator), coordinator::JOIN) => {
                ("LeaderElectorAsyncWrapper", "close")
            }
            (Some(Handler::Overlord), _) => ("DruidOverlord", "stop"),
            (Some(Handler::Coordinator), coordinator::SYNC) => ("DruidCoordinator", "stopBeingLeader"),
            (Some(Handler::Coordinator), _) => ("DruidCoordinator", "stop"),
            (Some(Handler::CallbackPool | Handler::PeonPool | Handler::DutyPools), _) => {
                ("ExecutorServices", "manageLifecycle")
            }
            _ => ("Lifecycle", "stop"),
        }
    }

    /// Whether a refused action is one that a reader would ask about.
    fn is_worth_asking(&self, state: &State, action: Action) -> bool {
        let stopping = !state.life.is_running();
        match action {
            Action::TimeOut => self.joined(state).is_ok(),
            Action::TimeOutSlow => self.slow_relinquish > 0 && self.joined(state).is_ok(),
            Action::Elector(role) => self.has_role(role) && stopping,
            Action::Hook(role) => state.of(role).hook != Hook::None,
            Action::Life | Action::Callback | Action::Exit => stopping,
            Action::Sigterm | Action::Sigkill => false,
            _ => {
                self.class(action) == Class::Fault
                    && self.budget(state, action).is_some_and(|(_, left)| left > 0)
            }
        }
    }

    /// The role whose lock the Lifecycle thread stands before.
    pub(super) fn wants_lock(&self, state: &State) -> Option<Role> {
        match (self.handler(state)?, state.life.step()) {
            (Handler::Overlord, overlord::LOCK) => Some(Role::Overlord),
            (Handler::Coordinator, coordinator::LOCK) => Some(Role::Coordinator),
            (Handler::Coordinator, coordinator::CLEAN)
                if state.owner(Role::Coordinator) != Some(super::Thread::Life) =>
            {
                Some(Role::Coordinator)
            }
            _ => None,
        }
    }
}
