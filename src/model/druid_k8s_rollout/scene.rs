//! What the page draws of a state.

use super::action::{POD_IDS, ordinal};
use super::actors::{self, Part};
use super::sentence::duration;
use super::state::{Elector, Holder, Hook, Member, Phase, Pod, Role, Stage, State, Supervisors};
use super::{DruidRollout, logs};
use crate::machine::{Actor, Badge, Facts, Freshness, Lock, Node, Row, Scene, Store, Thread, Tone};
use crate::part::Sight;

impl DruidRollout {
    pub(super) fn draw(&self, state: &State, facts: &Facts) -> Scene {
        let store = Store {
            id: "configmaps",
            title: "Locks",
            name: "druid-leaderelection-*",
            revision: Some(facts.revision),
            bars: Vec::new(),
            holder: self.holder_badge(state),
            rows: self.lock_rows(state, facts),
        };
        Scene {
            nodes: self.pods().map(|pod| self.node(state, facts, pod)).collect(),
            stores: vec![store],
            symptoms: self.symptoms(state),
        }
    }

    fn holder_badge(&self, state: &State) -> Badge {
        let role = Role::Overlord;
        let name = |member: Member| actors::node(self.pod_of(role, member));
        match state.holder(role) {
            Holder::None => Badge::new(Tone::Warn, "Overlord: nobody"),
            Holder::Former(member) => {
                Badge::new(Tone::Bad, format!("Overlord: {} before its restart", name(member)))
            }
            Holder::Live(member) if self.renewer(state, role) == Some(member) => {
                Badge::new(Tone::Ok, format!("Overlord: {}", name(member)))
            }
            Holder::Live(member) => {
                Badge::new(Tone::Warn, format!("Overlord: {}, not renewed", name(member)))
            }
        }
    }

    pub(super) fn lock_rows(&self, state: &State, facts: &Facts) -> Vec<Row> {
        let row = |role: Role| {
            let key = logs::key(role);
            let writer = facts.writers.get(key);
            let freshness = match state.holder(role) {
                Holder::None => Freshness::Missing,
                _ if self.renewer(state, role).is_some() => Freshness::Fresh,
                _ => Freshness::Stale,
            };
            Row {
                key,
                value: self.record(state, role),
                revision: writer.map(|writer| writer.revision),
                writer: writer.map(|writer| {
                    let info = &self.actors[usize::from(writer.actor.0)];
                    format!("{} {}, step {}", info.node, info.title, writer.step)
                }),
                freshness,
            }
        };
        Role::ALL.map(row).into()
    }

    /// The record of a lock: `holderIdentity`, and how long ago it was written.
    fn record(&self, state: &State, role: Role) -> Option<String> {
        let (member, former) = match state.holder(role) {
            Holder::None => return None,
            Holder::Live(member) => (member, false),
            Holder::Former(member) => (member, true),
        };
        let pod = self.pod_of(role, member);
        let restarted = !former && self.was_restarted(state, pod);
        let identity = logs::identity(pod, member, restarted, self.stable);
        let age = state.lock(role).age();
        if self.renewer(state, role).is_some() {
            return Some(format!("{identity} · renewed"));
        }
        let limit = if age >= self.lease + self.poll { "more than " } else { "" };
        Some(format!("{identity} · written {limit}{} ago", duration(age)))
    }

    /// Whether the present process of a pod is not its first.
    pub(super) fn was_restarted(&self, state: &State, pod: Pod) -> bool {
        let rolled = &self.order[..usize::from(state.rolled)];
        rolled.contains(&pod) && matches!(state.pod(pod).stage, Stage::Up)
    }

    fn node(&self, state: &State, facts: &Facts, pod: Pod) -> Node {
        let mut badges = vec![self.stage_badge(state, pod)];
        if state.cut() == Some(pod) {
            badges.push(Badge::new(Tone::Bad, "cut off from the API server"));
        }
        if self.plays(pod, Role::Overlord) && state.pod(pod).is_alive() {
            badges.extend(overlord_badges(state, ordinal(pod)));
        }
        Node {
            id: POD_IDS[usize::from(pod)],
            title: actors::node(pod).into(),
            badges,
            locks: self.monitors(state, pod),
            threads: vec![
                self.life(state, facts, pod),
                self.elector_thread(state, facts, pod),
                self.hook_thread(state, facts, pod),
            ],
            lanes: Vec::new(),
        }
    }

