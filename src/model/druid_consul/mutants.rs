//! Models that are broken on purpose: whether the records of the class tell them from the right one.
//!
//! A record is matched by a search, so one that only allows more than the model could never be told; each of these does
//! something else in the model's place.

use super::DruidConsul;
use super::action::{Action, How};
use super::guard::Refusal;
use super::state::{A, Flag, Node, Reference, State};
use super::thread::{Keep, Loop, Unreg};
use crate::conformance::{Record, replay};
use crate::machine::{Class, LogLine, Machine, Observe, Property};
use std::path::Path;

/// Changes the state after a step, by the state before it.
type Change = fn(&DruidConsul, &State, Action, &mut State);

/// The model with one change.
struct Mutant {
    model: DruidConsul,
    change: Change,
}

impl Machine for Mutant {
    type State = State;
    type Action = Action;
    type Refusal = Refusal;

    fn initial(&self, out: &mut Vec<State>) {
        self.model.initial(out);
    }

    fn enabled(&self, state: &State, out: &mut Vec<Action>) {
        self.model.enabled(state, out);
    }

    fn guard(&self, state: &State, action: Action) -> Result<(), Refusal> {
        self.model.guard(state, action)
    }

    fn step(&self, state: &State, action: Action) -> State {
        let mut after = self.model.step(state, action);
        (self.change)(&self.model, state, action, &mut after);
        after
    }

    fn class(&self, action: Action) -> Class {
        self.model.class(action)
    }

    fn properties() -> &'static [Property<Self>] {
        &[]
    }
}

impl Observe for Mutant {
    fn event(&self, state: &State, action: Action) -> Option<String> {
        self.model.event(state, action)
    }

    fn seen(&self, state: &State) -> Vec<(String, String)> {
        self.model.seen(state)
    }

    fn lines(&self, state: &State, action: Action) -> Vec<LogLine> {
        self.model.lines(state, action)
    }

    fn asked(&self, state: &State, out: &mut Vec<Action>) {
        self.model.asked(state, out);
    }
}

/// Whose loop takes its step there.
fn at_loop(state: &State, action: Action, at: Loop) -> Option<Node> {
    match action {
        Action::Loop(node, _) if state.node(node).loop_.at == at => Some(node),
        _ => None,
    }
}

fn at_keeper(state: &State, action: Action, at: Keep) -> Option<Node> {
    match action {
        Action::Keeper(node, _) if state.node(node).keeper.at == at => Some(node),
        _ => None,
    }
}

fn at_caller(state: &State, action: Action, at: Unreg) -> bool {
    matches!(action, Action::Caller(_)) && state.unregister.at == at
}

/// A flag stays as it was.
fn keep_flag(before: &State, after: &mut State, node: Node, flag: Flag) {
    after.node_mut(node).set(flag, before.node(node).has(flag));
}

/// Consul stays as it was.
fn keep_consul(before: &State, after: &mut State) {
    (after.sessions, after.lock) = (before.sessions, before.lock);
}

