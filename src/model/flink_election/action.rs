//! The actions and their notation.

use super::state::{Component, Jm, SESSION_MAX, Session};
use crate::machine::EventError;
use std::fmt;

/// An atomic step: one lock hold, or one write to the API server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A turn of the elector's acquire loop.
    Acquire(Jm),
    /// The elector's grant callback after a write that took the lock.
    Callback(Jm),
    /// A turn of the elector's renew loop.
    Renew(Jm),
    /// The renew deadline passes and the release fails: the annotation keeps naming this process.
    LoseKeep(Jm),
    /// The renew deadline passes and the release succeeds.
    LoseRelease(Jm),
    /// This JobManager takes the lock from a live holder.
    Steal(Jm),
    /// The elector reads that somebody else holds the lock.
    Observe(Jm),
    /// The executor runs its next task.
    Run(Jm),
    /// The same, and the GET of the confirmation in it fails.
    RunFail(Jm),
    /// The watch thread handles its next change event.
    Handle(Jm),
    /// A delayed contender confirms a granted session.
    Confirm(Jm, u8, Session),
    /// A delayed contender gives up a session that is no longer issued.
    Abandon(Jm, u8, Session),
    /// The periodic reconciliation confirms an unconfirmed component (only with the fix `reconcile`).
    Reconcile(Jm, u8),
    /// The process ends and is restarted.
    Crash(Jm),
}

impl Action {
    pub(super) fn jm(self) -> Jm {
        match self {
            Self::Acquire(jm)
            | Self::Callback(jm)
            | Self::Renew(jm)
            | Self::LoseKeep(jm)
            | Self::LoseRelease(jm)
            | Self::Steal(jm)
            | Self::Observe(jm)
            | Self::Run(jm)
            | Self::RunFail(jm)
            | Self::Handle(jm)
            | Self::Confirm(jm, ..)
            | Self::Abandon(jm, ..)
            | Self::Reconcile(jm, _)
            | Self::Crash(jm) => jm,
        }
    }

    pub(super) fn confirm(jm: Jm, component: Component, session: Session) -> Self {
        Self::Confirm(jm, component as u8, session)
    }

    pub(super) fn abandon(jm: Jm, component: Component, session: Session) -> Self {
        Self::Abandon(jm, component as u8, session)
    }

    pub(super) fn reconcile(jm: Jm, component: Component) -> Self {
        Self::Reconcile(jm, component as u8)
    }

    /// The component that the action is about.
    pub(super) fn component(self) -> Option<Component> {
        match self {
            Self::Confirm(_, component, _)
            | Self::Abandon(_, component, _)
            | Self::Reconcile(_, component) => Some(Component::ALL[usize::from(component)]),
            _ => None,
        }
    }
}

/// An actor, its word, and the action they name.
type Plain = (&'static str, &'static str, fn(Jm) -> Action);

/// The actions without a component.
const PLAIN: [Plain; 11] = [
    ("elector", "acquire", Action::Acquire),
    ("elector", "callback", Action::Callback),
    ("elector", "renew", Action::Renew),
    ("elector", "lose_keep", Action::LoseKeep),
    ("elector", "lose_release", Action::LoseRelease),
    ("elector", "steal", Action::Steal),
    ("elector", "observe", Action::Observe),
    ("executor", "run", Action::Run),
    ("executor", "run_fail", Action::RunFail),
    ("watch", "handle", Action::Handle),
    ("process", "crash", Action::Crash),
];

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let jm = self.jm();
        write!(f, "jm{}.", jm + 1)?;
        let component = || self.component().map_or("", Component::id);
        match *self {
            Self::Confirm(_, _, session) => write!(f, "{}.confirm.s{session}", component()),
            Self::Abandon(_, _, session) => write!(f, "{}.abandon.s{session}", component()),
            Self::Reconcile(..) => write!(f, "{}.reconcile", component()),
            plain => {
                let known = PLAIN.iter().find(|(_, _, make)| make(jm) == plain);
                let (actor, word, _) = known.expect("every other action is in the table");
                write!(f, "{actor}.{word}")
            }
        }
    }
}

/// Reads the notation. Whether the JobManager and the component exist is the caller's to check.
pub(super) fn parse(event: &str) -> Result<Action, EventError> {
    let unknown = |told: String| EventError(format!("`{event}` is not an event of flink-election: {told}"));
    let (jm, rest) = match event.split_once('.') {
        Some(("jm1", rest)) => (0, rest),
        Some(("jm2", rest)) => (1, rest),
        _ => return Err(unknown("expected it to begin with `jm1.` or `jm2.`".into())),
    };
    let plain = PLAIN.iter().find(|(actor, word, _)| {
        rest.strip_prefix(actor).and_then(|rest| rest.strip_prefix('.')) == Some(word)
    });
    if let Some((_, _, make)) = plain {
        return Ok(make(jm));
    }
    let (actor, choice) = rest.split_once('.').unwrap_or((rest, ""));
    let Some(component) = Component::ALL.into_iter().find(|component| component.id() == actor) else {
        let mut words: Vec<_> = PLAIN
            .iter()
            .filter(|(known, ..)| *known == actor)
            .map(|(actor, word, _)| format!("jm1.{actor}.{word}"))
            .collect();
        if words.is_empty() {
            words.push("an actor elector, executor, watch, process or a component".into());
        }
        return Err(unknown(format!("expected {}", words.join(", "))));
    };
    if choice == "reconcile" {
        return Ok(Action::reconcile(jm, component));
    }
    let session = |word: &str| {
        let digits = choice.strip_prefix(word)?.strip_prefix(".s")?;
        let session: Session = digits.parse().ok()?;
        (digits.len() == 1 && (1..=SESSION_MAX).contains(&session)).then_some(session)
    };
    match (session("confirm"), session("abandon")) {
        _ if component.is_inline() => {
            Err(unknown("restserver confirms within the grant; expected jm1.restserver.reconcile".into()))
        }
        (Some(session), _) => Ok(Action::confirm(jm, component, session)),
        (_, Some(session)) => Ok(Action::abandon(jm, component, session)),
        _ => Err(unknown(format!(
            "expected jm1.{0}.confirm.s1 to s{SESSION_MAX}, jm1.{0}.abandon.s1 to s{SESSION_MAX} or jm1.{0}.reconcile",
            component.id()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        let mut all: Vec<Action> = PLAIN.iter().flat_map(|(_, _, make)| [make(0), make(1)]).collect();
        for component in Component::ALL {
            all.push(Action::reconcile(1, component));
            if !component.is_inline() {
                all.extend([Action::confirm(0, component, 7), Action::abandon(1, component, 1)]);
            }
        }
        for action in all {
            assert_eq!(parse(&action.to_string()), Ok(action));
        }
    }

    #[test]
    fn errors_name_what_was_expected() {
        let wrong = [
            ("jm3.executor.run", "jm1."),
            ("jm1.executor.walk", "jm1.executor.run"),
            ("jm1.dispatcher.confirm.s9", "s1 to s7"),
            ("jm1.restserver.confirm.s1", "within the grant"),
            ("jm1.cook.run", "an actor"),
        ];
        for (event, told) in wrong {
            let error = parse(event).unwrap_err().to_string();
            assert!(error.contains(told) && error.contains(event), "{error}");
        }
    }
}
