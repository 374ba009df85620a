//! How runs end: the states at rest, classed by the keys of the store and the properties broken there.

use super::checked::Checked;
use super::report::{Counterexample, Ending};
use super::search::Search;
use crate::machine::Freshness;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The most states at rest that are classed: a row of the store is text, and text takes time.
pub const MAX_ENDINGS: usize = 200_000;

/// Keys with their freshness, and the positions of broken properties.
type Class = (Vec<(&'static str, Freshness)>, Vec<usize>);

/// The classes so far.
#[derive(Default)]
pub(super) struct Endings {
    /// By class, how many states, and the first of them: one of the least depth.
    classes: IndexMap<Class, (u32, u32), FxBuildHasher>,
    /// States at rest that are classed.
    done: usize,
    /// By class, the ids of its broken properties.
    names: Vec<&'static str>,
}

impl Endings {
    /// Classes about so many states more. True while there are more.
    pub(super) fn advance<M: Checked>(
        &mut self,
        search: &Search<M>,
        states: u32,
        broken: impl Fn(u32) -> Vec<usize>,
    ) -> bool {
        self.names = M::properties().iter().map(|property| property.id).collect();
        let rests = &search.judge.rests;
        let end = rests.len().min(MAX_ENDINGS);
        let to = end.min(self.done.saturating_add(states as usize));
        for &id in &rests[self.done..to] {
            let keys = search.machine.keys(search.arena.get(id));
            self.classes.entry((keys, broken(id))).or_insert((0, id)).0 += 1;
        }
        self.done = to;
        to < end
    }

    /// How many states at rest are classed.
    pub(super) fn counted(&self) -> u32 {
        u32::try_from(self.done).expect("the number is bounded")
    }

    /// The classes, the most frequent first.
    pub(super) fn told(&self, example: impl Fn(u32) -> Counterexample) -> Vec<Ending> {
        let tell = |((keys, broken), &(states, first)): (&Class, &(u32, u32))| Ending {
            states,
            keys: keys.iter().map(|&(key, freshness)| (key.to_owned(), freshness)).collect(),
            broken: broken.iter().map(|&property| self.names[property].to_owned()).collect(),
            example: example(first),
        };
        let mut endings: Vec<_> = self.classes.iter().map(tell).collect();
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.states));
        endings
    }
}
