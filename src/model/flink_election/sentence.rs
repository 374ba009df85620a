//! What a step did, in one plain sentence.

use super::action::Action;
use super::state::{Component, ConfigMap, Jm, Owner, State, Task};
use super::{Fix, FlinkElection};

impl FlinkElection {
    /// The sentence of an applied action.
    pub(super) fn tell(&self, before: &State, action: Action, after: &State) -> String {
        // Most have nothing else to fill in, and a text takes less of the page's program than a `format!`.
        self.tell_plainly(before, action, after).replace("{who}", &self.whose(action.jm()))
    }

    fn tell_plainly(&self, before: &State, action: Action, after: &State) -> String {
        let jm = action.jm();
        let who = self.whose(jm);
        let session = |state: &State| state.jm(jm).tasks().last();
        match action {
            Action::Acquire(_) if before.api.holder() == Owner::Jm(jm) => {
                let granted = match session(after) {
                    Some(Task::Grant(session)) => format!("session {session}"),
                    _ => "a session".into(),
                };
                format!("{who} elector finds its own name in the lock and queues the grant of {granted}")
            }
            Action::Acquire(_) => {
                "{who} elector writes its name into the lock; its grant callback is still to come".into()
            }
            Action::Callback(_) => match session(after) {
                Some(Task::Grant(session)) => {
                    format!("{who} grant callback queues the grant of session {session}")
                }
                _ => "{who} grant callback queues a grant".into(),
            },
            Action::Renew(_) => {
                "{who} elector renews its lease, which is a new change event for every watch".into()
            }
            Action::LoseKeep(_) => {
                "{who} elector misses its renew deadline and fails to release: the lock keeps its name".into()
            }
            Action::LoseRelease(_) => {
                "{who} elector misses its renew deadline, releases the lock and queues the revocation".into()
            }
            Action::Steal(_) => "{who} elector takes the lock from a holder that does not know it yet".into(),
            Action::Observe(_) => {
                "{who} elector reads that the lock is lost and queues the revocation".into()
            }
            Action::Run(_) => self.tell_run(before, jm, after),
            Action::RunFail(_) => self.tell_failure(before, jm),
            Action::Handle(_) => self.tell_event(before, jm, after),
            Action::Confirm(_, _, session) => {
                format!("{} is ready and queues its confirmation of session {session}", self.name(action))
            }
            Action::Abandon(_, _, session) => {
                format!("{} gives up session {session}, which is gone", self.name(action))
            }
            Action::Reconcile(..) => {
                format!("{who} reconciliation queues the missing confirmation of {}", self.name(action))
            }
            Action::Crash(_) => {
                format!("JobManager {} crashes and is restarted as a new process", jm + 1)
            }
        }
    }

    fn tell_run(&self, before: &State, jm: Jm, after: &State) -> String {
        let who = self.whose(jm);
        match before.jm(jm).tasks().next() {
            Some(Task::Grant(session)) if before.jm(jm).issued().is_some() => {
                format!(
                    "{who} executor meets a grant of session {session} while one is issued, which ends the process"
                )
            }
            Some(Task::Grant(session)) => {
                let (now, later): (Vec<_>, Vec<_>) = self.components().partition(|c| c.is_inline());
                let now = match now[..] {
                    [] => String::new(),
                    _ => format!("; {} queues its confirmation at once", list(&now)),
                };
                let later = match later[..] {
                    [] => String::new(),
                    [_] => format!("; {} confirms later", list(&later)),
                    _ => format!("; {} confirm later", list(&later)),
                };
                format!("{who} executor grants session {session}{now}{later}")
            }
            Some(Task::Revoke) => {
                "{who} executor revokes the session: confirmations are forgotten, the store is left as it is"
                    .into()
            }
            Some(Task::Confirm(component, session)) => {
                let name = component.id();
                if before.jm(jm).issued() != Some(session) {
                    format!(
                        "{who} executor ignores the confirmation of {name} for session {session}, which is gone"
                    )
                } else if before.api.holder() != Owner::Jm(jm) {
                    format!(
                        "{who} executor refuses the confirmation of {name}: the lock names another process"
                    )
                } else {
                    format!(
                        "{who} executor confirms {name} for session {session} and writes its address to the store"
                    )
                }
            }
            Some(Task::Handle(_)) => self.tell_handled("executor", before, jm, after),
            None => "{who} executor has nothing to do".into(),
        }
    }

