//! Values handed down the component tree by pointer.
//!
//! A scene or a run is large and never changes once made. Comparing it by
//! pointer lets Yew skip a component whose input is the same value.

use std::ops::Deref;
use std::rc::Rc;

use crate::trace::Player;

/// A replayed run, equal only to itself.
#[derive(Clone)]
pub struct Run(pub Rc<dyn Player>);

impl PartialEq for Run {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for Run {
    type Target = dyn Player;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// A shared value, equal only to itself.
pub struct Shared<T>(pub Rc<T>);

impl<T> Shared<T> {
    /// Moves a value behind a pointer.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
