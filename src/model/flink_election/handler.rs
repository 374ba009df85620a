//! The change handler and its writes: the part that erases.

use super::logs::{self, At, log};
use super::state::{Component, ConfigMap, Jm, Owner, Session, State, Task};
use super::step::submit;
use super::{Fix, FlinkElection, actors, queues};
use crate::machine::{Effect, Observer, Outcome};

impl FlinkElection {
    /// The watch thread takes its next event; the driver drops it when the copy does not name this process.
    pub(super) fn take_event(&self, state: &mut State, jm: Jm, out: &mut impl Observer) {
        let content = state.jm_mut(jm).watch.pop().expect("guarded: an event waits");
        let ours = content.holder() == Owner::Jm(jm);
        let outcome = if ours { Outcome::Done } else { Outcome::Dropped };
        out.report(|| Effect::Pop(queues::watch(jm), outcome, "change event".into()));
        if !ours {
            out.report(|| Effect::At(actors::watch(jm), actors::WATCH_IGNORE));
        } else if self.has(Fix::OnExecutor) {
            out.report(|| Effect::At(actors::watch(jm), actors::WATCH_HAND_OVER));
            submit(state, jm, Task::Handle(content), out);
        } else {
            out.report(|| Effect::Held(queues::LOCK[usize::from(jm)]));
            let line = self.handle(state, jm, content, At::Watch, out);
            out.report(|| Effect::At(actors::watch(jm), line));
        }
    }

    /// `DefaultLeaderElectionService.notifyLeaderInformationChangeInternal` for each registered component.
    /// Returns the line of the listing that decided.
    pub(super) fn handle(
        &self,
        state: &mut State,
        jm: Jm,
        content: ConfigMap,
        at: At,
        out: &mut impl Observer,
    ) -> u8 {
        let (mut line, before) = (actors::WATCH_EQUAL, state.api);
        if matches!(at, At::Executor) {
            out.report(|| Effect::At(actors::executor(jm), actors::EXECUTOR_HANDLE));
        }
        for component in self.components() {
            let confirmed = state.jm(jm).confirmed(component);
            let external = content.entry(component);
            let shown = move || external.map(|(session, owner)| (session, address_of(component, owner)));
            let name = move || ("component", logs::component(component));
            match (confirmed, external) {
                (None, None) => matches_line(jm, at, || None, out),
                (Some(session), Some(entry)) if entry == (session, Owner::Jm(jm)) => {
                    matches_line(jm, at, shown, out);
                }
                (None, Some((_, owner))) => {
                    let pending = state.jm(jm).issued().is_some();
                    let ignored = pending && self.has(Fix::IgnorePendingConfirm)
                        || !pending && self.has(Fix::IgnorePendingGrant)
                        || owner == Owner::Jm(jm) && self.has(Fix::KeepOwn);
                    if ignored {
                        line = line.max(actors::WATCH_FIXED);
                        continue;
                    }
                    line = actors::WATCH_RESET;
                    out.report(|| {
                        let slots = vec![name(), ("information", logs::at_form(shown()))];
                        Effect::Log(log(jm, at, &logs::WILL_BE_RESET, slots))
                    });
                    self.publish(state, jm, component, None, at, out);
                }
                (Some(session), None) => {
                    line = line.max(actors::WATCH_CORRECT);
                    out.report(|| {
                        let local = Some((session, logs::address(component, jm)));
                        let slots = vec![name(), ("information", logs::at_form(local))];
                        Effect::Log(log(jm, at, &logs::REWRITING, slots))
                    });
                    self.publish(state, jm, component, Some(session), at, out);
                }
                (Some(session), Some(_)) => {
                    line = line.max(actors::WATCH_CORRECT);
                    out.report(|| {
                        let local = logs::at_form(Some((session, logs::address(component, jm))));
                        let slots = vec![name(), ("local", local), ("external", logs::at_form(shown()))];
                        Effect::Log(log(jm, at, &logs::CORRECTING, slots))
                    });
                    self.publish(state, jm, component, Some(session), at, out);
                }
            }
        }
        // The informer is level-triggered: of the writes of one lock hold the watch hears the last content.
        if state.api != before {
            self.notify(state, out);
        }
        line
    }

    /// `KubernetesLeaderElectionDriver.publishLeaderInformation`: re-reads the ConfigMap and writes only if
    /// the annotation still names this process. The line is printed either way.
    #[allow(clippy::unused_self, reason = "all steps read alike")]
    pub(super) fn publish(
        &self,
        state: &mut State,
        jm: Jm,
        component: Component,
        session: Option<Session>,
        at: At,
        out: &mut impl Observer,
    ) {
        let entry = session.map(|session| (session, Owner::Jm(jm)));
        if state.api.holder() == Owner::Jm(jm) && state.api.entry(component) != entry {
            state.api.set_entry(component, entry);
            out.report(|| Effect::Write(component.id()));
        }
        out.report(|| {
            let information =
                logs::information(session.map(|session| (session, logs::address(component, jm))));
            let slots = vec![
                ("information", information),
                ("component", logs::component(component)),
                ("map", logs::MAP.into()),
            ];
            Effect::Log(log(jm, at, &logs::WROTE, slots))
        });
    }
}

fn matches_line(jm: Jm, at: At, entry: impl FnOnce() -> Option<(Session, String)>, out: &mut impl Observer) {
    out.report(|| {
        let slots = vec![("information", logs::information(entry()))];
        Effect::Log(log(jm, at, &logs::MATCHES, slots))
    });
}

fn address_of(component: Component, owner: Owner) -> String {
    match owner {
        Owner::Jm(jm) => logs::address(component, jm),
        Owner::None | Owner::Dead => logs::address(component, 0).replace("jm-1", "jm-old"),
    }
}
