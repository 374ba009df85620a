//! What the page draws of a state: a card per node, Consul, and the resource that leaders write to.

use super::action::{Action, How, NODE_IDS};
use super::actors::{self, ACTORS};
use super::guard::{Refusal, refers};
use super::logs;
use super::place::{
    CALLER_LINES, CALLER_LINES_FIRST, CLEAN_EXIT, DESTROYED, KEEPER_LINES, LOOP_LINES, of_caller, of_keeper,
    of_loop,
};
use super::sentence::{name, other};
use super::state::{A, Fault, Flag, NODES, Node as Member, Reference, SESSIONS, Sid, State, Value};
use super::thread::{Keep, Loop, Unreg};
use super::{DruidConsul, Fence, Fix};
use crate::machine::{
    Actor, Badge, Bar, Facts, Freshness, Lock, Machine, Node, Row, Scene, Store, Thread, Tone,
};
use std::borrow::Cow;

/// The ids of the bars of Consul's sessions.
static BARS: [&str; SESSIONS as usize] =
    ["session_1", "session_2", "session_3", "session_4", "session_5", "session_6"];

impl DruidConsul {
    pub(super) fn draw(&self, state: &State, facts: &Facts) -> Scene {
        let mut stores = vec![self.consul(state, facts)];
        stores.extend(self.resource(state));
        Scene {
            nodes: NODES.map(|node| self.node(state, facts, node)).into(),
            stores,
            symptoms: self.symptoms(state),
        }
    }

    fn node(&self, state: &State, facts: &Facts, node: Member) -> Node {
        let mut threads = vec![self.loop_thread(state, facts, node), self.keeper_thread(state, facts, node)];
        let unregisters = node == A && self.budgets[Fault::Unregister as usize] > 0;
        if unregisters {
            threads.push(self.caller_thread(state, facts));
        }
        Node {
            id: NODE_IDS[usize::from(node)],
            title: if node == A { "Node a" } else { "Node b" }.into(),
            badges: self.badges(state, facts, node),
            locks: if unregisters && self.holds_giant { vec![self.giant(state)] } else { Vec::new() },
            threads,
            lanes: Vec::new(),
        }
    }

    fn badges(&self, state: &State, facts: &Facts, node: Member) -> Vec<Badge> {
        let process = state.node(node);
        match process.loop_.at {
            Loop::Unborn => {
                let left = self.span(process.loop_.left);
                return vec![Badge::new(Tone::Neutral, format!("not started, within {left}"))];
            }
            Loop::Gone => return vec![Badge::new(Tone::Bad, "its process is gone")],
            _ => {}
        }
        let holds = state.owner() == Some(node);
        let (leads, acts) = (process.has(Flag::Leader), state.acts(node));
        let mut out = Vec::new();
        let term = match facts.counter(actors::term(node)) {
            0 => String::new(),
            term => format!(", term {term}"),
        };
        let flag = if leads { "leader = true" } else { "leader = false" };
        let tone = if leads { own(holds) } else { Tone::Neutral };
        out.push(Badge::new(tone, format!("{flag}{term}")));
        if acts {
            out.push(Badge::new(own(holds && !state.acts(other(node))), "acts as leader"));
        }
        out.push(self.session_badge(state, facts, process.session));
        let mut on = |shown: bool, tone, text: &str| {
            if shown {
                out.push(Badge::new(tone, text));
            }
        };
        on(process.has(Flag::Stopping), Tone::Warn, "stopping = true");
        on(process.has(Flag::Interrupted), Tone::Warn, "loop interrupted");
        on(process.has(Flag::Kicked), Tone::Warn, "woken by the keeper");
        on(process.has(Flag::Cut), Tone::Bad, "cut off from Consul");
        on(state.is_paused(node), Tone::Bad, "stands still");
        on(self.has(Fix::Lease) && leads && process.silence > 0, Tone::Neutral, &{
            format!("renewed {} ago", self.span(process.silence))
        });
        on(process.unknown > 0, Tone::Warn, &format!("unknown answers borne: {}", process.unknown));
        on(
            process.errors > 0,
            Tone::Warn,
            &format!("errors in a row: {} of {}", process.errors, self.max_errors),
        );
        on(
            self.fence != Fence::None && process.token > 0,
            Tone::Neutral,
            &format!("fencing token {}", process.token),
        );
        out
    }

