//! A run as a viewer sees it, whatever the model: an object-safe face of [`super::Replay`].

use crate::check::Escape;
use crate::machine::{
    ActorInfo, Class, Config, Event, EventError, Freshness, Label, LogLine, ModelInfo, Moment, PropertyInfo,
    Scene, Upstream,
};
use std::any::Any;
use std::rc::Rc;

/// A run that can be read at every step and extended by one event.
///
/// Positions count steps: position 0 is the initial state, position `n` the state after step `n`.
pub trait Player {
    /// The model.
    fn info(&self) -> &'static ModelInfo;

    /// What the run is played under.
    fn config(&self) -> &Config;

    /// The actors, in the order of the lanes.
    fn actors(&self) -> &[ActorInfo];

    /// How many steps there are, refused ones included.
    fn len(&self) -> usize;

    /// Whether there is no step.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The run with one more event. A refused event becomes a refused step, which changes nothing.
    ///
    /// # Errors
    /// When the model does not know the event.
    fn extended(&self, event: &Event) -> Result<Rc<dyn Player>, EventError>;

    /// The run with more events, refused or not.
    ///
    /// # Errors
    /// When the model does not know one of them: its position, counted from 1 over the whole run.
    fn replay(&self, events: &[Event]) -> Result<Rc<dyn Player>, super::TraceError>;

    /// The first `len` steps of the run.
    fn prefix(&self, len: usize) -> Rc<dyn Player>;

    /// Step `position`, counted from 1.
    fn step(&self, position: usize) -> StepView;

    /// The event of step `position`, counted from 1.
    fn event(&self, position: usize) -> Event;

    /// Whether step `position` was refused.
    fn is_refused(&self, position: usize) -> bool;

    /// Who acted in step `position`, as an index into [`Player::actors`], and how.
    fn actor(&self, position: usize) -> (usize, Class);

    /// The steps that step `position` follows from.
    fn causes(&self, position: usize) -> Vec<Arrow>;

    /// What can happen next at a position, and what is refused and why.
    fn choices(&self, position: usize) -> Vec<Choice>;

    /// What the page draws at a position.
    fn scene(&self, position: usize) -> Scene;

    /// The properties at a position.
    fn properties(&self, position: usize) -> Vec<PropertyStatus>;

    /// The ids, titles and kinds of the properties.
    fn property_infos(&self) -> Vec<PropertyInfo>;

    /// The keys of the store at a position.
    fn keys(&self, position: usize) -> Vec<KeyStatus>;

    /// The log lines of steps `from` to `to`, both counted from 1 and included, oldest first.
    fn log(&self, from: usize, to: usize) -> Vec<LogRecord>;

    /// The fair, fault-free continuation from the end, until nothing but background actions can change
    /// anything.
    fn settled(&self) -> Settled;

    /// Whether this run at one position and another run at another are in the same state.
    fn same_state(&self, position: usize, other: &dyn Player, other_position: usize) -> bool;

    /// All other positions whose state equals that at a position, in order. After a refused step it is that before it.
    fn equal_states(&self, position: usize) -> Vec<usize>;

    /// For the comparison of states of one model.
    fn as_any(&self) -> &dyn Any;
}

/// A step, told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepView {
    /// The event.
    pub event: Event,
    /// Who acted, as an index into [`Player::actors`].
    pub actor: usize,
    /// How.
    pub class: Class,
    /// What it does as a choice.
    pub label: Label,
    /// What it did, in one plain sentence; for a refused step, what it would have been.
    pub sentence: String,
    /// The guard that refused it.
    pub refused: Option<String>,
    /// The upstream class and method.
    pub upstream: Upstream,
    /// The log lines it printed.
    pub log: Vec<LogRecord>,
    /// Properties first violated by this step.
    pub violates: Vec<&'static str>,
    /// Milliseconds on the log's clock after the step.
    pub moment: Moment,
}

/// A log line with its moment and step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRecord {
    /// When.
    pub moment: Moment,
    /// The line.
    pub line: LogLine,
    /// The step that printed it, counted from 1.
    pub step: usize,
}

