//! What the operator sees, and the resource that leaders write to.

use super::guard::refers;
use super::scene::own;
use super::sentence::{name, other};
use super::state::{A, B, Fault, Flag, NODES, Node, State, Value, Written};
use super::thread::{Loop, Unreg};
use super::{DruidConsul, Fence};
use crate::machine::{Badge, Freshness, Row, Store, Tone};

impl DruidConsul {
    pub(super) fn symptoms(&self, state: &State) -> Vec<Badge> {
        let mut out = vec![self.who_acts(state)];
        out.extend(self.lock_symptoms(state).into_iter().map(|text| Badge::new(Tone::Bad, text)));
        if state.unregister.at.is_under_way() {
            let taken = self.span(state.unregister.taken);
            out.push(Badge::new(Tone::Warn, format!("node a unregisters since {taken}")));
        }
        let leads = |node: Node| state.node(node).has(Flag::Leader) || state.acts(node);
        if state.unregister.at == Unreg::Returned && leads(A) {
            out.push(Badge::new(Tone::Bad, "node a leads though it is unregistered"));
        }
        for node in NODES.into_iter().filter(|&node| !state.is_unregistered(node)) {
            let name = name(node);
            if !matches!(state.node(node).loop_.at, Loop::Done | Loop::Dead) {
                continue;
            }
            out.push(if leads(node) {
                Badge::new(Tone::Bad, format!("{name} is a zombie: it leads and its loop has ended"))
            } else {
                Badge::new(Tone::Warn, format!("{name} takes part in no election, as its loop has ended"))
            });
        }
        out.extend(self.write_symptom(state));
        out
    }

    fn who_acts(&self, state: &State) -> Badge {
        match NODES.map(|node| state.acts(node)) {
            [true, true] => {
                let lasting =
                    if state.dual > 0 { format!(", for {}", self.span(state.dual)) } else { String::new() };
                Badge::new(Tone::Bad, format!("both nodes act as leader{lasting}"))
            }
            [true, false] => Badge::new(own(state.owner() != Some(B)), "node a acts as leader"),
            [false, true] => Badge::new(own(state.owner() != Some(A)), "node b acts as leader"),
            [false, false] => {
                let most = if state.leaderless == super::state::LONGEST { "at least " } else { "" };
                Badge::new(Tone::Warn, format!("no leader for {most}{}", self.span(state.leaderless)))
            }
        }
    }

    /// What is wrong with the lock.
    fn lock_symptoms(&self, state: &State) -> Vec<String> {
        let lock = state.lock;
        let named = match lock.value {
            Value::A => "node a",
            Value::B => "node b",
            _ => "what an operator wrote",
        };
        let mut out = Vec::new();
        match lock.session.get().zip(state.owner()) {
            Some((sid, owner)) => {
                if !self.is_renewed(state, owner, sid) && !refers_on_the_way(state, owner) {
                    let left = self.span(state.session(sid).left);
                    out.push(format!("nobody renews the session that holds the lock; it ends in {left}"));
                }
                if lock.value != Value::of(owner) {
                    out.push(format!("the lock's key names {named}, {} holds it", name(owner)));
                }
            }
            None if lock.is_there() => {
                let dead = match lock.value {
                    Value::A if !state.acts(A) => ", which does not lead",
                    Value::B if !state.acts(B) => ", which does not lead",
                    _ => "",
                };
                out.push(format!("the lock's key has no session; getCurrentLeader answers {named}{dead}"));
            }
            None => {}
        }
        out
    }

    #[allow(clippy::unused_self, reason = "all symptoms read alike")]
    fn write_symptom(&self, state: &State) -> Option<Badge> {
        let (node, accepted) = written(state)?;
        let holds = state.owner() == Some(node);
        match (accepted, holds) {
            (false, true) => Some(Badge::new(
                Tone::Bad,
                format!("a write of {}, which holds the lock, was rejected", name(node)),
            )),
            (false, false) => {
                Some(Badge::new(Tone::Bad, format!("a stale write of {} was rejected", name(node))))
            }
            (true, false) if state.owner() == Some(other(node)) => Some(Badge::new(
                Tone::Bad,
                format!("the last write was accepted from {}, which does not hold the lock", name(node)),
            )),
            _ => None,
        }
    }

