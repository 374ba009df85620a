//! The presentation: parsing with regard to the parameters, choices, upstream references, budgets.

use super::action::{self, Action};
use super::state::{Component, Jm, Owner, State, Task};
use super::step::task_text;
use super::{Fix, FlinkElection, actors, queues};
use crate::machine::{
    Actor, ActorInfo, Class, EventError, Facts, Label, Machine, Present, Row, Scene, Upstream, Watch,
};

impl Present for FlinkElection {
    fn parse(&self, event: &str) -> Result<Action, EventError> {
        let action = action::parse(event)?;
        if action.jm() >= self.jobmanagers {
            let expected = "expected jm1, or the parameter jobmanagers to be 2";
            return Err(EventError(format!("`{event}` names a JobManager that is not there; {expected}")));
        }
        if let Some(component) = action.component()
            && !self.is_registered(component)
        {
            let registered: Vec<_> = self.components().map(Component::id).collect();
            let expected = registered.join(", ");
            return Err(EventError(format!(
                "`{event}` names a component that is not registered; expected one of {expected}"
            )));
        }
        Ok(action)
    }

    fn actors(&self) -> &[ActorInfo] {
        actors::of(self.jobmanagers)
    }

    fn queue_lengths(&self, state: &State) -> Vec<u8> {
        queues::lengths(state)
    }

    fn offers(&self, state: &State, out: &mut Vec<Action>) {
        let mut all = Vec::new();
        self.candidates(state, &mut all);
        let shown =
            |&action: &Action| self.guard_of(state, action).is_ok() || self.is_worth_asking(state, action);
        out.extend(all.into_iter().filter(shown));
    }

    fn actor(&self, action: Action) -> Actor {
        let jm = action.jm();
        match action {
            Action::Run(_) | Action::RunFail(_) => actors::executor(jm),
            Action::Handle(_) => actors::watch(jm),
            Action::Crash(_) => actors::process(jm),
            _ => match action.component() {
                Some(component) => actors::contender(jm, component),
                None => actors::elector(jm),
            },
        }
    }

    fn label(&self, state: &State, action: Action) -> Label {
        let jm = action.jm();
        let next = state.jm(jm).tasks().next().map(task_text);
        let label = |title: &str, hint: &str| Label { title: title.into(), hint: hint.into() };
        match action {
            Action::Acquire(_) if state.api.holder() == Owner::Jm(jm) => {
                label("Acquire the lock", "it still names this process, so the grant comes before any write")
            }
            Action::Acquire(_) => {
                label("Acquire the lock", "the write comes first, the grant callback after it")
            }
            Action::Callback(_) => label("Fire the grant callback", "queues the grant of a new session"),
            Action::Renew(_) => label("Renew the lease", "every renewal is a new change event"),
            Action::LoseKeep(_) => label(
                "Lose the lease, keep the name",
                "the release fails: the annotation still names this process",
            ),
            Action::LoseRelease(_) => label("Lose the lease and release", "the annotation is emptied"),
            Action::Steal(_) => label("Take the lock from its holder", "the holder notices later"),
            Action::Observe(_) => label("Notice that the lock is lost", "queues the revocation"),
            Action::Run(_) => Label { title: "Run the next task".into(), hint: next.unwrap_or_default() },
            Action::RunFail(_) => {
                Label { title: "Fail the next task's GET".into(), hint: next.unwrap_or_default() }
            }
            Action::Handle(_) => label("Handle the next change event", &self.event_hint(state, jm)),
            Action::Confirm(_, _, session) => {
                Label { title: format!("Confirm session {session}"), hint: "joins the executor queue".into() }
            }
            Action::Abandon(_, _, session) => {
                Label { title: format!("Give up session {session}"), hint: "it is gone".into() }
            }
            Action::Reconcile(..) => label("Reconcile", "queues the missing confirmation"),
            Action::Crash(_) => label("Crash", "restarted at once with a new identity"),
        }
    }

    fn sentence(&self, before: &State, action: Action, after: &State) -> String {
        self.tell(before, action, after)
    }