    fn tell_failure(&self, before: &State, jm: Jm) -> String {
        let Some(Task::Confirm(component, session)) = before.jm(jm).tasks().next() else {
            return "{who} executor has no confirmation to fail".into();
        };
        let begin = format!("The GET in the confirmation of {} fails", component.id());
        if component.is_fatal() || self.has(Fix::Escalate) {
            format!("{begin}, and the process ends and is restarted")
        } else if self.has(Fix::Retry) && before.jm(jm).issued() == Some(session) {
            format!("{begin}, and the fix queues it again")
        } else {
            format!("{begin}; nobody reads the failed future, and nothing is logged")
        }
    }

    fn tell_event(&self, before: &State, jm: Jm, after: &State) -> String {
        let ours = before.jm(jm).watch.front().is_some_and(|event| event.holder() == Owner::Jm(jm));
        if !ours {
            "{who} watch thread ignores a change event in which the lock is not its own".into()
        } else if self.has(Fix::OnExecutor) {
            "{who} watch thread hands a change event to the executor".into()
        } else {
            self.tell_handled("watch thread", before, jm, after)
        }
    }

    fn tell_handled(&self, thread: &str, before: &State, jm: Jm, after: &State) -> String {
        let who = self.whose(jm);
        let entries = |component| (before.api.entry(component), after.api.entry(component));
        let erased: Vec<_> =
            self.components().filter(|&component| matches!(entries(component), (Some(_), None))).collect();
        let written: Vec<_> = self
            .components()
            .filter(|&component| {
                let (old, new) = entries(component);
                old != new && new.is_some()
            })
            .collect();
        let mut told = Vec::new();
        if !erased.is_empty() {
            told.push(format!("erases {}, which it finds unconfirmed", list(&erased)));
        }
        if !written.is_empty() {
            told.push(format!("writes the confirmed address of {} again", list(&written)));
        }
        let queued = match before.jm(jm).tasks().next() {
            Some(Task::Handle(content)) if self.has(Fix::OnExecutor) => Some(content),
            _ => before.jm(jm).watch.front(),
        };
        if let Some(event) = queued {
            told.extend(self.tell_unchanged(before, after, jm, event));
        }
        if told.is_empty() {
            return format!("{who} {thread} handles a change event and finds nothing to do");
        }
        format!("{who} {thread} {}", told.join(", and "))
    }

    /// What a change event meant for entries that it did not change.
    fn tell_unchanged(&self, before: &State, after: &State, jm: Jm, event: ConfigMap) -> Vec<String> {
        let process = before.jm(jm);
        let confirmed = |component| process.confirmed(component).map(|session| (session, Owner::Jm(jm)));
        let unchanged: Vec<_> = self
            .components()
            .filter(|&component| before.api.entry(component) == after.api.entry(component))
            .filter(|&component| event.entry(component) != confirmed(component))
            .collect();
        let (older, unconfirmed): (Vec<_>, Vec<_>) =
            unchanged.into_iter().partition(|&component| confirmed(component).is_some());
        let (spared, gone): (Vec<_>, Vec<_>) =
            unconfirmed.into_iter().partition(|&component| before.api.entry(component).is_some());
        let mut told = Vec::new();
        if !spared.is_empty() {
            told.push(format!("leaves {} as it is, though unconfirmed", list(&spared)));
        }
        if !gone.is_empty() {
            told.push(format!("resets {}, which is already gone", list(&gone)));
        }
        if !older.is_empty() {
            told.push(format!("corrects {} after an older event, which changes nothing", list(&older)));
        }
        told
    }

    /// `The` with one JobManager, `JobManager 2's` with more.
    pub(super) fn whose(&self, jm: Jm) -> String {
        if self.jobmanagers == 1 { "The".into() } else { format!("JobManager {}'s", jm + 1) }
    }

    fn name(&self, action: Action) -> String {
        let component = action.component().map_or("", Component::id);
        if self.jobmanagers == 1 {
            component.into()
        } else {
            format!("{component} of JobManager {}", action.jm() + 1)
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
fn list(components: &[Component]) -> String {
    let names: Vec<_> = components.iter().map(|component| component.id()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
