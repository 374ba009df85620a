//! The actions and their notation.

use super::state::{A, B, Fault, Node, SESSIONS, Sid};
use crate::machine::EventError;
use std::fmt;

/// How the next step of a thread goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// As it should.
    Run,
    /// Consul does nothing and answers with an error.
    Error,
    /// Consul does what it was asked for, and the answer is lost.
    Lost,
    /// The callback throws an exception.
    Exception,
    /// The callback throws what is no exception, such as `NoClassDefFoundError`.
    Throwable,
}

/// An atomic step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The second node starts.
    Start,
    /// The election loop of a node takes its next step.
    Loop(Node, How),
    /// The session keeper of a node does.
    Keeper(Node, How),
    /// Somebody calls `unregisterListener` of node A.
    Unregister,
    /// That caller takes its next step.
    Caller(How),
    /// A session's TTL is over, twice.
    Expire(Sid),
    /// Consul gives up the session that holds the lock: a check turned critical, an agent left.
    Invalidate,
    /// An operator deletes the lock's key.
    DeleteKey,
    /// An operator, or another tool, writes the lock's key.
    OverwriteKey,
    /// Node A can't reach Consul any more.
    Cut,
    /// It can again.
    Heal,
    /// Node A stands still: a long collection, a suspended machine.
    Pause,
    /// It goes on.
    Resume,
    /// The process of node A ends without a word.
    Crash,
    /// A leader writes to the fenced resource.
    Write(Node),
    /// A tick passes.
    Tick,
}

/// The nodes as in events.
pub(super) const NODE_IDS: [&str; 2] = ["a", "b"];

impl How {
    const ALL: [Self; 5] = [Self::Run, Self::Error, Self::Lost, Self::Exception, Self::Throwable];
    const OF_CALLS: [Self; 3] = [Self::Run, Self::Error, Self::Lost];

    fn word(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Error => "run_error",
            Self::Lost => "run_lost",
            Self::Exception => "run_exception",
            Self::Throwable => "run_throwable",
        }
    }
}

impl Action {
    /// The budget that it takes from.
    pub(super) fn charged_to(self) -> Option<Fault> {
        match self {
            Self::Loop(_, how) | Self::Keeper(_, how) | Self::Caller(how) => match how {
                How::Run => None,
                How::Error => Some(Fault::Error),
                How::Lost => Some(Fault::LostAnswer),
                How::Exception => Some(Fault::Exception),
                How::Throwable => Some(Fault::Throwable),
            },
            Self::Unregister => Some(Fault::Unregister),
            Self::Invalidate => Some(Fault::Invalidate),
            Self::DeleteKey => Some(Fault::DeleteKey),
            Self::OverwriteKey => Some(Fault::OverwriteKey),
            Self::Cut => Some(Fault::Cut),
            Self::Pause => Some(Fault::Pause),
            Self::Crash => Some(Fault::Crash),
            Self::Write(_) => Some(Fault::Write),
            Self::Start | Self::Expire(_) | Self::Heal | Self::Resume | Self::Tick => None,
        }
    }

    /// Every action that could be enabled, in the fixed order.
    pub(super) fn all() -> Vec<Self> {
        let mut out = vec![Self::Start];
        threads(A, &How::ALL, &How::OF_CALLS, &mut out);
        out.push(Self::Unregister);
        out.extend(How::OF_CALLS.map(Self::Caller));
        threads(B, &[How::Run], &[How::Run], &mut out);
        out.extend((0..SESSIONS).map(Self::Expire));
        out.extend([Self::Invalidate, Self::DeleteKey, Self::OverwriteKey]);
        out.extend([Self::Cut, Self::Heal, Self::Pause, Self::Resume, Self::Crash]);
        out.extend([Self::Write(A), Self::Write(B), Self::Tick]);
        out
    }
}

/// The actions of a node's own threads: the ways that a step of its loop can go, and that a renewal can.
fn threads(node: Node, ways: &[How], renewals: &[How], out: &mut Vec<Action>) {
    out.extend(ways.iter().map(|&how| Action::Loop(node, how)));
    out.extend(renewals.iter().map(|&how| Action::Keeper(node, how)));
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = |node: Node| NODE_IDS[usize::from(node)];
        match *self {
            Self::Start => f.write_str("b.process.start"),
            Self::Loop(node, how) => write!(f, "{}.loop.{}", id(node), how.word()),
            Self::Keeper(node, how) => write!(f, "{}.keeper.{}", id(node), how.word()),
            Self::Unregister => f.write_str("a.caller.unregister"),
            Self::Caller(how) => write!(f, "a.caller.{}", how.word()),
            Self::Expire(sid) => write!(f, "consul.session.expire_{}", sid + 1),
            Self::Invalidate => f.write_str("consul.session.invalidate"),
            Self::DeleteKey => f.write_str("operator.key.delete"),
            Self::OverwriteKey => f.write_str("operator.key.overwrite"),
            Self::Cut => f.write_str("a.network.cut"),
            Self::Heal => f.write_str("a.network.heal"),
            Self::Pause => f.write_str("a.process.pause"),
            Self::Resume => f.write_str("a.process.resume"),
            Self::Crash => f.write_str("a.process.crash"),
            Self::Write(node) => write!(f, "{}.services.write", id(node)),
            Self::Tick => f.write_str("clock.tick"),
        }
    }
}

/// Reads an event.
pub(super) fn parse(event: &str) -> Result<Action, EventError> {
    Action::all().into_iter().find(|action| action.to_string() == event).ok_or_else(|| {
        let mut parts = event.split('.');
        let expected = match (parts.next().unwrap_or(""), parts.next().unwrap_or("")) {
            ("a" | "b", "loop") => {
                "loop.run, or of node a run_error, run_lost, run_exception or run_throwable"
            }
            ("a" | "b", "keeper") => "keeper.run, or of node a run_error or run_lost",
            ("a", "caller") => "caller.unregister, run, run_error or run_lost",
            ("a", "network") => "network.cut or network.heal",
            ("a", "process") => "process.pause, process.resume or process.crash",
            ("b", "process") => "process.start",
            ("a" | "b", "services") => "services.write",
            ("a", _) => "a thread loop, keeper or caller, or network, process or services",
            ("b", _) => "a thread loop or keeper, or process or services",
            ("consul", _) => "consul.session.expire_1 to expire_6, or consul.session.invalidate",
            ("operator", _) => "operator.key.delete or operator.key.overwrite",
            ("clock", _) => "clock.tick",
            _ => "it to begin with a, b, consul, operator or clock",
        };
        EventError(format!("`{event}` is not an event of druid-consul: expected {expected}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        for action in Action::all() {
            assert_eq!(parse(&action.to_string()), Ok(action));
        }
    }

    #[test]
    fn errors_name_what_was_expected() {
        let wrong = [
            ("c.loop.run", "begin with a, b"),
            ("b.loop.run_error", "of node a run_error"),
            ("a.cook.run", "a thread loop, keeper or caller"),
            ("consul.session.expire_7", "expire_1 to expire_6"),
            ("operator.key", "operator.key.delete"),
        ];
        for (event, told) in wrong {
            let error = parse(event).unwrap_err().to_string();
            assert!(error.contains(told) && error.contains(event), "{error}");
        }
    }
}