/// What the records tell from the model.
const CAUGHT: [(&str, Change); 19] = [
    ("an invalidation starts no lock-delay", |_, _, action, after| {
        if action == Action::Invalidate {
            after.lock.delay = 0;
        }
    }),
    ("a destroy starts no lock-delay", |_, before, action, after| {
        if at_caller(before, action, Unreg::Destroy) {
            after.lock.delay = 0;
        }
    }),
    ("a key that is deleted is under lock-delay", |model, _, action, after| {
        if action == Action::DeleteKey {
            after.lock.delay = model.lock_delay;
        }
    }),
    ("a renewal renews nothing", |_, before, action, after| {
        if at_keeper(before, action, Keep::Renew).is_some() {
            keep_consul(before, after);
        }
    }),
    ("a session lives for one TTL", |model, before, action, after| {
        if at_loop(before, action, Loop::Create).is_some() {
            let new = after.sessions.iter_mut().zip(&before.sessions).find(|(after, before)| after != before);
            if let Some((session, _)) = new {
                session.left = model.ttl;
            }
        }
    }),
    ("the caller calls no callback", |_, before, action, after| {
        if at_caller(before, action, Unreg::ReadLeader) {
            after.unregister.at = Unreg::ClearLeader;
        }
    }),
    ("the caller destroys nothing", |_, before, action, after| {
        if at_caller(before, action, Unreg::Destroy) {
            keep_consul(before, after);
        }
    }),
    ("the caller does not interrupt", |_, before, action, after| {
        if at_caller(before, action, Unreg::Interrupt) {
            keep_flag(before, after, A, Flag::Interrupted);
        }
    }),
    ("a step-down leaves the flag on", |_, before, action, after| {
        if let Some(node) = at_loop(before, action, Loop::ClearLeader) {
            keep_flag(before, after, node, Flag::Leader);
        }
    }),
    ("a start that failed keeps its session", |_, before, action, after| {
        if at_loop(before, action, Loop::DestroyFailed).is_some() {
            keep_consul(before, after);
        }
    }),
    ("an exception leaves sessionId", |_, before, action, after| {
        if let Some(node) = at_loop(before, action, Loop::Forget) {
            after.node_mut(node).session = before.node(node).session;
        }
    }),
    ("a session that is not valid is kept", |_, before, action, after| {
        if let Some(node) = at_loop(before, action, Loop::Drop) {
            after.node_mut(node).session = before.node(node).session;
        }
    }),
    ("a leader that lost the lock goes on", |_, before, action, after| {
        if let Some(node) = at_loop(before, action, Loop::Validate4) {
            after.go(node, Loop::Top);
        }
    }),
    ("a Throwable begins another iteration", |_, _, action, after| {
        if let Action::Loop(node, How::Throwable) = action {
            after.go(node, Loop::Top);
        }
    }),
    ("a poll takes a tick more", |_, before, action, after| {
        if let Some(node) = at_loop(before, action, Loop::SleepBegin) {
            after.node_mut(node).loop_.left += 1;
        }
    }),
    ("a renewal comes a tick later", |_, before, action, after| {
        if let Some(node) = at_keeper(before, action, Keep::Schedule) {
            after.node_mut(node).keeper.left += 1;
        }
    }),
    ("an acquire without a session is refused", |_, before, action, after| {
        let node = at_loop(before, action, Loop::Acquire);
        if let Some(node) = node.filter(|&node| before.node(node).session == Reference::NONE) {
            keep_consul(before, after);
            after.go(node, Loop::BranchNo);
        }
    }),
    ("the keeper steps down for the loop", |_, before, action, after| {
        let node = at_keeper(before, action, Keep::Renew);
        if let Some(node) = node.filter(|&node| before.alive(before.node(node).keeper.local).is_none()) {
            after.node_mut(node).set(Flag::Leader, false);
        }
    }),
    ("a promotion skips its second validation", |_, _, action, after| {
        if let Action::Loop(node, _) = action
            && after.node(node).loop_.at == Loop::Validate2
        {
            after.go(node, Loop::SetLeader);
        }
    }),
];

/// What nobody outside can tell from the model.
const UNSEEN: [(&str, Change); 2] = [
    ("time without a leader is not counted", |_, _, _, after| after.leaderless = 0),
    ("time with two leaders is not counted", |_, _, _, after| after.dual = 0),
];

fn records() -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/consul");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |path| Record::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    files.into_iter().flat_map(read).collect()
}

/// The records that a mutant can't be.
fn caught_by(records: &[Record], change: Change) -> Vec<&str> {
    let is_caught = |record: &&Record| {
        let mutant = Mutant { model: DruidConsul::new(&record.head.config()).unwrap(), change };
        replay(&mutant, super::lines::ALL, record).is_err()
    };
    records.iter().filter(is_caught).map(|record| record.head.record.as_str()).collect()
}

#[test]
fn the_model_itself_is_what_every_record_tells() {
    assert_eq!(caught_by(&records(), |_, _, _, _| {}), Vec::<&str>::new());
}

#[test]
fn mutants_are_caught() {
    let records = records();
    for (mutation, change) in CAUGHT {
        let by = caught_by(&records, change);
        assert!(!by.is_empty(), "no record tells that {mutation}");
        println!("{mutation}: {}", by.join(", "));
    }
}

#[test]
fn mutants_that_are_not_caught_look_the_same() {
    for (mutation, change) in UNSEEN {
        assert_eq!(caught_by(&records(), change), Vec::<&str>::new(), "{mutation}");
        for record in records() {
            let model = DruidConsul::new(&record.head.config()).unwrap();
            let mutant = Mutant { model: model.clone(), change };
            let schedule = replay(&model, super::lines::ALL, &record).unwrap().schedule;
            let (mut right, mut wrong) = (Vec::new(), Vec::new());
            model.initial(&mut right);
            mutant.initial(&mut wrong);
            let (mut right, mut wrong) = (right[0], wrong[0]);
            for event in &schedule {
                let action = super::action::parse(event).unwrap();
                assert_eq!(model.event(&right, action), mutant.event(&wrong, action), "{mutation}: {event}");
                assert_eq!(model.lines(&right, action), mutant.lines(&wrong, action), "{mutation}: {event}");
                (right, wrong) = (model.step(&right, action), mutant.step(&wrong, action));
                assert_eq!(model.seen(&right), mutant.seen(&wrong), "{mutation}: {event}");
                let enabled = |machine: &dyn Fn(&mut Vec<Action>)| {
                    let mut all = Vec::new();
                    machine(&mut all);
                    all
                };
                assert_eq!(
                    enabled(&|all| model.enabled(&right, all)),
                    enabled(&|all| mutant.enabled(&wrong, all)),
                    "{mutation}: {event}"
                );
            }
        }
    }
}
