//! Settling: the deterministic, fair, fault-free continuation that shows where a run ends up.
//!
//! Each actor in turn takes its first enabled action; background actions come after those, time-outs
//! after everything else, the end of a process last. The run is settled when no background action,
//! followed by whatever it sets off, changes anything; or, where something is renewed for ever, when a state of
//! rest comes back: the continuation depends on nothing else, so it would go round for ever.

use super::player::{Outcomes, Player, Settled};
use super::replay::Replay;
use crate::machine::{Class, Present};
use std::rc::Rc;

/// A continuation that has not come to rest after so many steps is cut off and said to be.
pub const SETTLE_STEPS: usize = 2_000;

pub(super) fn settle<M: Present>(run: &Replay<M>) -> Settled {
    let start = run.len();
    let mut run = run.clone();
    let (actions, at_rest) = continuation(run.machine(), run.state(start));
    for action in actions {
        run.push_action(action);
    }
    let end = run.len();
    let outcomes = Outcomes {
        properties: run.properties(end).into_iter().map(|p| (p.info, p.status.outcome())).collect(),
        keys: run.keys(end).into_iter().map(|key| (key.key, key.freshness)).collect(),
    };
    Settled { player: Rc::new(run), added: end - start, at_rest, outcomes }
}

/// The actions of the continuation from a state, and whether it comes to rest within the bound.
pub(super) fn continuation<M: Present>(machine: &M, from: &M::State) -> (Vec<M::Action>, bool) {
    let mut walk = Walk { machine, state: *from, last_actor: 0, actions: Vec::new() };
    // Few in a run that is bounded, and the last ones are the likely ones.
    let mut rests: Vec<(M::State, u8)> = Vec::new();
    loop {
        if !walk.until_rest() {
            return (walk.actions, false);
        }
        let rest = (walk.state, walk.last_actor);
        if rests.iter().rev().any(|known| *known == rest) {
            return (walk.actions, true);
        }
        rests.push(rest);
        let Some(action) = walk.disturbing() else { return (walk.actions, true) };
        walk.take(action);
    }
}

struct Walk<'a, M: Present> {
    machine: &'a M,
    state: M::State,
    last_actor: u8,
    actions: Vec<M::Action>,
}

impl<M: Present> Walk<'_, M> {
    fn take(&mut self, action: M::Action) {
        self.last_actor = self.machine.actor(action).0;
        self.state = self.machine.step(&self.state, action);
        self.actions.push(action);
    }

    /// Takes everything but background actions until none is enabled. False when the bound was reached.
    fn until_rest(&mut self) -> bool {
        while self.actions.len() < SETTLE_STEPS {
            match self.next() {
                Some(action) => self.take(action),
                None => return true,
            }
        }
        false
    }

    /// The action that a fair scheduler takes next, background and faults excluded.
    fn next(&self) -> Option<M::Action> {
        let machine = self.machine;
        let mut actions = Vec::new();
        machine.enabled(&self.state, &mut actions);
        let foreground =
            |action: &M::Action| !matches!(machine.class(*action), Class::Background | Class::Fault);
        let actors = u8::try_from(machine.actors().len()).unwrap_or(u8::MAX);
        // How far the actor's turn is away; its own next turn is the farthest.
        let turn =
            |action: M::Action| (machine.actor(action).0 + actors - self.last_actor - 1) % actors.max(1);
        // The first of equals wins, so an actor's own order is the model's.
        actions.into_iter().filter(foreground).min_by_key(|&action| (machine.class(action), turn(action)))
    }

    /// The first background action, in turn, that leads to another state of rest.
    fn disturbing(&self) -> Option<M::Action> {
        let mut actions = Vec::new();
        self.machine.enabled(&self.state, &mut actions);
        let background = |action: &M::Action| self.machine.class(*action) == Class::Background;
        actions.into_iter().filter(background).find(|&action| {
            let state = self.machine.step(&self.state, action);
            let mut walk = Walk { state, actions: Vec::new(), ..*self };
            // One that does not come to rest within the bound changes something, too.
            !walk.until_rest() || walk.state != self.state
        })
    }
}
