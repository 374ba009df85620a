//! What can be seen of the model from outside: the schedule's events, the store, and what the service can be asked.

use super::FlinkElection;
use super::action::Action;
use super::state::{Component, Owner, Session, State};
use super::step::task_text;
use crate::machine::{LogLine, Machine, Observe, Present, lines_of};

impl Observe for FlinkElection {
    /// Every step is one operation that a harness lets happen.
    fn event(&self, _: &State, action: Action) -> Option<String> {
        Some(action.to_string())
    }

    fn seen(&self, state: &State) -> Vec<(String, String)> {
        let mut seen = vec![("store.holder".to_owned(), owner(state.api.holder()).to_owned())];
        for component in self.components() {
            let entry = state.api.entry(component);
            let text = entry.map_or("none".into(), |(session, by)| format!("s{session}@{}", owner(by)));
            seen.push((format!("store.{}", component.id()), text));
        }
        for jm in self.jms() {
            let process = state.jm(jm);
            let mut see = |what: &str, value: String| seen.push((format!("jm{}.{what}", jm + 1), value));
            see("issued", name(process.issued()));
            see("leads", if state.api.holder() == Owner::Jm(jm) { "yes" } else { "no" }.into());
            let tasks: Vec<_> = process.tasks().map(task_text).collect();
            see("executor", if tasks.is_empty() { "empty".into() } else { tasks.join(", ") });
            see("watch", process.watch.len().to_string());
            for component in self.components() {
                see(&format!("{}.confirmed", component.id()), name(process.confirmed(component)));
                if !component.is_inline() {
                    see(&format!("{}.waits", component.id()), waits(state, jm, component));
                }
            }
        }
        seen
    }

    fn lines(&self, state: &State, action: Action) -> Vec<LogLine> {
        lines_of(self, state, action)
    }

    fn asked(&self, state: &State, out: &mut Vec<Action>) {
        self.enabled(state, out);
        let mut offered = Vec::new();
        self.offers(state, &mut offered);
        offered.retain(|action| !out.contains(action));
        out.append(&mut offered);
    }
}

fn owner(owner: Owner) -> &'static str {
    match owner {
        Owner::None => "none",
        Owner::Dead => "dead",
        Owner::Jm(0) => "jm1",
        Owner::Jm(_) => "jm2",
    }
}

fn name(session: Option<Session>) -> String {
    session.map_or("none".into(), |session| format!("s{session}"))
}

/// The sessions that a component was granted and has not confirmed.
fn waits(state: &State, jm: super::Jm, component: Component) -> String {
    let sessions: Vec<_> = state.jm(jm).waiting(component).map(|session| format!("s{session}")).collect();
    if sessions.is_empty() { "none".into() } else { sessions.join(" ") }
}
