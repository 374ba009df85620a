//! What the page draws.

use super::listing;
use super::state::{Elector, Hook, Lease, Process, Role, State, Supervisors, Thread as T};
use super::{DruidK8s, actors, logs};
use crate::machine::{
    Actor, Badge, Facts, Freshness, Lane, Lock, Node, Phase, Row, Scene, Store, Task, Thread, Tone,
};

/// A callback by the number of its request.
pub(super) fn callback(request: u8) -> String {
    format!("callback of request {}", request + 1)
}

/// The key of a role's lock record.
pub(super) fn key(role: Role) -> &'static str {
    match role {
        Role::Coordinator => "coordinator",
        Role::Overlord => "overlord",
    }
}

impl DruidK8s {
    pub(super) fn draw(&self, state: &State, facts: &Facts) -> Scene {
        let roles: Vec<Role> = Role::BOTH.into_iter().rev().filter(|&role| self.has_role(role)).collect();
        let mut threads = vec![self.life_thread(state, facts)];
        threads.extend(roles.iter().map(|&role| elector_thread(state, role, facts)));
        let hooked = roles.iter().filter(|&&role| state.of(role).hook != Hook::None);
        threads.extend(hooked.map(|&role| hook_thread(state, role, facts)));
        let queues = Node {
            id: "queues",
            title: "Segment load queue".into(),
            lanes: self.lanes(state, facts),
            ..Node::default()
        };
        let pod = Node {
            id: "pod",
            title: logs::POD.into(),
            badges: self.pod_badges(state, &roles),
            locks: roles.iter().rev().map(|&role| self.lock(state, role, facts)).collect(),
            threads,
            lanes: Vec::new(),
        };
        let stores = vec![self.store(state, facts)];
        Scene { nodes: vec![queues, pod], stores, symptoms: self.symptoms(state) }
    }

    fn pod_badges(&self, state: &State, roles: &[Role]) -> Vec<Badge> {
        let seconds = u32::from(state.elapsed) * 5;
        let mut badges = vec![match state.process {
            Process::Exited => Badge::new(Tone::Neutral, "JVM ended"),
            Process::Killed => Badge::new(Tone::Bad, "killed"),
            Process::Up if state.life.is_running() => Badge::new(Tone::Ok, "running"),
            Process::Up if self.is_overdue(state) => Badge::new(Tone::Bad, "grace period over"),
            Process::Up => {
                let grace = u32::from(self.grace) * 5;
                Badge::new(Tone::Warn, format!("terminating, {seconds} s of {grace} s"))
            }
        }];
        for &role in roles {
            if state.of(role).leader {
                let zombie = state.of(role).elector == Elector::Ended;
                let tone = if zombie { Tone::Bad } else { Tone::Ok };
                badges.push(Badge::new(tone, format!("{} leader", role.name())));
            }
        }
        if !self.split {
            badges.push(match state.supervisors {
                Supervisors::Down => Badge::new(Tone::Neutral, "supervisors down"),
                Supervisors::Starting => Badge::new(Tone::Warn, "supervisors starting"),
                Supervisors::Up => Badge::new(Tone::Ok, "supervisors up"),
                Supervisors::Stopping => Badge::new(Tone::Warn, "supervisors stopping"),
            });
        }
        badges
    }

    fn lock(&self, state: &State, role: Role, facts: &Facts) -> Lock {
        let waiters = match role {
            Role::Overlord => {
                // The thread that comes first and finds the lock free does not wait.
                let blocked = |thread: &T| state.owner(role).is_some() || !state.admits(role, *thread);
                state.giant.waiters().map(T::of).filter(blocked).collect()
            }
            Role::Coordinator => {
                T::ALL.into_iter().filter(|&thread| self.wants_monitor(state, thread)).collect::<Vec<_>>()
            }
        };
        let title = match role {
            Role::Coordinator => "DruidCoordinator.lock",
            Role::Overlord => "DruidOverlord.giant (fair)",
        };
        Lock {
            title,
            owner: state.owner(role).map(|thread| thread_title(thread).to_owned()),
            waiters: waiters.into_iter().map(|thread| thread_title(thread).to_owned()).collect(),
            passed: facts.held.contains(&title),
        }
    }

    /// Whether the thread stands before the monitor and can't take it.
    fn wants_monitor(&self, state: &State, thread: T) -> bool {
        let wants = match thread {
            T::Life => self.wants_lock(state) == Some(Role::Coordinator),
            T::ElectorC => state.of(Role::Coordinator).elector == Elector::WantsLock,
            T::HookC => state.of(Role::Coordinator).hook == Hook::WantsLock,
            T::ElectorO | T::HookO => false,
        };
        wants && !state.monitor.is_free()
    }