    /// The resource, where writes are followed or a fence compares them.
    pub(super) fn resource(&self, state: &State) -> Option<Store> {
        if self.fence == Fence::None && self.budgets[Fault::Write as usize] == 0 {
            return None;
        }
        let row = |key, value: String, good: bool| Row {
            key,
            value: Some(value),
            revision: None,
            writer: None,
            freshness: if good { Freshness::Fresh } else { Freshness::Stale },
        };
        let mut rows = Vec::new();
        if self.fence != Fence::None {
            rows.push(row("greatest token", state.greatest.to_string(), true));
        }
        if let Some((node, accepted)) = written(state) {
            let what = if accepted { "accepted" } else { "rejected" };
            rows.push(row("last write", format!("of {}, {what}", name(node)), accepted));
        }
        Some(Store {
            id: "fenced",
            title: "Fenced resource",
            name: match self.fence {
                Fence::None => "no fence",
                Fence::LocalTerm => "compares localTerm()",
                Fence::LockIndex => "compares LockIndex",
                Fence::ModifyIndex => "compares ModifyIndex",
            },
            revision: None,
            holder: self.accepted(state),
            bars: Vec::new(),
            rows,
        })
    }

    /// Whose writes would be accepted now.
    fn accepted(&self, state: &State) -> Badge {
        let accepts = NODES.map(|node| state.acts(node) && self.is_effective(state, node));
        let owner = state.owner();
        match accepts {
            [true, true] => Badge::new(Tone::Bad, "accepts writes of both nodes"),
            [true, false] => Badge::new(own(owner != Some(B)), "accepts writes of node a"),
            [false, true] => Badge::new(own(owner != Some(A)), "accepts writes of node b"),
            [false, false] => {
                let refused = owner.is_some_and(|owner| state.acts(owner));
                Badge::new(if refused { Tone::Bad } else { Tone::Neutral }, "accepts writes of nobody")
            }
        }
    }
}

/// Whose the last write was, and whether it was accepted.
fn written(state: &State) -> Option<(Node, bool)> {
    match state.written {
        Written::Nothing => None,
        Written::AcceptedFromA => Some((A, true)),
        Written::AcceptedFromB => Some((B, true)),
        Written::RejectedFromA => Some((A, false)),
        Written::RejectedFromB => Some((B, false)),
    }
}

/// Whether the owner's loop has the lock's session in hand to destroy it.
fn refers_on_the_way(state: &State, owner: Node) -> bool {
    state.node(owner).loop_.carries(state.lock.session) && refers(state, owner, state.lock.session)
}

#[cfg(test)]
mod tests {
    use super::super::state::{Lock, Reference, Session};
    use super::*;
    use crate::machine::{Config, Facts, Machine, Present};

    fn model(writes: u32) -> DruidConsul {
        let config = Config {
            model: "druid-consul".into(),
            budgets: [("write".to_owned(), writes)].into_iter().collect(),
            ..Config::default()
        };
        DruidConsul::new(&config).expect("it fits")
    }

    fn state(model: &DruidConsul) -> State {
        let mut out = Vec::new();
        model.initial(&mut out);
        out[0]
    }

    fn bad(model: &DruidConsul, state: &State) -> Vec<String> {
        let told = model.symptoms(state).into_iter();
        told.filter(|badge| badge.tone == Tone::Bad).map(|badge| badge.text).collect()
    }

    #[test]
    fn two_leaders_are_told_with_their_time() {
        let model = model(0);
        let mut state = state(&model);
        for node in NODES {
            state.node_mut(node).set(Flag::Acting, true);
        }
        state.dual = 3;
        assert_eq!(bad(&model, &state), ["both nodes act as leader, for 3 ticks (10 s)"]);
    }

    #[test]
    fn a_lock_that_nobody_renews_is_told_and_is_not_fresh() {
        let model = model(0);
        let mut state = state(&model);
        state.sessions[0] = Session::new(A, 6);
        state.lock = Lock { value: Value::B, session: Reference::to(0), index: 0, delay: 0 };
        assert_eq!(
            bad(&model, &state),
            [
                "nobody renews the session that holds the lock; it ends in 6 ticks (20 s)",
                "the lock's key names node b, node a holds it"
            ]
        );
        let scene = model.scene(&state, &Facts::new(&[]));
        assert_eq!(scene.stores[0].rows[0].freshness, Freshness::Stale);
        assert_eq!((scene.stores[0].bars[0].left, scene.stores[0].bars[0].of), (6, 8));
        assert_eq!(scene.stores.len(), 1, "nothing is fenced");
    }

    #[test]
    fn a_write_that_is_rejected_is_bad() {
        let model = model(1);
        let mut state = state(&model);
        state.written = Written::RejectedFromA;
        assert_eq!(bad(&model, &state), ["a stale write of node a was rejected"]);
        assert_eq!(model.resource(&state).map(|store| store.rows[0].freshness), Some(Freshness::Stale));
    }
}
