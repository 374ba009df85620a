//! The effects of the actions. Written once: a search watches with `()`, a reader with a recorder.

use super::action::Action;
use super::logs::{self, At, log};
use super::state::{Component, Jm, JobManager, Owner, Session, State, Task};
use super::{Fix, FlinkElection, Init, actors, queues};
use crate::machine::{Effect, Observer, Outcome};
use crate::part::Coalesced;

impl FlinkElection {
    /// Applies an enabled action to the state and reports what it did.
    pub(super) fn apply(&self, state: &mut State, action: Action, out: &mut impl Observer) {
        match action {
            Action::Acquire(jm) => self.acquire(state, jm, out),
            Action::Callback(jm) => {
                state.jm_mut(jm).set_callback_pending(false);
                self.trigger_grant(state, jm, out);
            }
            Action::Renew(jm) => {
                out.report(|| Effect::At(actors::elector(jm), actors::ELECTOR_RENEW));
                self.emit(state, out);
            }
            Action::LoseKeep(jm) | Action::LoseRelease(jm) => self.lose(state, jm, action, out),
            Action::Steal(jm) => {
                state.spend_loss();
                self.take_lock(state, jm, out);
            }
            Action::Observe(jm) => {
                out.report(|| {
                    let leader = match state.api.holder() {
                        Owner::Jm(other) => logs::identity(other),
                        Owner::None | Owner::Dead => String::new(),
                    };
                    Effect::Log(new_leader(jm, leader))
                });
                self.trigger_revocation(state, jm, out);
            }
            Action::Run(jm) => self.run(state, jm, out),
            Action::RunFail(jm) => self.run_fail(state, jm, out),
            Action::Handle(jm) => self.take_event(state, jm, out),
            Action::Confirm(jm, _, session) => {
                let component = action.component().expect("a confirmation names its component");
                state.jm_mut(jm).set_waiting(component, session, false);
                out.report(|| Effect::Follow(queues::grant(jm, component, session)));
                out.report(|| Effect::At(actors::contender(jm, component), actors::CONTENDER_CONFIRM));
                submit_confirmation(state, jm, component, session, At::Contender, out);
            }
            Action::Abandon(jm, _, session) => {
                let component = action.component().expect("a contender that gives up is a component");
                state.jm_mut(jm).set_waiting(component, session, false);
                out.report(|| Effect::Follow(queues::grant(jm, component, session)));
                out.report(|| Effect::At(actors::contender(jm, component), actors::CONTENDER_CLOSE));
            }
            Action::Reconcile(jm, _) => {
                let component = action.component().expect("a reconciliation names its component");
                let issued = state.jm(jm).issued().expect("guarded: a session is issued");
                out.report(|| Effect::At(actors::contender(jm, component), actors::CONTENDER_CONFIRM));
                submit_confirmation(state, jm, component, issued, At::Contender, out);
            }
            Action::Crash(jm) => {
                state.spend_crash();
                self.die(state, jm, out);
            }
        }
    }

    /// `LeaderElector.tryAcquireOrRenew` in the acquire loop.
    fn acquire(&self, state: &mut State, jm: Jm, out: &mut impl Observer) {
        if state.api.holder() == Owner::Jm(jm) {
            // Path A: the GET shows our own identity to a new elector, which fires the grant before any write.
            state.jm_mut(jm).set_holds_lock(true);
            self.trigger_grant(state, jm, out);
        } else {
            // Path B: the write comes first, the grant callback after it. A new elector tells whom it found.
            if self.has_lock_record(state) {
                out.report(|| {
                    let found = if state.api.holder() == Owner::None { "" } else { logs::GONE };
                    Effect::Log(new_leader(jm, found.into()))
                });
            }
            self.take_lock(state, jm, out);
        }
    }

    /// Whether the ConfigMap has a lock annotation, be it one that names nobody.
    fn has_lock_record(&self, state: &State) -> bool {
        self.init != Init::Empty || state.api.holder() != Owner::None || state.has_begun_sessions()
    }

    fn take_lock(&self, state: &mut State, jm: Jm, out: &mut impl Observer) {
        state.api.set_holder(Owner::Jm(jm));
        let process = state.jm_mut(jm);
        process.set_holds_lock(true);
        process.set_callback_pending(true);
        out.report(|| Effect::At(actors::elector(jm), actors::ELECTOR_ACQUIRE));
        self.emit(state, out);
    }

