//! Actions as choices, and the code behind each.

use super::action::{Action, How};
use super::call::{Who, lacks_session};
use super::guard::Refusal;
use super::place::{Place, of_caller, of_keeper, of_loop};
use super::state::{A, Node, State};
use super::thread::{Loop, Unreg};
use super::{DruidConsul, Fix};
use crate::machine::{Label, Machine, Upstream, seconds};

impl DruidConsul {
    /// Ticks and what they are, as in `3 ticks (5 s)`.
    pub(super) fn span(&self, ticks: u8) -> String {
        let unit = if ticks == 1 { "tick" } else { "ticks" };
        format!("{ticks} {unit} ({} s)", seconds(ticks.into(), self.tick_us))
    }

    /// The place of the thread whose step the action is.
    fn place(&self, state: &State, action: Action) -> Option<Place> {
        match action {
            Action::Loop(node, _) => of_loop(state.node(node).loop_.at),
            Action::Keeper(node, _) => of_keeper(state.node(node).keeper.at),
            Action::Unregister => of_caller(Unreg::Idle, self.has(Fix::Order)),
            Action::Caller(_) => of_caller(state.unregister.at, self.has(Fix::Order)),
            _ => None,
        }
    }

    pub(super) fn label_of(&self, state: &State, action: Action) -> Label {
        let (title, hint) = match action {
            Action::Loop(_, how) | Action::Keeper(_, how) | Action::Caller(how) => {
                return self.label_of_step(state, action, how);
            }
            Action::Start => ("Start node b", "the second node"),
            Action::Unregister => ("Call unregisterListener", "the process is told to stop"),
            Action::Expire(_) => ("Let the session expire", "its TTL is over, twice"),
            Action::Invalidate => ("End the leader's session", "a check turns critical, an agent leaves"),
            Action::DeleteKey => ("Delete the lock's key", "no lock-delay follows"),
            Action::OverwriteKey => ("Overwrite the lock's key", "its session stays"),
            Action::Cut => ("Cut node a off from Consul", "its calls hang or fail"),
            Action::Heal => ("Reach Consul again", ""),
            Action::Pause => ("Make node a stand still", "a long collection, a suspended machine"),
            Action::Resume => ("Let node a go on", ""),
            Action::Crash => ("Kill the process of node a", "Consul is not told"),
            Action::Write(_) => ("Write to the fenced resource", "with this leader's token"),
            Action::Tick => {
                let hint = format!("{} s", seconds(1, self.tick_us));
                return Label { title: "Let a tick pass".into(), hint };
            }
        };
        Label { title: title.into(), hint: hint.into() }
    }

    fn label_of_step(&self, state: &State, action: Action, how: How) -> Label {
        let Some(place) = self.place(state, action) else {
            return Label { title: "Take a step".into(), hint: "the thread has ended".into() };
        };
        let fate = match how {
            How::Run if is_call_to_nowhere(state, action) => ", but the call times out",
            How::Run => "",
            How::Error => ", but the call fails",
            How::Lost => ", but the answer is lost",
            How::Exception => return thrown(place, "an exception"),
            How::Throwable => return thrown(place, "an Error"),
        };
        let null = matches!(action, Action::Loop(node, _) if acquires_without_session(state, node));
        let hint = if null { "sessionId is null by now" } else { place.hint };
        Label { title: format!("{}{fate}", place.title), hint: hint.into() }
    }

    pub(super) fn offers_of(&self, state: &State, out: &mut Vec<Action>) {
        let shown = |action: &Action| match self.guard(state, *action) {
            Ok(()) => true,
            Err(refusal) => is_worth_asking(state, *action, refusal),
        };
        out.extend(self.candidates.iter().copied().filter(shown));
    }

    pub(super) fn upstream_of(&self, state: &State, action: Action) -> Upstream {
        let runs = |start: bool, stop: bool| {
            if start { Some("becomeLeader") } else { stop.then_some("stopBeingLeader") }
        };
        let callback = match action {
            Action::Loop(node, _) => {
                let at = state.node(node).loop_.at;
                runs(at == Loop::StartRun, at == Loop::StopRun)
            }
            Action::Caller(_) => runs(false, state.unregister.at == Unreg::StopRun),
            _ => None,
        };
        if let Some(method) = callback {
            return Upstream { class: "DruidOverlord", method };
        }
        let (class, method) = match action {
            Action::Start => ("ConsulLeaderSelector", "registerListener"),
            Action::Expire(_) => ("session_ttl.go", "invalidateSession"),
            Action::Invalidate => ("session.go", "deleteSessionTxn"),
            Action::DeleteKey => ("kvs.go", "KVSDelete"),
            Action::OverwriteKey => ("kvs.go", "KVSSet"),
            Action::Cut | Action::Heal => ("ConsulLeaderSelector", "validateLockOwnership"),
            Action::Write(_) => ("DruidLeaderSelector", "localTerm"),
            _ => {
                let method = self.place(state, action).map_or("leaderElectionLoop", |place| place.method);
                ("ConsulLeaderSelector", method)
            }
        };
        Upstream { class, method }
    }

    /// What the step takes on the log's clock: calls a little, all else next to nothing, so that the lines of a moment
    /// stay together.
    pub(super) fn duration_of(&self, state: &State, action: Action) -> u32 {
        match action {
            Action::Tick => self.tick_us / 1_000,
            _ if caller_of(action).is_some_and(|(node, who)| self.is_calling(state, node, who).0) => 2,
            _ => u32::from(self.place(state, action).is_none_or(|place| place.line != 0)),
        }
    }
}

fn thrown(place: Place, what: &str) -> Label {
    let callback = if place.title.starts_with("stop") { "stopBeingLeader" } else { "becomeLeader" };
    Label { title: format!("{callback} throws {what}"), hint: String::new() }
}

/// Whether the step is the end of a call that hung.
fn is_call_to_nowhere(state: &State, action: Action) -> bool {
    caller_of(action).is_some_and(|(node, who)| super::call::hangs(state, node, who))
}

/// The thread that takes the step.
pub(super) fn caller_of(action: Action) -> Option<(Node, Who)> {
    match action {
        Action::Loop(node, _) => Some((node, Who::Loop)),
        Action::Keeper(node, _) => Some((node, Who::Keeper)),
        Action::Caller(_) => Some((A, Who::Caller)),
        _ => None,
    }
}

fn acquires_without_session(state: &State, node: Node) -> bool {
    state.node(node).loop_.at == Loop::Acquire && lacks_session(state, node)
}

/// Whether a refused action is one that a reader would ask about.
fn is_worth_asking(state: &State, action: Action, refusal: Refusal) -> bool {
    match action {
        Action::Tick => true,
        Action::Loop(_, How::Run) | Action::Keeper(_, How::Run) | Action::Caller(How::Run) => {
            matches!(refusal, Refusal::Waits(..) | Refusal::Blocked(_) | Refusal::Paused | Refusal::NoPlace)
        }
        Action::Loop(..) | Action::Keeper(..) | Action::Caller(_) => matches!(refusal, Refusal::CutOff),
        Action::Invalidate | Action::DeleteKey => {
            let left = action.charged_to().is_some_and(|fault| state.budget(fault) > 0);
            refusal == Refusal::NotHeldByA && left
        }
        _ => false,
    }
}
