//! Settling: the deterministic, fair, fault-free continuation that shows where a run ends up.
//!
//! Each actor in turn takes its first enabled action; background actions come after those, time-outs
//! after everything else, the end of a process last. The run is settled when no background action,
//! followed by whatever it sets off, changes anything; or, where something is renewed for ever, when a state of
//! rest comes back: the continuation depends on nothing else, so it would go round for ever.

use super::player::{Outcomes, Player, Settled};
use super::replay::Replay;
use super::steps::Steps;
use crate::machine::{Actor, Class, Key};
use std::rc::Rc;

/// A continuation that has not come to rest after so many steps is cut off and said to be.
pub const SETTLE_STEPS: usize = 2_000;

pub(super) fn settled(run: &Replay) -> Settled {
    let start = run.len();
    let mut run = run.clone();
    let at_rest = run.settle();
    let end = run.len();
    let outcomes = Outcomes {
        properties: run.properties(end).into_iter().map(|p| (p.info, p.status.outcome())).collect(),
        keys: run.keys(end).into_iter().map(|key| (key.key, key.freshness)).collect(),
    };
    Settled { player: Rc::new(run), added: end - start, at_rest, outcomes }
}

/// Adds the continuation, and tells whether it comes to rest within the bound.
pub(super) fn go_on(steps: &mut dyn Steps) -> bool {
    let limit = steps.len() + SETTLE_STEPS;
    let mut walk = Walk { steps, last_actor: 0 };
    // Few in a run that is bounded, and the last ones are the likely ones.
    let mut rests: Vec<(Key, u8)> = Vec::new();
    loop {
        if !walk.until_rest(limit) {
            return false;
        }
        let rest = (walk.steps.key(walk.steps.len()), walk.last_actor);
        if rests.iter().rev().any(|known| *known == rest) {
            return true;
        }
        rests.push(rest);
        let Some((place, actor)) = walk.disturbing() else { return true };
        walk.take(place, actor);
    }
}

struct Walk<'a> {
    steps: &'a mut dyn Steps,
    last_actor: u8,
}

impl Walk<'_> {
    fn take(&mut self, place: usize, actor: Actor) {
        self.last_actor = actor.0;
        self.steps.take(place);
    }

    /// Takes everything but background actions until none is enabled. False when the limit was reached.
    fn until_rest(&mut self, limit: usize) -> bool {
        while self.steps.len() < limit {
            match self.next() {
                Some((place, actor)) => self.take(place, actor),
                None => return true,
            }
        }
        false
    }

    /// The place and the actor of the action that a fair scheduler takes next, background and faults excluded.
    fn next(&self) -> Option<(usize, Actor)> {
        let enabled = self.steps.enabled().into_iter().enumerate();
        let foreground = enabled.filter(|(_, (_, class))| !matches!(class, Class::Background | Class::Fault));
        let actors = u8::try_from(self.steps.actors().len()).unwrap_or(u8::MAX);
        // How far the actor's turn is away; its own next turn is the farthest.
        let turn = |actor: Actor| (actor.0 + actors - self.last_actor - 1) % actors.max(1);
        // The first of equals wins, so an actor's own order is the model's.
        let next = foreground.min_by_key(|&(_, (actor, class))| (class, turn(actor)));
        next.map(|(place, (actor, _))| (place, actor))
    }

    /// The place and the actor of the first background action, in turn, that leads to another state of rest.
    fn disturbing(&mut self) -> Option<(usize, Actor)> {
        let (len, last_actor) = (self.steps.len(), self.last_actor);
        let here = self.steps.key(len);
        let enabled = self.steps.enabled().into_iter().enumerate();
        let mut background = enabled.filter(|(_, (_, class))| *class == Class::Background);
        let found = background.find(|&(place, _)| {
            self.steps.take(place);
            // One that does not come to rest within the bound changes something, too.
            let disturbs =
                !self.until_rest(len + 1 + SETTLE_STEPS) || self.steps.key(self.steps.len()) != here;
            self.steps.truncate(len);
            self.last_actor = last_actor;
            disturbs
        });
        found.map(|(place, (actor, _))| (place, actor))
    }
}
