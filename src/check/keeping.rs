//! A schedule that keeps a property although the environment does its worst.
//!
//! The shortest way through the graph to a state at rest, with so many faults on the way and without a
//! state or a step that breaks the property.

use super::search::Search;
use super::sparing::Target;
use crate::machine::{Machine, at_rest};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Places looked at before it gives up.
const PLACES: usize = 2_000_000;

/// By state and faults so far, where the schedule came from; in the order of length.
type Places<A> = IndexMap<(u32, u32), Option<(usize, A)>, FxBuildHasher>;

/// The shortest such schedule, and the initial state it begins in; none when there is none within the bound.
pub(super) fn keeping<M: Machine>(
    search: &Search<M>,
    faults: u32,
    target: &Target<'_, M>,
) -> Option<(u32, Vec<M::Action>)> {
    let machine = &search.machine;
    let mut places: Places<M::Action> = IndexMap::default();
    places.extend((0..search.roots()).filter(|&id| !(target.state)(id)).map(|id| ((id, 0), None)));
    let (mut next, mut actions) = (0, Vec::new());
    while next < places.len() && places.len() <= PLACES {
        let (&(id, used), _) = places.get_index(next)?;
        let state = *search.arena.get(id);
        if used >= faults && at_rest(machine, &state, &mut actions) {
            return Some(way(&places, next));
        }
        actions.clear();
        machine.enabled(&state, &mut actions);
        for &action in &actions {
            let after = machine.step(&state, action);
            if (target.step)(id, action, &after) {
                continue;
            }
            let Some(id) = search.id(&after).filter(|&id| !(target.state)(id)) else { continue };
            let used = used + u32::from(machine.class(action).is_fault());
            places.entry((id, used)).or_insert(Some((next, action)));
        }
        next += 1;
    }
    None
}

fn way<A: Copy>(places: &Places<A>, end: usize) -> (u32, Vec<A>) {
    let (mut at, mut actions) = (end, Vec::new());
    while let Some((from, action)) = places[at] {
        actions.push(action);
        at = from;
    }
    actions.reverse();
    (places.get_index(at).map_or(0, |(&(id, _), _)| id), actions)
}