    fn life_thread(&self, state: &State, facts: &Facts) -> Thread {
        let waits_for = if state.process != Process::Up {
            None
        } else if let Ok(role) = self.joined(state) {
            Some(format!("the {}, 10 s at most", thread_title(T::elector(role))))
        } else {
            self.wants_lock(state).and_then(|role| owned(state, role))
        };
        let badges = if state.interrupted { vec![Badge::new(Tone::Warn, "interrupted")] } else { Vec::new() };
        Thread {
            listing: self.life_listing().into(),
            here: Some(self.life_line(state)),
            waits_for,
            badges,
            ..thread(actors::LIFE, facts)
        }
    }

    fn lanes(&self, state: &State, facts: &Facts) -> Vec<Lane> {
        let pool = facts.queue(actors::CALLBACKS);
        let mut badges = vec![Badge::new(Tone::Neutral, format!("ran {}", pool.done))];
        if pool.rejected > 0 {
            badges.push(Badge::new(Tone::Bad, format!("rejected {}", pool.rejected)));
        }
        if pool.dropped > 0 {
            badges.push(Badge::new(Tone::Bad, format!("thrown away {}", pool.dropped)));
        }
        let rejected = state.was_rejected().then(|| Task { text: callback(state.given_up) });
        let mut lanes: Vec<Lane> = (0..self.servers).map(|server| self.peon(state, server)).collect();
        lanes.push(Lane {
            id: "callbacks",
            title: "LoadQueuePeon-callbackexec",
            phase: Some(state.callbacks.phase()),
            badges,
            queue: state.callbacks.queue().iter().map(|request| Task { text: callback(request) }).collect(),
            lost: rejected,
            empty: "queue empty",
            ..Lane::default()
        });
        lanes
    }

    /// The load queue of a data server.
    fn peon(&self, state: &State, server: u8) -> Lane {
        let (first, last) = (server * self.queued, (server + 1) * self.queued);
        // The list is cleared when all its callbacks are handed over.
        let requests = if self.requests() == 0 || state.given_up >= last { 0..0 } else { first..last };
        // A peon's flag is set before its first callback, so a rejected one leaves it stopped with its requests.
        let rejected = state.was_rejected() && (first..last).contains(&state.given_up);
        let stopped = state.relinquished > super::LOAD_QUEUES || state.given_up > first || rejected;
        Lane {
            id: if server == 0 { "peon1" } else { "peon2" },
            title: if server == 0 { "HttpLoadQueuePeon, server 1" } else { "HttpLoadQueuePeon, server 2" },
            phase: Some(if stopped { Phase::Terminated } else { Phase::Running }),
            queue: requests.map(|request| Task { text: format!("request {}", request + 1) }).collect(),
            empty: "no request",
            ..Lane::default()
        }
    }

    fn store(&self, state: &State, facts: &Facts) -> Store {
        let named = Role::BOTH.into_iter().filter(|&role| state.of(role).lease == Lease::Ours).count();
        let gone = state.process != Process::Up;
        let holder = match (named, gone) {
            (0, _) => Badge::new(Tone::Neutral, "does not name this pod"),
            (_, true) => Badge::new(Tone::Bad, "names a pod that is gone"),
            _ => Badge::new(Tone::Ok, "names this pod"),
        };
        Store {
            id: "locks",
            title: "Lock records",
            name: "ConfigMaps druid-leaderelection-*",
            revision: Some(facts.revision),
            bars: Vec::new(),
            holder,
            rows: self.lock_rows(state, facts),
        }
    }

    pub(super) fn lock_rows(&self, state: &State, facts: &Facts) -> Vec<Row> {
        let row = |role: Role| {
            let writer = facts.writers.get(key(role));
            let (value, freshness) = match state.of(role).lease {
                Lease::Ours if state.process == Process::Up => (Some(logs::POD.to_owned()), Freshness::Fresh),
                Lease::Ours => (Some(logs::POD.to_owned()), Freshness::Stale),
                Lease::Other => (Some("druid-coordinator-1".to_owned()), Freshness::Fresh),
                Lease::Released => (None, Freshness::Missing),
            };
            Row {
                key: key(role),
                value,
                revision: writer.map(|writer| writer.revision),
                writer: writer.map(|writer| {
                    let title = actors::ACTORS[usize::from(writer.actor.0)].title;
                    format!("{title}, step {}", writer.step)
                }),
                freshness,
            }
        };
        Role::BOTH.into_iter().filter(|&role| self.has_role(role)).map(row).collect()
    }

