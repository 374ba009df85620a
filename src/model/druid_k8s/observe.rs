//! What somebody sees of the pod who has its log, its signals, its lock records and the callbacks of its load queues.

use super::action::Action;
use super::state::{Elector, Lease, Process, Role, State, Supervisors};
use super::{DruidK8s, Handler, LOAD_QUEUES, coordinator};
use crate::machine::{LogLine, Observe, Phase, Present, lines_of};

impl Observe for DruidK8s {
    fn event(&self, state: &State, action: Action) -> Option<String> {
        let event = match action {
            Action::Sigterm => "sigterm",
            Action::Sigkill => "sigkill",
            Action::Exit => "exit",
            Action::Interrupt => "interrupt",
            Action::Callback => "callback.run",
            Action::Life if self.handler(state) == Some(Handler::CallbackPool) && state.life.step() == 0 => {
                "callbacks.stop"
            }
            _ if !self.hands_over(state, action) => return None,
            _ if state.callbacks.phase() == Phase::Running => "callback.submit",
            _ => "callback.reject",
        };
        Some(event.into())
    }

    fn seen(&self, state: &State) -> Vec<(String, String)> {
        let mut seen = vec![
            ("process", process(state)),
            ("lock.coordinator", holder(state, Role::Coordinator)),
            ("leader.coordinator", word(state.of(Role::Coordinator).leader)),
            ("callbacks.queued", state.callbacks.queue().len().to_string()),
            ("callbacks.ran", state.ran.to_string()),
            ("callbacks.pool", pool(state)),
        ];
        if self.has_role(Role::Overlord) {
            seen.push(("lock.overlord", holder(state, Role::Overlord)));
            seen.push(("leader.overlord", word(state.of(Role::Overlord).leader)));
            // Those that start or stop run.
            let down = state.supervisors == Supervisors::Down;
            seen.push(("supervisors", if down { "down" } else { "up" }.to_owned()));
        }
        seen.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
    }

    fn lines(&self, state: &State, action: Action) -> Vec<LogLine> {
        lines_of(self, state, action)
    }

    fn asked(&self, state: &State, out: &mut Vec<Action>) {
        self.offers(state, out);
    }
}

impl DruidK8s {
    /// Whether the step hands the callback of a queued request to the pool.
    fn hands_over(&self, state: &State, action: Action) -> bool {
        let relinquishes = match action {
            Action::Elector(Role::Coordinator) => {
                state.of(Role::Coordinator).elector == Elector::Relinquishing
            }
            Action::Life => {
                self.handler(state) == Some(Handler::Coordinator) && state.life.step() == coordinator::SYNC
            }
            _ => false,
        };
        relinquishes && state.relinquished == LOAD_QUEUES && state.given_up < self.requests()
    }
}

fn word(value: bool) -> String {
    value.to_string()
}

fn process(state: &State) -> String {
    match state.process {
        Process::Up => "up",
        Process::Exited => "exited",
        Process::Killed => "killed",
    }
    .to_owned()
}

fn holder(state: &State, role: Role) -> String {
    match state.of(role).lease {
        Lease::Other => "another pod",
        Lease::Ours => "this pod",
        Lease::Released => "nobody",
    }
    .to_owned()
}

fn pool(state: &State) -> String {
    if state.callbacks.phase() == Phase::Running { "running" } else { "stopped" }.to_owned()
}
