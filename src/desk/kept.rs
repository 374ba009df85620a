//! State of a panel that several fields change. Two may do so before it is drawn again, as when the reader leaves one
//! field by a click on another: neither change is lost.

use std::rc::Rc;
use yew::prelude::*;

/// A change.
pub(super) type Step<T> = Box<dyn FnOnce(&mut T)>;

/// What changes a value.
pub(super) type Change<T> = Callback<Step<T>>;

struct Kept<T>(T);

impl<T: Clone> Reducible for Kept<T> {
    type Action = Step<T>;

    fn reduce(self: Rc<Self>, change: Step<T>) -> Rc<Self> {
        let mut next = self.0.clone();
        change(&mut next);
        Rc::new(Self(next))
    }
}

/// A value, and what changes it.
#[hook]
pub(super) fn use_kept<T: Clone + 'static>(begin: impl FnOnce() -> T) -> (T, Change<T>) {
    let kept = use_reducer(|| Kept(begin()));
    let dispatch = kept.dispatcher();
    let change = use_callback((), move |change: Step<T>, ()| dispatch.dispatch(change));
    (kept.0.clone(), change)
}

/// A change by what a field says.
pub(super) fn by<T: 'static, V: 'static>(
    change: &Change<T>,
    with: impl Fn(&mut T, V) + Clone + 'static,
) -> Callback<V> {
    change.reform(move |value: V| -> Step<T> {
        let with = with.clone();
        Box::new(move |kept| with(kept, value))
    })
}