    fn upstream(&self, state: &State, action: Action) -> Upstream {
        const SERVICE: &str = "DefaultLeaderElectionService";
        let (class, method) = match action {
            Action::Acquire(_) | Action::Renew(_) | Action::Steal(_) => {
                ("LeaderElector", "tryAcquireOrRenew")
            }
            Action::Callback(_) => (SERVICE, "onGrantLeadership"),
            Action::LoseKeep(_) | Action::LoseRelease(_) => ("LeaderElector", "stopLeading"),
            Action::Observe(_) => ("LeaderElector", "updateObserved"),
            Action::Run(jm) | Action::RunFail(jm) => match state.jm(jm).tasks().next() {
                Some(Task::Grant(_)) => (SERVICE, "onGrantLeadershipInternal"),
                Some(Task::Revoke) => (SERVICE, "onRevokeLeadershipInternal"),
                Some(Task::Confirm(..)) => (SERVICE, "confirmLeadershipAsync"),
                Some(Task::Handle(_)) | None => (SERVICE, "notifyLeaderInformationChangeInternal"),
            },
            Action::Handle(jm) => {
                let ours = state.jm(jm).watch.front().is_none_or(|event| event.holder() == Owner::Jm(jm));
                if ours {
                    (SERVICE, "notifyLeaderInformationChangeInternal")
                } else {
                    ("KubernetesLeaderElectionDriver", "onModified")
                }
            }
            Action::Confirm(..) | Action::Abandon(..) => match action.component() {
                Some(Component::Dispatcher) => {
                    ("DefaultDispatcherRunner", "forwardConfirmLeaderSessionFuture")
                }
                Some(Component::Job) => ("JobMasterServiceLeadershipRunner", "confirmLeadership"),
                _ => ("ResourceManagerServiceImpl", "startNewLeaderResourceManager"),
            },
            Action::Reconcile(..) => (SERVICE, "(proposed)"),
            Action::Crash(_) => ("ClusterEntrypoint", "main"),
        };
        Upstream { class, method }
    }

    fn effects(&self, state: &State, action: Action, out: &mut Watch) {
        self.apply(&mut { *state }, action, out);
    }

    fn budget(&self, state: &State, action: Action) -> Option<(&'static str, u32)> {
        if self.class(action) != Class::Fault {
            return None;
        }
        let (fault, left) = match action {
            Action::RunFail(_) => ("confirm_fail", state.confirm_fail_left()),
            Action::Crash(_) => ("crash", state.crash_left()),
            _ => ("loss", state.loss_left()),
        };
        Some((fault, u32::from(left)))
    }

    fn duration_ms(&self, _: &State, action: Action) -> u32 {
        match action {
            Action::Acquire(_) | Action::Steal(_) | Action::Observe(_) => 150,
            Action::Callback(_) => 5,
            Action::Renew(_) => 5_000,
            // The renew deadline.
            Action::LoseKeep(_) | Action::LoseRelease(_) => 15_000,
            Action::Run(_) => 20,
            // Eleven attempts of the HTTP client with their pauses.
            Action::RunFail(_) => 19_300,
            Action::Handle(_) => 10,
            Action::Confirm(..) => 700,
            Action::Abandon(..) => 100,
            Action::Reconcile(..) => 10_000,
            Action::Crash(_) => 3_000,
        }
    }

    fn rows(&self, state: &State, facts: &Facts) -> Vec<Row> {
        self.store_rows(state, facts)
    }

    fn scene(&self, state: &State, facts: &Facts) -> Scene {
        self.draw(state, facts)
    }
}

impl FlinkElection {
    /// Whether a refused action is one that a reader would ask about.
    fn is_worth_asking(&self, state: &State, action: Action) -> bool {
        let process = state.jm(action.jm());
        match action {
            Action::Run(_) | Action::Handle(_) | Action::Confirm(..) | Action::Reconcile(..) => true,
            Action::Acquire(_) => !process.holds_lock(),
            Action::Renew(_) => process.holds_lock(),
            Action::LoseKeep(_) | Action::LoseRelease(_) => process.holds_lock() && self.loss > 0,
            Action::RunFail(_) => self.confirm_fail > 0,
            Action::Steal(_) => self.jobmanagers > 1 && self.loss > 0 && !process.holds_lock(),
            Action::Crash(_) => self.crash > 0,
            Action::Callback(_) | Action::Observe(_) | Action::Abandon(..) => false,
        }
    }

    fn event_hint(&self, state: &State, jm: Jm) -> String {
        let Some(event) = state.jm(jm).watch.front() else { return String::new() };
        if event.holder() != Owner::Jm(jm) {
            return "the lock is not ours in it".into();
        }
        let entry = |component: Component| match event.entry(component) {
            Some((session, Owner::Dead)) => format!("{} of a dead process, s{session}", component.id()),
            Some((session, _)) => format!("{} s{session}", component.id()),
            None => format!("{} missing", component.id()),
        };
        self.components().map(entry).collect::<Vec<_>>().join(" · ")
    }

    pub(super) fn spares_entries(&self) -> bool {
        [Fix::IgnorePendingConfirm, Fix::IgnorePendingGrant, Fix::KeepOwn]
            .into_iter()
            .any(|fix| self.has(fix))
    }
}