    /// `onNewLeader`, `onStartLeading`, `DefaultLeaderElectionService.onGrantLeadership`.
    #[allow(clippy::unused_self, reason = "all steps read alike")]
    fn trigger_grant(&self, state: &mut State, jm: Jm, out: &mut impl Observer) {
        let session = state.next_session();
        out.report(|| Effect::At(actors::elector(jm), actors::ELECTOR_GRANT));
        out.report(|| Effect::Log(new_leader(jm, logs::identity(jm))));
        out.report(|| {
            let slots = vec![("event", logs::ACQUISITION.into())];
            Effect::Log(log(jm, At::Elector, &logs::TRIGGERED, slots))
        });
        submit(state, jm, Task::Grant(session), out);
    }

    /// The renew deadline passes: `stopLeading`, then a release that fails or succeeds.
    fn lose(&self, state: &mut State, jm: Jm, action: Action, out: &mut impl Observer) {
        state.spend_loss();
        let lock = || vec![("lock", logs::lock(jm))];
        out.report(|| Effect::Log(log(jm, At::Elector, &logs::RETRYING, lock())));
        out.report(|| {
            let slots = vec![("seconds", "15".into()), ("lock", logs::lock(jm))];
            Effect::Log(log(jm, At::Elector, &logs::DEADLINE, slots))
        });
        if action == Action::LoseRelease(jm) {
            state.api.set_holder(Owner::None);
            self.emit(state, out);
            out.report(|| Effect::Log(new_leader(jm, String::new())));
        } else {
            out.report(|| Effect::Log(log(jm, At::Elector, &logs::RELEASE_FAILED, lock())));
        }
        self.trigger_revocation(state, jm, out);
    }

    /// `onStopLeading`, `DefaultLeaderElectionService.onRevokeLeadership`, and a new elector.
    #[allow(clippy::unused_self, reason = "all steps read alike")]
    fn trigger_revocation(&self, state: &mut State, jm: Jm, out: &mut impl Observer) {
        state.jm_mut(jm).set_holds_lock(false);
        out.report(|| Effect::At(actors::elector(jm), actors::ELECTOR_REVOKE));
        out.report(|| {
            let slots = vec![("event", logs::REVOCATION.into())];
            Effect::Log(log(jm, At::Elector, &logs::TRIGGERED, slots))
        });
        submit(state, jm, Task::Revoke, out);
        start_election(jm, At::Elector, out);
    }

    fn run(&self, state: &mut State, jm: Jm, out: &mut impl Observer) {
        let task = state.jm_mut(jm).executor.take().expect("guarded: a task waits").into();
        out.report(|| Effect::Pop(queues::executor(jm), Outcome::Done, task_text(task)));
        out.report(|| Effect::Held(queues::LOCK[usize::from(jm)]));
        match task {
            Task::Grant(session) => self.grant(state, jm, session, out),
            Task::Revoke => self.revoke(state, jm, out),
            Task::Confirm(component, session) => self.confirm(state, jm, component, session, out),
            Task::Handle(content) => {
                self.handle(state, jm, content, At::Executor, out);
            }
        }
    }

    /// `DefaultLeaderElectionService.onGrantLeadershipInternal`.
    fn grant(&self, state: &mut State, jm: Jm, session: Session, out: &mut impl Observer) {
        out.report(|| Effect::At(actors::executor(jm), actors::EXECUTOR_GRANT));
        out.report(|| Effect::Log(processing(jm, logs::ACQUISITION)));
        if state.jm(jm).issued().is_some() {
            out.report(|| Effect::Log(log(jm, At::Executor, &logs::FATAL_ENTRYPOINT, Vec::new())));
            return self.die(state, jm, out);
        }
        state.jm_mut(jm).set_issued(Some(session));
        for component in self.components() {
            out.report(|| {
                let slots =
                    vec![("component", logs::component(component)), ("session", logs::session(session))];
                Effect::Log(log(jm, At::Executor, &logs::GRANTING, slots))
            });
            out.report(|| Effect::Log(logs::granted(jm, component, session)));
            if component.is_inline() {
                submit_confirmation(state, jm, component, session, At::Executor, out);
            } else {
                state.jm_mut(jm).set_waiting(component, session, true);
                out.report(|| Effect::Raise(queues::grant(jm, component, session)));
                out.report(|| Effect::At(actors::contender(jm, component), actors::CONTENDER_START));
            }
        }
    }