    #[allow(clippy::unused_self, reason = "all badges read alike")]
    fn session_badge(&self, state: &State, facts: &Facts, session: Reference) -> Badge {
        match (session.get(), state.alive(session)) {
            (None, _) => Badge::new(Tone::Neutral, "sessionId = null"),
            (Some(sid), Some(_)) => Badge::new(Tone::Ok, format!("session {}", session_id(facts, sid))),
            (Some(sid), None) => {
                Badge::new(Tone::Bad, format!("session {} has ended", session_id(facts, sid)))
            }
        }
    }

    fn giant(&self, state: &State) -> Lock {
        let at = state.node(A).loop_.at;
        let held = self.is_giant_held(state, A);
        let runs = matches!(at, Loop::StartRun | Loop::StopRun);
        let owner =
            if held { Some("the caller") } else { self.is_giant_the_loops(state).then_some("the loop") };
        Lock {
            title: "giant",
            owner: owner.map(str::to_owned),
            waiters: if held && runs { vec!["the loop".to_owned()] } else { Vec::new() },
            passed: false,
        }
    }

    fn loop_thread(&self, state: &State, facts: &Facts, node: Member) -> Thread {
        let mut thread = thread(facts, actors::thread(node, actors::Thread::Loop), &LOOP_LINES);
        let at = state.node(node).loop_.at;
        let lines = thread.listing.to_mut();
        if self.has(Fix::Finally) || self.has(Fix::Order) {
            lines[LOOP_LINES.len() - 1] = CLEAN_EXIT;
        }
        if self.has(Fix::Destroy) {
            lines[DESTROYED.0] = DESTROYED.1;
        }
        thread.here = of_loop(at).map(|place| place.line);
        match at {
            Loop::Done => thread.badges.push(Badge::new(Tone::Neutral, "has ended")),
            Loop::Dead => thread.badges.push(Badge::new(Tone::Bad, "dead, by a Throwable")),
            _ => {}
        }
        self.waiting(state, Action::Loop(node, How::Run), &mut thread);
        thread
    }

    fn keeper_thread(&self, state: &State, facts: &Facts, node: Member) -> Thread {
        let mut thread = thread(facts, actors::thread(node, actors::Thread::Keeper), &KEEPER_LINES);
        let keeper = state.node(node).keeper;
        thread.here = of_keeper(keeper.at).map(|place| place.line);
        if keeper.at == Keep::Done && state.node(node).loop_.at != Loop::Gone {
            thread.badges.push(Badge::new(Tone::Neutral, "has ended"));
        }
        if let Some(sid) = keeper.local.get() {
            thread.badges.push(Badge::new(Tone::Neutral, format!("has read {}", session_id(facts, sid))));
        }
        self.waiting(state, Action::Keeper(node, How::Run), &mut thread);
        thread
    }

