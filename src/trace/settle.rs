//! Settling: the deterministic, fair, fault-free continuation that shows where a run ends up.
//!
//! Each actor in turn takes its first enabled action; background actions come after those, time-outs
//! after everything else, the end of a process last. The run is settled when no background action,
//! followed by whatever it sets off, changes anything.

use super::player::{Outcomes, Player, Settled};
use super::replay::Replay;
use crate::machine::{Class, Present};
use std::rc::Rc;

/// A continuation that has not come to rest after so many steps is cut off and said to be.
pub const SETTLE_STEPS: usize = 2_000;

pub(super) fn settle<M: Present>(run: &Replay<M>) -> Settled {
    let start = run.len();
    let mut run = run.clone();
    let mut last_actor = 0;
    let at_rest = loop {
        if !run_until_rest(&mut run, &mut last_actor, start) {
            break false;
        }
        let Some(action) = disturbing(&run, last_actor) else { break true };
        last_actor = run.machine().actor(action).0;
        run.push_action(action);
    };
    let end = run.len();
    let outcomes = Outcomes {
        properties: run.properties(end).into_iter().map(|p| (p.info, p.status.outcome())).collect(),
        keys: run.keys(end).into_iter().map(|key| (key.key, key.freshness)).collect(),
    };
    Settled { player: Rc::new(run), added: end - start, at_rest, outcomes }
}

/// Runs everything but background actions until none is enabled. False when the bound was reached.
fn run_until_rest<M: Present>(run: &mut Replay<M>, last_actor: &mut u8, start: usize) -> bool {
    while run.len() - start < SETTLE_STEPS {
        let Some(action) = next(run.machine(), run.state(run.len()), *last_actor) else { return true };
        *last_actor = run.machine().actor(action).0;
        run.push_action(action);
    }
    false
}

/// The action that a fair scheduler takes next, background and faults excluded.
fn next<M: Present>(machine: &M, state: &M::State, last_actor: u8) -> Option<M::Action> {
    let mut actions = Vec::new();
    machine.enabled(state, &mut actions);
    let foreground = |action: &M::Action| !matches!(machine.class(*action), Class::Background | Class::Fault);
    let actors = u8::try_from(machine.actors().len()).unwrap_or(u8::MAX);
    // How far the actor's turn is away; its own next turn is the farthest.
    let turn = |action: M::Action| (machine.actor(action).0 + actors - last_actor - 1) % actors.max(1);
    // The first of equals wins, so an actor's own order is the model's.
    actions.into_iter().filter(foreground).min_by_key(|&action| (machine.class(action), turn(action)))
}

/// The first background action, in turn, that leads to another state of rest.
fn disturbing<M: Present>(run: &Replay<M>, last_actor: u8) -> Option<M::Action> {
    let machine = run.machine();
    let rest = *run.state(run.len());
    let mut actions = Vec::new();
    machine.enabled(&rest, &mut actions);
    let background = actions.into_iter().filter(|&action| machine.class(action) == Class::Background);
    background.into_iter().find(|&action| {
        let mut state = machine.step(&rest, action);
        let mut actor = last_actor;
        for _ in 0..SETTLE_STEPS {
            match next(machine, &state, actor) {
                Some(action) => {
                    actor = machine.actor(action).0;
                    state = machine.step(&state, action);
                }
                None => return state != rest,
            }
        }
        true
    })
}
