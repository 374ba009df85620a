//! What can be seen of this model from outside: calls to Consul with their answers, callbacks as they begin and end, what
//! Consul keeps, and what a node says of itself.

use super::action::{Action, How, NODE_IDS};
use super::call::{Who, hangs};
use super::consul::Ownership;
use super::state::{A, Flag, NODES, Node, Reference, State, Value};
use super::thread::{Keep, Loop, Unreg};
use super::{DruidConsul, Fix};
use crate::machine::{LogLine, Observe, Present, lines_of};

impl Observe for DruidConsul {
    fn event(&self, state: &State, action: Action) -> Option<String> {
        match action {
            Action::Loop(node, how) => {
                let told = self.told_of_loop(state, node, how)?;
                Some(format!("{}.loop {told}", id(node)))
            }
            Action::Keeper(node, how) => {
                let answer = self.answer_to_keeper(state, node, how)?;
                Some(format!("{}.keeper renew {answer}", id(node)))
            }
            Action::Unregister => Some("a.caller unregister".into()),
            Action::Caller(how) => Some(format!("a.caller {}", self.told_of_caller(state, how)?)),
            Action::Expire(sid) => {
                let owner = state.session(sid).owner()?;
                Some(format!("consul.session.expire {}", id(owner)))
            }
            _ => Some(action.to_string()),
        }
    }

    fn seen(&self, state: &State) -> Vec<(String, String)> {
        let mut seen = vec![
            ("lock.value".into(), of_value(state.lock.value).into()),
            ("lock.session".into(), held_by(state).into()),
            ("lock.delay".into(), state.lock.delay.to_string()),
        ];
        for node in NODES {
            let process = state.node(node);
            let flag = |flag| process.has(flag).to_string();
            seen.push((format!("{}.leader", id(node)), flag(Flag::Leader)));
            seen.push((format!("{}.acting", id(node)), flag(Flag::Acting)));
            seen.push((format!("consul.sessions.{}", id(node)), sessions(state, node)));
        }
        seen
    }

    fn lines(&self, state: &State, action: Action) -> Vec<LogLine> {
        lines_of(self, state, action)
    }

    fn asked(&self, state: &State, out: &mut Vec<Action>) {
        self.offers(state, out);
    }
}

impl DruidConsul {
    fn told_of_loop(&self, state: &State, node: Node, how: How) -> Option<String> {
        let process = state.node(node);
        let stopping = process.has(Flag::Stopping);
        let told = match process.loop_.at {
            // A fix keeps these callbacks from being called.
            Loop::StartBegin if self.has(Fix::Guard) && stopping => return None,
            Loop::StopBegin if self.has(Fix::Guard) && !state.acts(node) => return None,
            Loop::StartBegin => "start begin".into(),
            Loop::StartRun => "start services".into(),
            Loop::StartEnd => format!("start {}", ending(how)),
            Loop::StopBegin => "stop begin".into(),
            Loop::StopRun => "stop services".into(),
            Loop::StopEnd => format!("stop {}", ending(how)),
            at => {
                let kind = kind(at)?;
                format!("{kind} {}", self.answer_to_loop(state, node, how)?)
            }
        };
        Some(told)
    }

    /// The answer to the loop's next call; none when it makes none, or when the call hangs from now on.
    fn answer_to_loop(&self, state: &State, node: Node, how: How) -> Option<&'static str> {
        let process = state.node(node);
        let (at, session) = (process.loop_.at, process.session);
        if !self.is_calling(state, node, Who::Loop).0 {
            return None;
        }
        let answer = match at {
            Loop::Info if session == Reference::NONE => "malformed",
            Loop::Info => told(state.alive(session).is_some(), "valid", "none"),
            Loop::Acquire => of_acquire(state, session),
            Loop::Validate1 | Loop::Validate2 | Loop::Validate3 | Loop::Validate4 => {
                match Self::ownership(state, Reference::NONE) {
                    Ownership::Missing => "missing",
                    Ownership::NoSession => "free",
                    Ownership::Same | Ownership::Other(_) => state.owner().map(id)?,
                }
            }
            _ => "ok",
        };
        self.outcome(state, node, Who::Loop, how, answer)
    }

    fn answer_to_keeper(&self, state: &State, node: Node, how: How) -> Option<&'static str> {
        let keeper = state.node(node).keeper;
        if keeper.at != Keep::Renew {
            return None;
        }
        let answer = told(state.alive(keeper.local).is_some(), "ok", "unknown");
        self.outcome(state, node, Who::Keeper, how, answer)
    }

    fn told_of_caller(&self, state: &State, how: How) -> Option<String> {
        let told = match state.unregister.at {
            Unreg::StopBegin if self.has(Fix::Guard) && !state.acts(A) => return None,
            Unreg::StopBegin => "stop begin".into(),
            Unreg::StopRun => "stop services".into(),
            Unreg::StopEnd => "stop end".into(),
            Unreg::Destroy => format!("destroy {}", self.outcome(state, A, Who::Caller, how, "ok")?),
            Unreg::JoinKeeper => "returned".into(),
            _ => return None,
        };
        Some(told)
    }

    /// What becomes of a call that Consul would give this answer to; none when it hangs from now on.
    fn outcome(
        &self,
        state: &State,
        node: Node,
        who: Who,
        how: How,
        answer: &'static str,
    ) -> Option<&'static str> {
        let cut = state.node(node).has(Flag::Cut);
        match how {
            _ if hangs(state, node, who) => Some("error"),
            _ if cut => (self.rpc_hang == 0).then_some("error"),
            How::Error => Some("error"),
            How::Lost => Some("lost"),
            _ => Some(answer),
        }
    }
}

/// Whose session holds the lock.
fn held_by(state: &State) -> &'static str {
    match state.owner() {
        _ if !state.lock.is_there() => "absent",
        Some(node) => id(node),
        None => "none",
    }
}

fn id(node: Node) -> &'static str {
    NODE_IDS[usize::from(node)]
}

fn told(holds: bool, yes: &'static str, no: &'static str) -> &'static str {
    if holds { yes } else { no }
}

/// The request behind a place of the loop.
fn kind(at: Loop) -> Option<&'static str> {
    match at {
        Loop::Create => Some("create"),
        Loop::Info => Some("info"),
        Loop::Acquire => Some("acquire"),
        Loop::Validate1 | Loop::Validate2 | Loop::Validate3 | Loop::Validate4 => Some("validate"),
        Loop::DestroyFailed | Loop::DestroyDropped | Loop::FinDestroy => Some("destroy"),
        _ => None,
    }
}

/// What Consul says to an acquire.
fn of_acquire(state: &State, session: Reference) -> &'static str {
    let lock = state.lock;
    if session == Reference::NONE {
        "plain"
    } else if lock.delay > 0 {
        "false"
    } else if state.alive(session).is_none() {
        "unknown"
    } else {
        told(lock.session == Reference::NONE || lock.session == session, "true", "false")
    }
}

fn ending(how: How) -> &'static str {
    match how {
        How::Exception => "exception",
        How::Throwable => "throwable",
        _ => "end",
    }
}

fn of_value(value: Value) -> &'static str {
    match value {
        Value::Absent => "absent",
        Value::A => "a",
        Value::B => "b",
        Value::Other => "other",
    }
}

/// The node's sessions that live, each by its ticks that are left.
fn sessions(state: &State, node: Node) -> String {
    let mut left: Vec<u8> =
        state.sessions.iter().filter(|session| session.owner() == Some(node)).map(|one| one.left).collect();
    left.sort_unstable();
    left.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}
