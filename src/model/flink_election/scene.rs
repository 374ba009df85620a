//! What the page draws of a state.

use super::state::{Component, Jm, Owner, State};
use super::step::task_text;
use super::{Fix, FlinkElection, actors, logs, queues};
use crate::machine::{
    Actor, Badge, Facts, Freshness, Lane, Lock, Node, Phase, Row, Scene, Store, Task as TaskView, Thread,
    Tone,
};

/// The order of the store's rows: what readers ask for first.
const ROW_ORDER: [Component; 4] =
    [Component::Restserver, Component::Resourcemanager, Component::Dispatcher, Component::Job];

impl FlinkElection {
    pub(super) fn draw(&self, state: &State, facts: &Facts) -> Scene {
        let store = Store {
            id: "configmap",
            title: "HA store",
            name: logs::MAP,
            revision: Some(facts.revision),
            bars: Vec::new(),
            holder: holder_badge(state),
            rows: self.store_rows(state, facts),
        };
        Scene {
            nodes: self.jms().map(|jm| self.node(state, facts, jm)).collect(),
            symptoms: self.symptoms(state),
            stores: vec![store],
        }
    }

    pub(super) fn store_rows(&self, state: &State, facts: &Facts) -> Vec<Row> {
        let shown = ROW_ORDER.into_iter().filter(|&component| self.is_registered(component));
        shown
            .map(|component| {
                let writer = facts.writers.get(component.id());
                Row {
                    key: component.id(),
                    value: state.api.entry(component).map(|(session, owner)| match owner {
                        Owner::Jm(jm) => format!("session {session} · {}", logs::address(component, jm)),
                        Owner::None | Owner::Dead => format!("session {session} · address of a dead process"),
                    }),
                    revision: writer.map(|writer| writer.revision),
                    writer: writer.map(|writer| self.writer_text(writer.actor, writer.step)),
                    freshness: freshness(state, component),
                }
            })
            .collect()
    }

    fn writer_text(&self, actor: Actor, step: u32) -> String {
        let info = &actors::ACTORS[usize::from(actor.0)];
        if self.jobmanagers == 1 {
            format!("{}, step {step}", info.title)
        } else {
            format!("{} {}, step {step}", info.node, info.title)
        }
    }

    fn node(&self, state: &State, facts: &Facts, jm: Jm) -> Node {
        let process = state.jm(jm);
        let named = state.api.holder() == Owner::Jm(jm);
        let lease = match (process.holds_lock(), named) {
            (true, true) if process.callback_pending() => {
                Badge::new(Tone::Warn, "holds the lease, grant to come")
            }
            (true, true) => Badge::new(Tone::Ok, "leader by lease"),
            (true, false) => Badge::new(Tone::Bad, "believes it leads, lease lost"),
            (false, true) => Badge::new(Tone::Warn, "acquiring, annotation still names it"),
            (false, false) => Badge::new(Tone::Neutral, "standby"),
        };
        let mut badges = vec![lease];
        badges.push(match process.issued() {
            None => Badge::new(Tone::Neutral, "no session issued"),
            Some(session) => {
                let missing: Vec<_> = self
                    .components()
                    .filter(|&component| process.confirmed(component).is_none())
                    .map(Component::id)
                    .collect();
                if missing.is_empty() {
                    Badge::new(Tone::Ok, format!("session {session} confirmed"))
                } else {
                    Badge::new(Tone::Warn, format!("session {session} unconfirmed: {}", missing.join(", ")))
                }
            }
        });
        let lock = Lock {
            title: "service lock",
            passed: facts.held.contains(&queues::LOCK[usize::from(jm)]),
            ..Lock::default()
        };
        let delayed = self.components().filter(|component| !component.is_inline());
        let mut threads = vec![self.elector(facts, jm), self.watch_thread(state, facts, jm)];
        threads.push(self.executor_thread(facts, jm));
        threads.extend(delayed.map(|component| contender_thread(state, facts, jm, component)));
        Node {
            id: logs::node(jm),
            title: format!("JobManager {}", jm + 1),
            badges,
            locks: vec![lock],
            threads,
            lanes: vec![executor_lane(state, facts, jm), watch_lane(state, facts, jm)],
        }
    }

