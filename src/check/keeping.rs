//! A schedule that keeps a property although the environment does its worst.
//!
//! The shortest way through the graph to a state at rest, with so many faults on the way and without a
//! state or a step that breaks the property.

use super::limits::Limit;
use super::search::Search;
use super::sparing::{Target, way};
use crate::machine::{Machine, at_rest};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Places looked at before it gives up.
const PLACES: u32 = 2_000_000;

/// By state and faults so far, where the schedule came from; in the order of length.
type Places<A> = IndexMap<(u32, u32), Option<(usize, A)>, FxBuildHasher>;

/// An initial state by its id, and the actions from it.
type Schedule<M> = (u32, Vec<<M as Machine>::Action>);

/// The shortest such schedule, and the initial state it begins in; none when there is none.
///
/// # Errors
/// The limit, when it gave up: no answer.
pub(super) fn keeping<M: Machine>(
    search: &Search<M>,
    faults: u32,
    target: &Target<'_, M>,
) -> Result<Option<Schedule<M>>, Limit> {
    let machine = &search.machine;
    let mut places: Places<M::Action> = IndexMap::default();
    places.extend((0..search.roots()).filter(|&id| !(target.state)(id)).map(|id| ((id, 0), None)));
    let (mut next, mut actions) = (0, Vec::new());
    while let Some((&(id, used), _)) = places.get_index(next) {
        if places.len() > PLACES as usize {
            return Err(Limit::States(PLACES));
        }
        let state = *search.arena.get(id);
        if used >= faults && at_rest(machine, &state, &mut actions) {
            let (root, actions) = way(next, |at| places[at]);
            return Ok(places.get_index(root).map(|(&(id, _), _)| (id, actions)));
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
    Ok(None)
}