    fn symptoms(&self, state: &State) -> Vec<Badge> {
        let mut symptoms = Vec::new();
        let ended = state.process != Process::Up;
        if state.was_rejected() {
            symptoms
                .push(Badge::new(Tone::Bad, "ERROR stopBeingLeader() failed, RejectedExecutionException"));
        }
        if ended && state.ran < self.requests() {
            let lost = self.requests() - state.ran;
            symptoms.push(Badge::new(Tone::Bad, format!("callbacks that never ran: {lost}")));
        }
        if state.process == Process::Killed {
            symptoms.push(Badge::new(Tone::Bad, "pod killed after its grace period"));
        }
        if !self.split {
            symptoms.push(match (ended, state.supervisors) {
                (true, Supervisors::Down) => {
                    Badge::new(Tone::Ok, "supervisors were down before the pod ended")
                }
                (true, _) => Badge::new(Tone::Bad, "supervisors were still there when the pod ended"),
                (false, Supervisors::Up) => Badge::new(Tone::Ok, "supervisors read from Kafka"),
                (false, Supervisors::Down) => Badge::new(Tone::Neutral, "no supervisor here"),
                (false, _) => Badge::new(Tone::Warn, "supervisors are on their way"),
            });
        }
        for role in Role::BOTH {
            let selector = state.of(role);
            if selector.leader && selector.elector == Elector::Ended {
                let text = format!("this pod believes it is {} leader, and nobody can stop it", role.name());
                symptoms.push(Badge::new(Tone::Bad, text));
            }
        }
        if ended && Role::BOTH.into_iter().any(|role| state.of(role).lease == Lease::Ours) {
            symptoms
                .push(Badge::new(Tone::Warn, "standbys redirect to the dead pod until the lease expires"));
        }
        symptoms
    }
}

fn elector_thread(state: &State, role: Role, facts: &Facts) -> Thread {
    let rejected = role == Role::Coordinator && state.was_rejected();
    let at = state.of(role).elector;
    let badge = match at {
        Elector::Ended if rejected => Some(Badge::new(Tone::Bad, "ended by an exception")),
        Elector::Ended => Some(Badge::new(Tone::Neutral, "ended")),
        Elector::Polling => Some(Badge::new(Tone::Neutral, "standby")),
        _ => None,
    };
    let waits_for = owned(state, role).filter(|_| at == Elector::WantsLock);
    racing(state, actors::elector(role), listing::elector(state, role), waits_for, badge, facts)
}

fn hook_thread(state: &State, role: Role, facts: &Facts) -> Thread {
    let at = state.of(role).hook;
    let badge = match at {
        Hook::Promoted => Some(Badge::new(Tone::Ok, "promoted")),
        Hook::Skipped => Some(Badge::new(Tone::Neutral, "did nothing")),
        Hook::Failed => Some(Badge::new(Tone::Bad, "failed")),
        _ => None,
    };
    let waits_for = owned(state, role).filter(|_| at == Hook::WantsLock);
    racing(state, actors::hook(role), listing::hook(state, role), waits_for, badge, facts)
}

/// A thread that races with the Lifecycle's. In a JVM that has ended nobody waits.
fn racing(
    state: &State,
    actor: Actor,
    (lines, here): (&'static [&'static str], u8),
    waits_for: Option<String>,
    badge: Option<Badge>,
    facts: &Facts,
) -> Thread {
    Thread {
        listing: lines.into(),
        here: Some(here),
        waits_for: waits_for.filter(|_| state.process == Process::Up),
        badges: badge.into_iter().collect(),
        ..thread(actor, facts)
    }
}

fn thread(actor: Actor, facts: &Facts) -> Thread {
    let info = &actors::ACTORS[usize::from(actor.0)];
    Thread { actor: info.id, title: info.title, acted: facts.last_actor == Some(actor), ..Thread::default() }
}

fn thread_title(thread: T) -> &'static str {
    let actor = match thread {
        T::Life => actors::LIFE,
        T::ElectorC => actors::elector(Role::Coordinator),
        T::ElectorO => actors::elector(Role::Overlord),
        T::HookC => actors::hook(Role::Coordinator),
        T::HookO => actors::hook(Role::Overlord),
    };
    actors::ACTORS[usize::from(actor.0)].title
}

/// The lock of a role's listener in words, when somebody owns it.
fn owned(state: &State, role: Role) -> Option<String> {
    let lock = match role {
        Role::Coordinator => "the monitor",
        Role::Overlord => "the Overlord's lock",
    };
    Some(format!("{lock}, owned by the {}", thread_title(state.owner(role)?)))
}