    fn caller_thread(&self, state: &State, facts: &Facts) -> Thread {
        let first = self.has(Fix::Order);
        let lines: &'static [&'static str] = if first { &CALLER_LINES_FIRST } else { &CALLER_LINES };
        let mut thread = thread(facts, actors::CALLER, lines);
        let at = state.unregister.at;
        thread.here = of_caller(at, first).filter(|_| at != Unreg::Idle).map(|place| place.line);
        if at == Unreg::Returned {
            thread.badges.push(Badge::new(Tone::Neutral, "has returned"));
        }
        self.waiting(state, Action::Caller(How::Run), &mut thread);
        thread
    }

    /// What the thread waits for, as its guard says: a plain sleep is a fact, the rest holds it up.
    fn waiting(&self, state: &State, action: Action, thread: &mut Thread) {
        match self.guard(state, action) {
            Err(Refusal::Waits(what, left)) => {
                let left = self.span(left);
                match what {
                    "the call that hangs" => {
                        thread.waits_for = Some(format!("Consul, {left} to the time-out"));
                    }
                    "the wait for the loop" => {
                        thread.waits_for = Some(format!("the election loop to end, {left} at most"));
                    }
                    _ => {
                        let text = format!("{}, {left} to go", what.trim_start_matches("the "));
                        thread.badges.push(Badge::new(Tone::Neutral, text));
                    }
                }
            }
            Err(Refusal::Blocked(by)) => {
                let owner =
                    if by.contains("giant") { ", which the caller of unregisterListener holds" } else { "" };
                thread.waits_for = Some(format!("{by}{owner}"));
            }
            _ => {}
        }
    }

    fn consul(&self, state: &State, facts: &Facts) -> Store {
        Store {
            id: "consul",
            title: "HA store",
            name: "Consul",
            revision: Some(facts.revision),
            holder: self.holder(state, facts),
            bars: self.bars(state, facts),
            rows: self.key_rows(state, facts),
        }
    }

    fn holder(&self, state: &State, facts: &Facts) -> Badge {
        match state.lock.session.get().zip(state.owner()) {
            Some((sid, owner)) => {
                let session = session_id(facts, sid);
                if refers(state, owner, state.lock.session) {
                    Badge::new(Tone::Ok, format!("lock: session {session} of {}", name(owner)))
                } else {
                    Badge::new(
                        Tone::Bad,
                        format!("lock: session {session}, which {} has forgotten", name(owner)),
                    )
                }
            }
            None if state.lock.is_there() => Badge::new(Tone::Bad, "lock: nobody, a key without a session"),
            None if state.lock.delay > 0 => Badge::new(
                Tone::Warn,
                format!("lock: nobody, lock-delay for {}", self.span(state.lock.delay)),
            ),
            None => Badge::new(Tone::Warn, "lock: nobody"),
        }
    }

    /// The time that each session has left, and lock-delay.
    fn bars(&self, state: &State, facts: &Facts) -> Vec<Bar> {
        let session = |sid: Sid| {
            let session = state.session(sid);
            let owner = session.owner()?;
            let renewed = self.is_renewed(state, owner, sid);
            Some(Bar {
                id: BARS[usize::from(sid)],
                title: format!("Session {} of {}", session_id(facts, sid), name(owner)),
                left: session.left.into(),
                of: self.expiry.into(),
                unit: "ticks",
                tone: if renewed { Tone::Ok } else { Tone::Warn },
            })
        };
        let delay = (state.lock.delay > 0).then(|| Bar {
            id: "lock_delay",
            title: "Lock-delay".into(),
            left: state.lock.delay.into(),
            of: self.lock_delay.into(),
            unit: "ticks",
            tone: Tone::Warn,
        });
        (0..SESSIONS).filter_map(session).chain(delay).collect()
    }

    /// Whether the keeper of a node goes on renewing the session.
    #[allow(clippy::unused_self, reason = "all questions read alike")]
    pub(super) fn is_renewed(&self, state: &State, owner: Member, sid: Sid) -> bool {
        let (process, session) = (state.node(owner), Reference::to(sid));
        let known = process.session == session
            || process.loop_.local == session && process.loop_.at == Loop::SetSession;
        known && process.keeper.at != Keep::Done
    }

    /// The lock's key. Whether it is fresh depends on the state alone.
    #[allow(clippy::unused_self, reason = "all rows read alike")]
    pub(super) fn key_rows(&self, state: &State, facts: &Facts) -> Vec<Row> {
        let lock = state.lock;
        let url = match lock.value {
            Value::Absent => None,
            Value::A => Some("http://node-a:8090"),
            Value::B => Some("http://node-b:8090"),
            Value::Other => Some("what an operator wrote"),
        };
        let session = match lock.session.get() {
            Some(sid) => format!("session {}", session_id(facts, sid)),
            None => "no session".into(),
        };
        let fresh = state
            .owner()
            .is_some_and(|owner| refers(state, owner, lock.session) && lock.value == Value::of(owner));
        let writer = facts.writers.get(logs::KEY);
        let row = Row {
            key: logs::KEY,
            value: url.map(|url| format!("{url} · {session}")),
            revision: writer.map(|writer| writer.revision),
            writer: writer.map(|writer| {
                let info = &ACTORS[usize::from(writer.actor.0)];
                let of = if info.node.is_empty() { String::new() } else { format!("{} ", info.node) };
                format!("{of}{}, step {}", info.title, writer.step)
            }),
            freshness: match (lock.is_there(), fresh) {
                (false, _) => Freshness::Missing,
                (true, true) => Freshness::Fresh,
                (true, false) => Freshness::Stale,
            },
        };
        vec![row]
    }
}

/// What is as it should be, or not.
pub(super) fn own(good: bool) -> Tone {
    if good { Tone::Ok } else { Tone::Bad }
}

/// The id of a session as log lines abbreviate it.
fn session_id(facts: &Facts, sid: Sid) -> String {
    logs::bare(facts.counter(actors::session(sid)))
}

fn thread(facts: &Facts, actor: Actor, lines: &'static [&'static str]) -> Thread {
    let info = &ACTORS[usize::from(actor.0)];
    let acted = facts.last_actor == Some(actor);
    Thread { actor: info.id, title: info.title, listing: Cow::Borrowed(lines), acted, ..Thread::default() }
}
