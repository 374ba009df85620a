//! What fills the slots of the log lines. Session ids and terms come from the run's history: a state knows places and
//! no more than it has to.

use super::state::{Node, Reference};
use super::{actors, lines};
use crate::machine::{Count, Counter, Effect, LogLine, LogTemplate, Observer};

/// The lock's key: `druid.discovery.consul.leader.overlordLeaderLockPath`.
pub(super) const KEY: &str = "druid/leader/overlord";

/// Whose line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Loop,
    Keeper,
    Caller,
}

impl At {
    fn thread(self) -> &'static str {
        match self {
            Self::Loop => "ConsulLeaderSelector-0",
            Self::Keeper => "ConsulSessionKeeper-0",
            Self::Caller => crate::model::druid_lines::LIFE_THREAD,
        }
    }
}

/// A line of a node that names nothing, or the lock alone.
pub(super) fn say(node: Node, at: At, template: &'static LogTemplate, out: &mut impl Observer) {
    out.report(|| Effect::Log(line(node, at, template, Vec::new(), Vec::new())));
}

/// A line with a slot that the model knows.
pub(super) fn say_of(
    node: Node,
    at: At,
    template: &'static LogTemplate,
    slot: (&'static str, String),
    out: &mut impl Observer,
) {
    out.report(|| Effect::Log(line(node, at, template, vec![slot], Vec::new())));
}

/// A line that names a session, and perhaps something else.
pub(super) fn say_session(
    node: Node,
    at: At,
    template: &'static LogTemplate,
    session: Reference,
    length: Length,
    extra: Option<(&'static str, String)>,
    out: &mut impl Observer,
) {
    out.report(|| {
        let mut slots: Vec<_> = extra.into_iter().collect();
        let mut counts = Vec::new();
        if let Some(sid) = session.get() {
            counts.push(("session", Count { of: actors::session(sid), word: length.word() }));
        } else {
            slots.push(("session", "null".to_owned()));
        }
        Effect::Log(line(node, at, template, slots, counts))
    });
}

/// How much of a session's id a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// The first eight characters.
    Bare,
    /// The same with an ellipsis.
    Short,
    /// All of it.
    Full,
}

impl Length {
    pub(super) fn word(self) -> fn(u32) -> String {
        match self {
            Self::Bare => bare,
            Self::Short => short,
            Self::Full => full,
        }
    }
}

/// The id of the n-th session. Any would do; these look like Consul's.
pub(super) fn bare(number: u32) -> String {
    // An odd factor keeps the ids of different sessions apart.
    format!("{:08x}", number.wrapping_mul(0x9e37_79b1))
}

pub(super) fn short(number: u32) -> String {
    bare(number) + "..."
}

fn full(number: u32) -> String {
    let tail = number.wrapping_mul(0x85eb_ca6b);
    format!("{}-{:04x}-{:04x}-9f1c-6d2b{tail:08x}", bare(number), tail >> 16, tail & 0xffff)
}

fn term(number: u32) -> String {
    number.to_string()
}

/// `Became leader`, with the term that this step counted.
pub(super) fn say_became(node: Node, out: &mut impl Observer) {
    out.report(|| {
        let counts = vec![("term", Count { of: actors::term(node), word: term })];
        Effect::Log(line(node, At::Loop, &lines::BECAME, Vec::new(), counts))
    });
}

/// The warning about another owner, which shows both ids in full.
pub(super) fn say_owned_by(node: Node, owner: Reference, expected: Reference, out: &mut impl Observer) {
    out.report(|| {
        let mut slots = Vec::new();
        let mut counts = Vec::new();
        for (name, session) in [("owner", owner), ("session", expected)] {
            match session.get() {
                Some(sid) => counts.push((name, Count { of: actors::session(sid), word: full })),
                None => slots.push((name, "null".to_owned())),
            }
        }
        Effect::Log(line(node, At::Loop, &lines::KEY_OWNED_BY, slots, counts))
    });
}

/// The Consul server's line about a session that expired.
pub(super) fn expired(session: Counter) -> Effect {
    server(&lines::TTL_EXPIRED, vec![("session", Count { of: session, word: full })])
}

/// The Consul server's line about a key under lock-delay.
pub(super) fn rejected_by_delay() -> Effect {
    server(&lines::REJECTING, Vec::new())
}

fn server(template: &'static LogTemplate, counts: Vec<(&'static str, Count)>) -> Effect {
    let slots = lock_slot(template);
    Effect::Log(LogLine { template, node: actors::CONSUL, thread: "raft", slots, counts })
}

fn line(
    node: Node,
    at: At,
    template: &'static LogTemplate,
    mut slots: Vec<(&'static str, String)>,
    counts: Vec<(&'static str, Count)>,
) -> LogLine {
    slots.extend(lock_slot(template));
    LogLine { template, node: super::action::NODE_IDS[usize::from(node)], thread: at.thread(), slots, counts }
}

fn lock_slot(template: &'static LogTemplate) -> Vec<(&'static str, String)> {
    if template.message.contains("{lock}") { vec![("lock", KEY.to_owned())] } else { Vec::new() }
}
