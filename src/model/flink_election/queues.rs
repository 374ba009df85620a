//! The queues and tokens that effects are reported for.

use super::state::{Component, JMS, Jm, Session, State};
use crate::machine::{Queue, Token};

/// The monitor of each service.
pub(super) const LOCK: [&str; 2] = ["jm1/lock", "jm2/lock"];

pub(super) fn executor(jm: Jm) -> Queue {
    Queue(jm * 2)
}

pub(super) fn watch(jm: Jm) -> Queue {
    Queue(jm * 2 + 1)
}

/// The grant of a session that waits for a delayed contender.
pub(super) fn grant(jm: Jm, component: Component, session: Session) -> Token {
    Token(u16::from(jm) << 8 | (component as u16) << 4 | u16::from(session))
}

pub(super) fn lengths(state: &State) -> Vec<u8> {
    (0..JMS).flat_map(|jm| [state.jm(jm).executor.queue().len(), state.jm(jm).watch.len()]).collect()
}