    fn stage_badge(&self, state: &State, pod: Pod) -> Badge {
        let process = state.pod(pod);
        let left = duration(process.left);
        let stop = format!("stopping for {}", duration(state.elapsed));
        match process.stage {
            Stage::Up if self.was_restarted(state, pod) => Badge::new(Tone::Ok, "Ready, restarted"),
            Stage::Up => Badge::new(Tone::Ok, "Ready"),
            Stage::Restarting => Badge::new(Tone::Warn, format!("restarting, {left} to go")),
            _ if state.elapsed >= self.grace => Badge::new(Tone::Bad, "its grace period is over"),
            _ => Badge::new(Tone::Warn, stop),
        }
    }

    /// The two locks of Druid that the stop methods and the hooks need.
    fn monitors(&self, state: &State, pod: Pod) -> Vec<Lock> {
        let member = ordinal(pod);
        let here = state.pod(pod).stage;
        let lock = |role: Role| {
            let (title, stop, join) = match role {
                Role::Overlord => ("giant", Some(Stage::OverlordStop), Stage::OverlordJoin),
                // Taken and left within a step, but for the wait.
                Role::Coordinator => ("DruidCoordinator.lock", None, Stage::CoordinatorJoin),
            };
            let elector = state.elector(role, member).phase;
            let promoting = role == Role::Overlord && state.overlord(member).hook == Hook::Promoting;
            let stops = Some(here) == stop || here == join && !self.joins_outside(role);
            let owner = if stops {
                Some("Lifecycle")
            } else if promoting {
                Some("hook worker")
            } else {
                (elector == Phase::Stopping).then_some("elector")
            };
            let waits = elector == Phase::Blocked;
            Lock {
                title,
                owner: owner.map(str::to_owned),
                waiters: waits.then(|| "elector".to_owned()).into_iter().collect(),
                passed: false,
            }
        };
        self.roles(pod).map(lock).collect()
    }

    fn life(&self, state: &State, facts: &Facts, pod: Pod) -> Thread {
        let mut thread = self.thread(facts, self.thread_of(pod, Part::Life), &actors::LIFE);
        let process = state.pod(pod);
        let blocked = |role| state.elector(role, ordinal(pod)).phase == Phase::Blocked;
        thread.here = match process.stage {
            Stage::Up | Stage::Restarting => None,
            Stage::Jetty => Some(0),
            Stage::OverlordStop => Some(1),
            Stage::OverlordJoin => Some(2),
            Stage::CoordinatorStop => Some(3),
            Stage::CoordinatorJoin => Some(4),
            Stage::Rest => Some(5),
        };
        if matches!(process.stage, Stage::OverlordJoin | Stage::CoordinatorJoin)
            && Role::ALL.into_iter().any(blocked)
        {
            thread.waits_for = Some(format!("the elector thread, up to {} more", duration(process.left)));
        }
        thread
    }

    fn elector_thread(&self, state: &State, facts: &Facts, pod: Pod) -> Thread {
        let mut thread = self.thread(facts, self.thread_of(pod, Part::Elector), &actors::ELECTOR);
        let member = ordinal(pod);
        for role in self.roles(pod) {
            let elector = state.elector(role, member);
            let (tone, words) = elector_words(elector, state.lock(role).sight(member));
            if !words.is_empty() {
                thread.badges.push(Badge::new(tone, format!("{}: {words}", role.title())));
            }
            if elector.phase == Phase::Blocked {
                thread.waits_for =
                    Some(format!("the lock of Druid{}.stop, owned by Lifecycle", role.title()));
            }
            // With two roles the Overlord's place is shown, which comes last.
            thread.here = match elector.phase {
                Phase::Off | Phase::Ended => None,
                Phase::Polling => Some(0),
                Phase::Acquired => Some(1),
                Phase::Leading => Some(2),
                Phase::Stopping => Some(3),
                Phase::Blocked => Some(4),
            };
        }
        thread
    }