/// Why a step follows from an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// The earlier step, counted from 1.
    pub from: usize,
    /// The later step.
    pub to: usize,
}

/// An action on offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its event.
    pub event: Event,
    /// Whose it is, as an index into [`Player::actors`].
    pub actor: usize,
    /// How it is driven.
    pub class: Class,
    /// What it is.
    pub label: Label,
    /// The guard that refuses it; none when it is enabled.
    pub refused: Option<String>,
    /// For a fault, how much of its budget is left.
    pub budget_left: Option<u32>,
}

/// A property at a position of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyStatus {
    /// The property.
    pub info: PropertyInfo,
    /// How it stands.
    pub status: Status,
}

/// How a property stands at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not broken so far.
    Holds,
    /// Broken at this step of the run, at or before the position.
    Broken {
        /// The step, counted from 1; 0 for the initial state.
        at: usize,
    },
    /// For a *recoverable* property: whether there is a way to its goal from here without a fault.
    Goal(Escape),
    /// For an *at rest* property in a state that is not at rest: nothing to judge.
    NotAtRest,
    /// For a *bounded* property: the quantity so far.
    Ticks(u32),
}

/// A key of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyStatus {
    /// The key.
    pub key: &'static str,
    /// Its value as shown.
    pub value: Option<String>,
    /// How good it is.
    pub freshness: Freshness,
}

/// The continuation of a run after its last step.
#[derive(Clone)]
pub struct Settled {
    /// The run with the continuation.
    pub player: Rc<dyn Player>,
    /// How many steps were added.
    pub added: usize,
    /// Whether it came to rest; otherwise the bound was reached.
    pub at_rest: bool,
    /// What became of the properties and keys.
    pub outcomes: Outcomes,
}

/// The outcome of a run after settling.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Outcomes {
    /// By property.
    pub properties: Vec<(PropertyInfo, PropertyOutcome)>,
    /// By key.
    pub keys: Vec<(&'static str, Freshness)>,
}

/// What became of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyOutcome {
    /// It held all along, or its goal is met or can be.
    Holds,
    /// A step or a state of the run broke it.
    Violated,
    /// No fault-free continuation reaches its goal any more.
    Lost,
    /// The question was cut off at a limit: no answer.
    Limit,
}

impl PropertyOutcome {
    /// The word in files and outputs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Lost => "lost",
            Self::Limit => "limit",
        }
    }
}

impl Status {
    /// The word in outputs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds | Self::Ticks(_) => "holds",
            Self::Broken { .. } => "broken",
            Self::NotAtRest => "not_at_rest",
            Self::Goal(Escape::Here) => "goal_met",
            Self::Goal(Escape::Within(_)) => "goal_reachable",
            Self::Goal(Escape::Lost { .. }) => "goal_lost",
            Self::Goal(Escape::Limit { .. }) => "limit",
        }
    }

    /// The step that broke the property; 0 for the initial state.
    pub fn broken_at(self) -> Option<usize> {
        match self {
            Self::Broken { at } => Some(at),
            _ => None,
        }
    }

    /// Whether it is a goal that no fault-free continuation reaches.
    pub fn is_lost(self) -> bool {
        matches!(self, Self::Goal(Escape::Lost { .. }))
    }

    /// Whether it is a goal that is met or that some fault-free continuation is known to reach.
    pub fn has_escape(self) -> bool {
        matches!(self, Self::Goal(Escape::Here | Escape::Within(_)))
    }

    /// The outcome that this status amounts to at the end of a settled run.
    pub fn outcome(self) -> PropertyOutcome {
        match self {
            Self::Holds | Self::NotAtRest | Self::Ticks(_) | Self::Goal(Escape::Here | Escape::Within(_)) => {
                PropertyOutcome::Holds
            }
            Self::Broken { .. } => PropertyOutcome::Violated,
            Self::Goal(Escape::Lost { .. }) => PropertyOutcome::Lost,
            Self::Goal(Escape::Limit { .. }) => PropertyOutcome::Limit,
        }
    }
}
