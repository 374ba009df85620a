//! Effects. Yew's own hook is compiled anew for every use of it; what is behind this one is there once.

use std::any::Any;
use yew::prelude::*;

/// What an effect depends on.
trait Dependency: Any {
    fn is(&self, other: &dyn Any) -> bool;
}

impl<T: PartialEq + 'static> Dependency for T {
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

struct Dependencies(Box<dyn Dependency>);

impl PartialEq for Dependencies {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

/// Does something after the first drawing and after each one for which `on` has changed. What it returns is kept
/// until then, so a timer or a listener ends by itself.
#[hook]
pub(crate) fn use_after<D, E, T>(on: D, effect: E)
where
    D: PartialEq + 'static,
    E: FnOnce() -> T + 'static,
    T: 'static,
{
    use_boxed(Dependencies(Box::new(on)), Box::new(|| Box::new(effect())));
}

#[hook]
fn use_boxed(on: Dependencies, effect: Box<dyn FnOnce() -> Box<dyn Any>>) {
    use_effect_with(on, |_| {
        let kept = effect();
        || drop(kept)
    });
}
