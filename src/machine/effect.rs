//! What a step did, for those who watch: run facts and causality are folded from these.

use super::{Actor, LogLine};

/// A first-in, first-out queue that the model has, by its position in the model's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Queue(pub u8);

/// Something a later step follows from that is not in a queue, such as a granted session that waits
/// for its contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(pub u16);

/// A number that a reader sees and a state has not: its run's history tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counter(pub u16);

/// How a task ended that left its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It ran.
    Done,
    /// It ran and failed.
    Failed,
    /// It was ignored.
    Dropped,
}

/// One thing a step did. The order is the order in which they happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The actor's thread is at this line of its listing.
    At(Actor, u8),
    /// The actor's thread is new and at no line yet.
    Fresh(Actor),
    /// An entry joins a queue.
    Push(Queue),
    /// The oldest entry leaves a queue and was this task.
    Pop(Queue, Outcome, String),
    /// The oldest entry is pushed out of a full queue (coalescing).
    Evict(Queue),
    /// A queue loses all entries.
    Clear(Queue),
    /// An entry was refused by a closed queue.
    Reject(Queue, String),
    /// A later step will follow from this one.
    Raise(Token),
    /// This step follows from the one that raised the token.
    Follow(Token),
    /// The store's key was written or removed; its revision rises.
    Write(&'static str),
    /// The store was written without a key of its own (a lease record); its revision rises.
    Touch,
    /// A monitor was taken and released within the step.
    Held(&'static str),
    /// The counter goes up by one: a term, a number of tries.
    Count(Counter),
    /// The counter gets the next number of all that are given this way: a session that is new behind an old place.
    Number(Counter),
    /// A line went to the log.
    Log(LogLine),
}

/// Who watches a step. A search watches with `()` and pays nothing: the closures never run.
pub trait Observer {
    /// Reports an effect.
    fn report(&mut self, make: impl FnOnce() -> Effect);
}

/// What a step reports to when nobody watches.
#[cfg(not(feature = "compact"))]
pub type Unwatched = ();

/// What a step reports to when nobody watches. A program that takes few steps and has to be small has one copy of a
/// model's steps, for those that are watched and those that are not.
#[cfg(feature = "compact")]
pub type Unwatched = Watch;

impl Observer for () {
    fn report(&mut self, _: impl FnOnce() -> Effect) {}
}

/// Takes down what a step does, when it is on.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    on: bool,
    effects: Vec<Effect>,
}

impl Watch {
    /// One that takes everything down.
    pub fn on() -> Self {
        Self { on: true, effects: Vec::new() }
    }

    /// What was taken down, in order.
    pub fn effects(self) -> Vec<Effect> {
        self.effects
    }
}

impl Observer for Watch {
    fn report(&mut self, make: impl FnOnce() -> Effect) {
        if self.on {
            self.effects.push(make());
        }
    }
}
