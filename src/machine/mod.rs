//! What a model is: the traits a state machine implements, and the words everything else speaks.
//!
//! Two traits, apart on purpose. [`Machine`] is all that a search needs and costs nothing beyond it;
//! [`Present`] is what a reader needs (sentences, log lines, scenes) and is never called by a search.
//!
//! *Invariant*: nothing here names a model, a browser or a file.

mod class;
mod config;
mod difference;
mod duration;
mod effect;
mod event;
mod group;
mod info;
mod key;
mod log;
mod observe;
mod order;
mod plain;
mod present;
mod property;
mod scene;
mod setting;
mod short_map;

pub use class::Class;
pub(crate) use config::shorten;
pub use config::{Config, ConfigError, ConfigPlace, Resolved, Value};
pub use difference::{Change, Mark, SceneDiff};
pub use duration::{read_duration, show_duration, show_seconds};
pub use effect::{Counter, Effect, Observer, Outcome, Queue, Token, Unwatched, Watch};
pub use event::{Event, EventError, MAX_EVENT_CHARS};
pub use info::{FaultInfo, FixInfo, LogLayout, ModelInfo, ParameterInfo, ParameterKind, System};
pub(crate) use key::{Key, key};
pub use log::{Count, Level, LogLine, LogTemplate, Moment};
pub use observe::{Observe, lines_of};
pub(crate) use order::sort_short;
pub(crate) use plain::{is_hidden, plain};
pub use present::{Actor, ActorInfo, Facts, Label, Present, QueueFacts, Upstream, Writer, seconds, tenths};
pub use property::{Check, Kind, Property, PropertyInfo};
pub use scene::{Badge, Bar, Freshness, Lane, Lock, Node, Phase, Row, Scene, Store, Task, Thread, Tone};
pub use setting::{Change as SettingChange, ClosedForm, SettingError, SettingRow, SettingTable, Settings};
pub use short_map::{MAX_ENTRIES, ShortMap};

use std::fmt::{Debug, Display};
use std::hash::Hash;
use zerocopy::{Immutable, IntoBytes};

/// A state machine of a real system.
///
/// `step` is total over enabled actions and deterministic. An action is enabled exactly when
/// [`Machine::guard`] lets it pass; [`Machine::enabled`] lists those, always in the same order.
pub trait Machine: Sized + 'static {
    /// A state: small, fixed-width, cheap to copy and to hash. It has no padding and one value for each
    /// meaning, so that equal states are equal bytes: a search stores, hashes and compares those.
    type State: Copy + Eq + Hash + Debug + IntoBytes + Immutable;
    /// An atomic step of one actor. It names the scheduler's choice, not its result, so that one
    /// schedule means the same under every set of fixes. `Display` is the event notation.
    type Action: Copy + Eq + Hash + Debug + Display;
    /// The guard that refuses an action, as a sentence.
    type Refusal: Copy + Eq + Debug + Display;

    /// Appends every initial state, in a fixed order. There is at least one.
    fn initial(&self, out: &mut Vec<Self::State>);

    /// Appends every enabled action of the state, in a fixed order.
    fn enabled(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Lets the action pass, or names the guard that refuses it. Defined for every action.
    ///
    /// # Errors
    /// The first guard, in the order of the real code, that does not hold.
    fn guard(&self, state: &Self::State, action: Self::Action) -> Result<(), Self::Refusal>;

    /// The state after an enabled action.
    ///
    /// # Panics
    /// In debug builds, when the action is refused: release builds leave the check to the search; callers ask [`Machine::guard`] first.
    fn step(&self, state: &Self::State, action: Self::Action) -> Self::State;

    /// Turns a state into the one after an enabled action. It does what [`Machine::step`] does: a search calls
    /// this one, so that a successor is made in the place where it stays.
    fn step_in_place(&self, state: &mut Self::State, action: Self::Action) {
        *state = self.step(state, action);
    }

    /// Who drives the action: the system itself, its background, or the environment.
    fn class(&self, action: Self::Action) -> Class;

    /// The properties, in the order in which they are shown. At most [`MAX_PROPERTIES`].
    fn properties() -> &'static [Property<Self>];
}

/// The most properties that a machine declares.
pub const MAX_PROPERTIES: usize = 24;

/// The most *recoverable* properties among them.
pub const MAX_GOALS: usize = 16;

/// Whether nothing but background actions of the machine can happen without a fault.
pub fn at_rest<M: Machine>(machine: &M, state: &M::State, buffer: &mut Vec<M::Action>) -> bool {
    buffer.clear();
    machine.enabled(state, buffer);
    buffer.iter().all(|&action| matches!(machine.class(action), Class::Background | Class::Fault))
}