    fn hook_thread(&self, state: &State, facts: &Facts, pod: Pod) -> Thread {
        let mut thread = self.thread(facts, self.thread_of(pod, Part::Hook), &actors::HOOK);
        if self.plays(pod, Role::Overlord) {
            let overlord = state.overlord(ordinal(pod));
            thread.here = match overlord.hook {
                Hook::Queued => Some(0),
                Hook::Promoting => Some(1),
                Hook::None | Hook::Initialized | Hook::Relinquished => None,
            };
            if overlord.hook == Hook::Queued {
                thread.badges.push(Badge::new(Tone::Warn, "start hook queued"));
            }
        }
        thread
    }

    fn thread(&self, facts: &Facts, actor: Actor, listing: &'static [&'static str]) -> Thread {
        let info = &self.actors[usize::from(actor.0)];
        let acted = facts.last_actor == Some(actor);
        Thread { actor: info.id, title: info.title, listing: listing.into(), acted, ..Thread::default() }
    }

    fn symptoms(&self, state: &State) -> Vec<Badge> {
        let (served, answer) = self.answer(state);
        let mut out = vec![Badge::new(if served { Tone::Ok } else { Tone::Bad }, answer)];
        if state.dark > 0 {
            out.push(Badge::new(Tone::Bad, format!("no answer for {}", duration(state.dark))));
        }
        if let Some(ticks) = state.leaderless.running() {
            out.push(Badge::new(Tone::Warn, format!("no Overlord leads, for {}", duration(ticks))));
        }
        let owns = |member: &Member| state.overlord(*member).supervisors != Supervisors::Down;
        if self.members().filter(owns).count() > 1 {
            out.push(Badge::new(Tone::Bad, "two processes own the supervisors"));
        }
        if state.generation > 0 {
            let times =
                if state.generation == 1 { "once".into() } else { format!("{} times", state.generation) };
            out.push(Badge::new(Tone::Warn, format!("all supervisors restarted {times}")));
        }
        if self.is_over(state) && self.rolls > 0 {
            out.push(Badge::new(Tone::Neutral, "the rollout is over"));
        }
        out
    }
}

fn overlord_badges(state: &State, member: Member) -> Vec<Badge> {
    let overlord = state.overlord(member);
    let mut out = match overlord.hook {
        Hook::Promoting if overlord.hook_left > 0 => {
            let left = duration(overlord.hook_left);
            vec![Badge::new(Tone::Warn, format!("Overlord being promoted, workers sync for {left}"))]
        }
        Hook::Promoting => vec![Badge::new(Tone::Warn, "Overlord being promoted")],
        Hook::Initialized => vec![Badge::new(Tone::Ok, "Overlord initialized")],
        Hook::None | Hook::Queued | Hook::Relinquished => Vec::new(),
    };
    match overlord.supervisors {
        Supervisors::Down => {}
        Supervisors::Up => out.push(Badge::new(Tone::Ok, "supervisors up")),
        Supervisors::Stopping => {
            let left = duration(overlord.stop_left);
            out.push(Badge::new(Tone::Warn, format!("supervisors stopping, {left} to go")));
        }
    }
    out
}

fn elector_words(elector: Elector, sight: Sight) -> (Tone, String) {
    match (elector.phase, sight) {
        (Phase::Off, _) => (Tone::Neutral, String::new()),
        (Phase::Polling, Sight::Seen(ticks)) if ticks > 1 => {
            (Tone::Neutral, format!("candidate, saw this record {} ago", duration(ticks)))
        }
        (Phase::Polling, Sight::Behind(_)) => (Tone::Neutral, "candidate, has not seen this record".into()),
        (Phase::Polling, _) => (Tone::Neutral, "candidate".into()),
        (Phase::Acquired, _) => (Tone::Warn, "has the lock, not noticed yet".into()),
        (Phase::Leading, _) if elector.silence > 1 => {
            (Tone::Bad, format!("leads, last renewed {} ago", duration(elector.silence)))
        }
        (Phase::Leading, _) => (Tone::Ok, "leads".into()),
        (Phase::Blocked, _) => (Tone::Bad, "interrupted, blocked".into()),
        (Phase::Stopping, _) => (Tone::Warn, "gave up, stops the supervisors".into()),
        (Phase::Ended, _) => (Tone::Neutral, "ended".into()),
    }
}