    #[allow(clippy::unused_self, reason = "all threads read alike")]
    fn elector(&self, facts: &Facts, jm: Jm) -> Thread {
        let actor = actors::elector(jm);
        thread(actor, &actors::ELECTOR, facts.line(actor), facts)
    }

    fn watch_thread(&self, state: &State, facts: &Facts, jm: Jm) -> Thread {
        let actor = actors::watch(jm);
        let line = facts.line(actor);
        let (listing, here): (&'static [&'static str], _) = if self.has(Fix::OnExecutor) {
            (
                &actors::WATCH_HANDING_OVER,
                line.map(|line| if line == actors::WATCH_HAND_OVER { 2 } else { line }),
            )
        } else if self.spares_entries() {
            (&actors::WATCH_SPARING, line)
        } else {
            (&actors::WATCH, line.map(|line| if line == actors::WATCH_RESET { 4 } else { line }))
        };
        let mut thread = thread(actor, listing, here, facts);
        let waiting = state.jm(jm).watch.len();
        if waiting > 0 {
            let events = if waiting == 1 { "event waits" } else { "events wait" };
            thread.badges.push(Badge::new(Tone::Neutral, format!("{waiting} {events}")));
        }
        thread
    }

    fn executor_thread(&self, facts: &Facts, jm: Jm) -> Thread {
        let actor = actors::executor(jm);
        let lines = if self.has(Fix::OnExecutor) { 6 } else { 5 };
        thread(actor, &actors::EXECUTOR[..lines], facts.line(actor), facts)
    }

    fn symptoms(&self, state: &State) -> Vec<Badge> {
        let mut out = Vec::new();
        for component in ROW_ORDER.into_iter().filter(|&component| self.is_registered(component)) {
            if let Some(symptom) = symptom(state, component) {
                out.push(symptom);
            }
        }
        match state.api.holder() {
            Owner::Jm(_) => {}
            Owner::None | Owner::Dead => out.push(Badge::new(Tone::Warn, "no JobManager holds the lease")),
        }
        let leading = self.jms().filter(|&jm| state.jm(jm).issued().is_some()).count();
        if leading > 1 {
            out.push(Badge::new(Tone::Warn, "two JobManagers act as leader"));
        }
        for jm in self.jms() {
            out.push(Badge::new(Tone::Ok, format!("JobManager {} process up", jm + 1)));
        }
        out
    }
}

fn holder_badge(state: &State) -> Badge {
    match state.api.holder() {
        Owner::None => Badge::new(Tone::Warn, "lease: nobody"),
        Owner::Dead => Badge::new(Tone::Warn, "lease: a dead process"),
        Owner::Jm(jm) if state.jm(jm).holds_lock() => {
            Badge::new(Tone::Ok, format!("lease: JobManager {}", jm + 1))
        }
        Owner::Jm(jm) => Badge::new(Tone::Warn, format!("lease: JobManager {}, not renewed", jm + 1)),
    }
}

fn freshness(state: &State, component: Component) -> Freshness {
    let Some((session, owner)) = state.api.entry(component) else { return Freshness::Missing };
    let current = match owner {
        Owner::Jm(jm) => state.api.holder() == owner && state.jm(jm).issued() == Some(session),
        Owner::None | Owner::Dead => false,
    };
    if current { Freshness::Fresh } else { Freshness::Stale }
}