    /// `DefaultLeaderElectionService.onRevokeLeadershipInternal`. The store is not touched.
    fn revoke(&self, state: &mut State, jm: Jm, out: &mut impl Observer) {
        out.report(|| Effect::At(actors::executor(jm), actors::EXECUTOR_REVOKE));
        out.report(|| Effect::Log(processing(jm, logs::REVOCATION)));
        let Some(issued) = state.jm(jm).issued() else {
            out.report(|| Effect::Log(log(jm, At::Executor, &logs::FATAL_ENTRYPOINT, Vec::new())));
            return self.die(state, jm, out);
        };
        for component in self.components() {
            let confirmed = state.jm(jm).confirmed(component);
            out.report(|| {
                let name = ("component", logs::component(component));
                let line = match confirmed {
                    Some(session) => {
                        let entry = Some((session, logs::address(component, jm)));
                        let slots = vec![name, ("information", logs::information(entry))];
                        log(jm, At::Executor, &logs::REVOKING, slots)
                    }
                    None => log(jm, At::Executor, &logs::REVOKING_UNCONFIRMED, vec![name]),
                };
                Effect::Log(line)
            });
            out.report(|| Effect::Log(logs::lost(jm, component, issued)));
            state.jm_mut(jm).set_confirmed(component, None);
        }
        state.jm_mut(jm).set_issued(None);
    }

    /// `DefaultLeaderElectionService.confirmLeadershipInternal`, whose GET succeeds.
    fn confirm(
        &self,
        state: &mut State,
        jm: Jm,
        component: Component,
        session: Session,
        out: &mut impl Observer,
    ) {
        out.report(|| Effect::At(actors::executor(jm), actors::EXECUTOR_CONFIRM));
        let issued = state.jm(jm).issued();
        let name = || ("component", logs::component(component));
        if issued != Some(session) {
            out.report(|| {
                let current = issued.map_or("null".into(), logs::session);
                let slots = vec![name(), ("session", logs::session(session)), ("issued", current)];
                Effect::Log(log(jm, At::Executor, &logs::OLD_CONFIRMATION, slots))
            });
        } else if state.api.holder() != Owner::Jm(jm) {
            out.report(|| {
                let slots = vec![name(), ("session", logs::session(session))];
                Effect::Log(log(jm, At::Executor, &logs::NOT_LEADER, slots))
            });
        } else if state.jm(jm).confirmed(component).is_none() {
            state.jm_mut(jm).set_confirmed(component, Some(session));
            self.publish(state, jm, component, Some(session), At::Executor, out);
            self.notify(state, out);
        }
        // A second confirmation of one session fails with an IllegalStateException that nobody reads.
    }

    /// The confirmation's GET throws: its future completes exceptionally, and nothing is logged.
    fn run_fail(&self, state: &mut State, jm: Jm, out: &mut impl Observer) {
        state.spend_confirm_fail();
        let task = state.jm_mut(jm).executor.take().expect("guarded: a task waits").into();
        let Task::Confirm(component, session) = task else { unreachable!("guarded: a confirmation") };
        out.report(|| Effect::Pop(queues::executor(jm), Outcome::Failed, task_text(task)));
        out.report(|| Effect::At(actors::executor(jm), actors::EXECUTOR_FAIL));
        out.report(|| Effect::Held(queues::LOCK[usize::from(jm)]));
        if component.is_fatal() || self.has(Fix::Escalate) {
            out.report(|| {
                if component.is_fatal() {
                    let slots = vec![("thread", logs::EXECUTOR_THREAD.into())];
                    Effect::Log(log(jm, At::Executor, &logs::FATAL_THREAD, slots))
                } else {
                    Effect::Log(log(jm, At::Executor, &logs::FATAL_ENTRYPOINT, Vec::new()))
                }
            });
            self.die(state, jm, out);
        } else if self.has(Fix::Retry) && state.jm(jm).issued() == Some(session) {
            submit_confirmation(state, jm, component, session, At::Executor, out);
        }
    }

