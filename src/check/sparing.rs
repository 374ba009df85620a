//! Counterexamples that spare the reader something: faults, or changes of actor.
//!
//! The cheapest way through the graph that the search has found, by cost first and length second
//! (Dijkstra). For changes of actor a place is a state together with who moved last.

use super::search::Search;
use crate::machine::Machine;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Places looked at before it gives up: the shortest counterexample has to do then.
const PLACES: usize = 2_000_000;

/// Who moved last, where that matters.
pub(super) type Last = Option<u8>;

/// What a step costs, and who moved last after it.
pub(super) type Charge<'a, M> = &'a dyn Fn(&M, Last, <M as Machine>::Action) -> (u32, Last);

/// Whether a state, or a step from it, breaks the property.
pub(super) struct Target<'a, M: Machine> {
    /// A state by its id.
    pub(super) state: &'a dyn Fn(u32) -> bool,
    /// A step from a state to another.
    pub(super) step: Breaks<'a, M>,
}

/// Whether a step from a state, given by its id, to another one breaks the property.
pub(super) type Breaks<'a, M> = &'a dyn Fn(u32, <M as Machine>::Action, &<M as Machine>::State) -> bool;

/// The end of a way that breaks the property by a step, whatever state that leads to.
const BROKEN: u32 = u32::MAX;

type Cost = (u32, u32);

struct Place<A> {
    cost: Cost,
    from: Option<(usize, A)>,
}

/// The cheapest way to break the property; none when there is none within the bound.
pub(super) fn cheapest<M: Machine>(
    search: &Search<M>,
    charge: Charge<'_, M>,
    target: &Target<'_, M>,
) -> Option<(u32, Vec<M::Action>)> {
    let machine = &search.machine;
    let mut places: IndexMap<(u32, Last), Place<M::Action>, FxBuildHasher> = IndexMap::default();
    let mut open = BinaryHeap::new();
    for id in 0..search.roots() {
        let (at, _) = places.insert_full((id, None), Place { cost: (0, 0), from: None });
        open.push(Reverse(((0, 0), at)));
    }
    let mut actions = Vec::new();
    while let Some(Reverse((cost, at))) = open.pop() {
        let (&(id, last), place) = places.get_index(at)?;
        if cost > place.cost {
            continue;
        }
        if id == BROKEN || (target.state)(id) {
            let (root, actions) = way(at, |at| places[at].from);
            return places.get_index(root).map(|(&(id, _), _)| (id, actions));
        }
        if places.len() > PLACES {
            return None;
        }
        let state = *search.arena.get(id);
        actions.clear();
        machine.enabled(&state, &mut actions);
        for &action in &actions {
            let after = machine.step(&state, action);
            let (price, who) = charge(machine, last, action);
            let cost = (cost.0 + price, cost.1 + 1);
            let place =
                if (target.step)(id, action, &after) { (BROKEN, None) } else { (search.id(&after)?, who) };
            let cheaper = places.get(&place).is_none_or(|known| cost < known.cost);
            if cheaper {
                let (index, _) = places.insert_full(place, Place { cost, from: Some((at, action)) });
                open.push(Reverse((cost, index)));
            }
        }
    }
    None
}

/// The place where a way to a place begins, and the actions along it; `from` is where it came from, and how.
pub(super) fn way<A>(end: usize, from: impl Fn(usize) -> Option<(usize, A)>) -> (usize, Vec<A>) {
    let (mut at, mut actions) = (end, Vec::new());
    while let Some((before, action)) = from(at) {
        actions.push(action);
        at = before;
    }
    actions.reverse();
    (at, actions)
}
