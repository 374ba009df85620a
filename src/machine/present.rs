//! What a reader needs of a model, apart from what a search needs.

use super::{Counter, EventError, Machine, Queue, Row, Scene, ShortMap, Token, Watch};

/// An actor by its position in [`Present::actors`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Actor(pub u8);

/// A thread, an executor, a server, an operator, a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActorInfo {
    /// The id, which is the beginning of its events: `jm1.executor`.
    pub id: &'static str,
    /// A title in lower case, as in `executor`.
    pub title: &'static str,
    /// The node it belongs to, as in `JobManager 1`; empty for the environment.
    pub node: &'static str,
}

/// An action as a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// What would be done, as in `Run the next task`.
    pub title: String,
    /// What that is in this state; may be empty.
    pub hint: String,
}

/// The upstream class and method that an action models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upstream {
    /// The simple name of the class.
    pub class: &'static str,
    /// The method.
    pub method: &'static str,
}

/// The presentation of a machine. Never called by a search.
pub trait Present: Machine {
    /// Reads an event in its notation, old names included.
    ///
    /// # Errors
    /// Says which part is not known and what was expected.
    fn parse(&self, event: &str) -> Result<Self::Action, EventError>;

    /// The actors under these parameters, in the order of the timeline's lanes.
    fn actors(&self) -> &[ActorInfo];

    /// The lengths of the queues that effects are reported for, by [`Queue`].
    fn queue_lengths(&self, state: &Self::State) -> Vec<u8>;

    /// Appends the actions worth showing: all enabled ones, and those refused that a reader would ask about.
    fn offers(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Whose action it is.
    fn actor(&self, action: Self::Action) -> Actor;

    /// The action as a choice in this state.
    fn label(&self, state: &Self::State, action: Self::Action) -> Label;

    /// What the step did, in one plain sentence.
    fn sentence(&self, before: &Self::State, action: Self::Action, after: &Self::State) -> String;

    /// The upstream class and method behind the action in this state.
    fn upstream(&self, state: &Self::State, action: Self::Action) -> Upstream;

    /// Tells what the step does, in order. Agrees with [`Machine::step`].
    fn effects(&self, state: &Self::State, action: Self::Action, out: &mut Watch);

    /// Tells what happened before the first state, as far as run facts have it: counters that are not at their beginning.
    fn past(&self, _: &mut Watch) {}

    /// What a fault of this action is charged to, and how much of it is left: `(fault id, left)`.
    fn budget(&self, state: &Self::State, action: Self::Action) -> Option<(&'static str, u32)>;

    /// The nominal duration of the action in this state for the log's clock, in milliseconds.
    fn duration_ms(&self, state: &Self::State, action: Self::Action) -> u32;

    /// The length of a tick of *bounded* quantities, in microseconds: some ticks are no whole number of milliseconds.
    fn tick_us(&self) -> u32 {
        1_000_000
    }

    /// The rows of the HA store, all registered keys included.
    fn rows(&self, state: &Self::State, facts: &Facts) -> Vec<Row>;

    /// What the page draws.
    fn scene(&self, state: &Self::State, facts: &Facts) -> Scene;
}

/// Tenths of a second, which is as exact as a time in ticks is shown.
pub fn tenths(ticks: u32, tick_us: u32) -> u32 {
    let rounded = (u64::from(ticks) * u64::from(tick_us) + 50_000) / 100_000;
    u32::try_from(rounded).unwrap_or(u32::MAX)
}

/// A time in ticks as seconds: whole ones, or with one decimal.
pub fn seconds(ticks: u32, tick_us: u32) -> String {
    let tenths = tenths(ticks, tick_us);
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}.{rest}", tenths / 10),
    }
}

/// Who wrote a key last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The actor.
    pub actor: Actor,
    /// The step, counted from 1.
    pub step: u32,
    /// The store's revision after the write.
    pub revision: u32,
}

/// The history of one queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueFacts {
    /// The steps that put the present entries there, oldest first; 0 for the initial state.
    pub origins: Vec<u32>,
    /// How many tasks ran.
    pub done: u32,
    /// How many ran and failed.
    pub failed: u32,
    /// How many were ignored.
    pub dropped: u32,
    /// How many a closed queue refused.
    pub rejected: u32,
    /// The task that failed last, and its step.
    pub last_failed: Option<(String, u32)>,
}

/// Run facts: folded from the effects of a run, never part of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// How many steps are folded in.
    pub step: u32,
    /// The store's revision.
    pub revision: u32,
    /// The last writer by key.
    pub writers: ShortMap<&'static str, Writer>,
    /// By [`Queue`].
    pub queues: Vec<QueueFacts>,
    /// The steps that raised tokens still open.
    pub tokens: ShortMap<Token, u32>,
    /// The counters that were counted or numbered.
    pub counters: ShortMap<Counter, u32>,
    /// The last number that was given.
    pub numbered: u32,
    /// The line each actor's thread is at, and since which step.
    pub lines: ShortMap<Actor, (u8, u32)>,
    /// Monitors taken and released within the last step.
    pub held: Vec<&'static str>,
    /// The actor of the last step.
    pub last_actor: Option<Actor>,
    /// Milliseconds on the log's clock.
    pub clock_ms: u64,
}

impl Facts {
    /// The revision that a run starts with. Any number would do; this one looks like a cluster in use.
    const FIRST_REVISION: u32 = 106;

    /// The facts of an initial state whose queues have these lengths.
    pub fn new(queue_lengths: &[u8]) -> Self {
        let queue =
            |&length: &u8| QueueFacts { origins: vec![0; usize::from(length)], ..QueueFacts::default() };
        Self {
            step: 0,
            revision: Self::FIRST_REVISION,
            writers: ShortMap::default(),
            queues: queue_lengths.iter().map(queue).collect(),
            tokens: ShortMap::default(),
            counters: ShortMap::default(),
            numbered: 0,
            lines: ShortMap::default(),
            held: Vec::new(),
            last_actor: None,
            clock_ms: 0,
        }
    }

    /// The facts of a queue.
    pub fn queue(&self, queue: Queue) -> &QueueFacts {
        &self.queues[usize::from(queue.0)]
    }

    /// What a counter shows; 0 before anything was counted.
    pub fn counter(&self, counter: Counter) -> u32 {
        self.counters.get(&counter).copied().unwrap_or(0)
    }

    /// The line the actor's thread is at.
    pub fn line(&self, actor: Actor) -> Option<u8> {
        self.lines.get(&actor).map(|&(line, _)| line)
    }
}