    /// A write to the lock annotation: the revision rises and every watch hears of it.
    fn emit(&self, state: &mut State, out: &mut impl Observer) {
        out.report(|| Effect::Touch);
        self.notify(state, out);
    }

    /// Every running JobManager's watch gets the new content (`KubernetesConfigMapSharedInformer`).
    pub(super) fn notify(&self, state: &mut State, out: &mut impl Observer) {
        let content = state.api;
        for jm in self.jms() {
            let queue = queues::watch(jm);
            match state.jm_mut(jm).watch.push_coalescing(content) {
                Coalesced::Skipped => {}
                Coalesced::Pushed => out.report(|| Effect::Push(queue)),
                Coalesced::Evicted => {
                    out.report(|| Effect::Evict(queue));
                    out.report(|| Effect::Push(queue));
                }
            }
        }
    }

    /// The process ends and is restarted at once with a new identity and new addresses.
    fn die(&self, state: &mut State, jm: Jm, out: &mut impl Observer) {
        *state.jm_mut(jm) = JobManager::default();
        state.api = state.api.without(jm);
        for other in self.jms() {
            state.jm_mut(other).forget(jm);
        }
        out.report(|| Effect::Clear(queues::executor(jm)));
        out.report(|| Effect::Clear(queues::watch(jm)));
        for actor in [actors::executor(jm), actors::watch(jm)] {
            out.report(|| Effect::Fresh(actor));
        }
        for component in self.components() {
            out.report(|| Effect::Fresh(actors::contender(jm, component)));
        }
        out.report(|| Effect::At(actors::elector(jm), actors::ELECTOR_START));
        let lock = || vec![("lock", logs::lock(jm))];
        out.report(|| Effect::Log(log(jm, At::Main, &logs::CREATED_ELECTOR, lock())));
        start_election(jm, At::Main, out);
        out.report(|| Effect::Log(log(jm, At::Main, &logs::CONNECTED, vec![("driver", logs::driver())])));
        for component in self.components() {
            out.report(|| {
                let slots = vec![("component", logs::component(component)), ("driver", logs::driver())];
                Effect::Log(log(jm, At::Main, &logs::REGISTERED, slots))
            });
        }
    }
}

/// Hands a task to the executor. Guards made sure that there is room.
pub(super) fn submit(state: &mut State, jm: Jm, task: Task, out: &mut impl Observer) {
    let taken = state.jm_mut(jm).executor.submit(task.into());
    taken.expect("the executor is shut down only with its process");
    out.report(|| Effect::Push(queues::executor(jm)));
}

/// `confirmLeadershipAsync`: the line is printed when the call is queued, not when it lands.
fn submit_confirmation(
    state: &mut State,
    jm: Jm,
    component: Component,
    session: Session,
    at: At,
    out: &mut impl Observer,
) {
    out.report(|| {
        let slots = vec![
            ("component", logs::component(component)),
            ("session", logs::session(session)),
            ("address", logs::address(component, jm)),
        ];
        Effect::Log(log(jm, at, &logs::CONFIRMED, slots))
    });
    submit(state, jm, Task::Confirm(component, session), out);
}

/// `KubernetesLeaderElector.run`: a new elector begins to try.
fn start_election(jm: Jm, at: At, out: &mut impl Observer) {
    for template in [&logs::ACQUIRING, &logs::TRIGGERED_ELECTION] {
        out.report(|| Effect::Log(log(jm, at, template, vec![("lock", logs::lock(jm))])));
    }
}

fn new_leader(jm: Jm, identity: String) -> crate::machine::LogLine {
    log(jm, At::Elector, &logs::NEW_LEADER, vec![("identity", identity), ("map", logs::MAP.into())])
}

fn processing(jm: Jm, event: &str) -> crate::machine::LogLine {
    log(jm, At::Executor, &logs::PROCESSING, vec![("event", event.into())])
}

/// A task in words, as in `confirm restserver · s2`.
pub(super) fn task_text(task: Task) -> String {
    match task {
        Task::Grant(session) => format!("grant · s{session}"),
        Task::Revoke => "revoke".into(),
        Task::Confirm(component, session) => format!("confirm {} · s{session}", component.id()),
        Task::Handle(_) => "handle change event".into(),
    }
}