/// What an operator notices of one key.
#[allow(clippy::match_same_arms, reason = "two different reasons to notice nothing")]
fn symptom(state: &State, component: Component) -> Option<Badge> {
    let dead = matches!(state.api.entry(component), Some((_, Owner::Dead)));
    match (freshness(state, component), component) {
        (Freshness::Fresh, _) => None,
        (Freshness::Missing, Component::Restserver) => {
            Some(Badge::new(Tone::Bad, "REST address can't be resolved by HA clients"))
        }
        (Freshness::Missing, Component::Resourcemanager) => {
            Some(Badge::new(Tone::Bad, "TaskManagers can't register"))
        }
        (Freshness::Missing, Component::Dispatcher) => Some(Badge::new(Tone::Bad, "jobs can't be submitted")),
        (Freshness::Missing, Component::Job) => {
            Some(Badge::new(Tone::Bad, "TaskManagers can't find the job's leader"))
        }
        (Freshness::Stale, Component::Restserver) if dead => {
            Some(Badge::new(Tone::Bad, "HA clients call the REST address of a dead process"))
        }
        // The same process serves the same URL under any session.
        (Freshness::Stale, Component::Restserver) => None,
        (Freshness::Stale, Component::Resourcemanager) if dead => {
            Some(Badge::new(Tone::Bad, "TaskManagers call a dead process"))
        }
        (Freshness::Stale, Component::Resourcemanager) => {
            Some(Badge::new(Tone::Warn, "TaskManagers use the fencing token of an old session"))
        }
        (Freshness::Stale, Component::Dispatcher) => {
            Some(Badge::new(Tone::Warn, "submissions go to the dispatcher of an old session"))
        }
        (Freshness::Stale, Component::Job) => {
            Some(Badge::new(Tone::Warn, "TaskManagers use the job leader of an old session"))
        }
    }
}

fn thread(actor: Actor, listing: &'static [&'static str], here: Option<u8>, facts: &Facts) -> Thread {
    let info = &actors::ACTORS[usize::from(actor.0)];
    let acted = facts.last_actor == Some(actor);
    Thread { actor: info.id, title: info.title, listing: listing.into(), here, acted, ..Thread::default() }
}

fn contender_thread(state: &State, facts: &Facts, jm: Jm, component: Component) -> Thread {
    let actor = actors::contender(jm, component);
    let mut thread = thread(actor, &actors::CONTENDER, facts.line(actor), facts);
    for session in 1..=super::state::SESSION_MAX {
        if state.jm(jm).is_waiting(component, session) {
            thread.badges.push(Badge::new(Tone::Warn, format!("session {session} to confirm")));
        }
    }
    thread
}

fn executor_lane(state: &State, facts: &Facts, jm: Jm) -> Lane {
    let history = facts.queue(queues::executor(jm));
    let mut badges = vec![Badge::new(Tone::Neutral, format!("done {}", history.done))];
    if history.failed > 0 {
        badges.push(Badge::new(Tone::Bad, format!("failed {}", history.failed)));
    }
    Lane {
        id: "executor",
        title: "leadershipOperationExecutor",
        phase: Some(Phase::Running),
        badges,
        running: None,
        queue: state.jm(jm).tasks().map(|task| TaskView { text: task_text(task) }).collect(),
        lost: history
            .last_failed
            .as_ref()
            .map(|(text, step)| TaskView { text: format!("{text} (failed, step {step})") }),
        empty: "queue empty",
    }
}

fn watch_lane(state: &State, facts: &Facts, jm: Jm) -> Lane {
    let history = facts.queue(queues::watch(jm));
    let mut badges = vec![Badge::new(Tone::Neutral, format!("handled {}", history.done))];
    if history.dropped > 0 {
        badges.push(Badge::new(Tone::Neutral, format!("ignored {}", history.dropped)));
    }
    let entry = |event: super::state::ConfigMap| {
        let shown = ROW_ORDER.into_iter().filter_map(|component| {
            event.entry(component).map(|(session, _)| format!("{} s{session}", component.id()))
        });
        let holder = match event.holder() {
            Owner::Jm(holder) => format!("lease jm{}", holder + 1),
            Owner::None => "lease free".into(),
            Owner::Dead => "lease of a dead process".into(),
        };
        TaskView { text: [holder].into_iter().chain(shown).collect::<Vec<_>>().join(" · ") }
    };
    Lane {
        id: "watch",
        title: "change events",
        phase: None,
        badges,
        running: None,
        queue: state.jm(jm).watch.iter().map(entry).collect(),
        lost: None,
        empty: "none waiting",
    }
}
