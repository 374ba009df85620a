//! What the page draws of a state, in its own words: nodes, threads, lanes, stores, symptoms.
//!
//! A scene is plain data, with nothing of the model's state in it.

use serde::Serialize;
use std::borrow::Cow;

/// What a badge, a row or a symptom means; never told by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Tone {
    /// Plain information.
    #[default]
    Neutral,
    /// As it should be.
    Ok,
    /// Worth a look.
    Warn,
    /// Broken.
    Bad,
}

/// A short fact in a pill.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Badge {
    /// The words.
    pub text: String,
    /// What they mean.
    pub tone: Tone,
}

impl Badge {
    /// A badge with a tone.
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { text: text.into(), tone }
    }
}

/// A state as drawn.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Scene {
    /// A card per node.
    pub nodes: Vec<Node>,
    /// The HA stores beside them; none for a model without a store.
    pub stores: Vec<Store>,
    /// What the operator sees.
    pub symptoms: Vec<Badge>,
}

impl Scene {
    /// Whether several nodes print, so that a line has to name its own. Queues that are drawn as a node of their own
    /// print nothing.
    pub fn has_several_logs(&self) -> bool {
        self.nodes.iter().filter(|node| !node.threads.is_empty()).count() > 1
    }
}

/// A pod or a JVM.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Node {
    /// The id, as in `jm1`.
    pub id: &'static str,
    /// The name, as in `JobManager 1`.
    pub title: String,
    /// Facts in pills.
    pub badges: Vec<Badge>,
    /// Its monitors.
    pub locks: Vec<Lock>,
    /// Its threads.
    pub threads: Vec<Thread>,
    /// Its queues and executors.
    pub lanes: Vec<Lane>,
}

/// A monitor.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Lock {
    /// The name.
    pub title: &'static str,
    /// Who owns it.
    pub owner: Option<String>,
    /// Who waits for it, in order.
    pub waiters: Vec<String>,
    /// Whether it was taken and released within the last step.
    pub passed: bool,
}

/// A thread with its listing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Thread {
    /// The actor's id.
    pub actor: &'static str,
    /// The name.
    pub title: &'static str,
    /// Facts in pills.
    pub badges: Vec<Badge>,
    /// A short pseudo-code listing.
    pub listing: Cow<'static, [&'static str]>,
    /// The line it is at.
    pub here: Option<u8>,
    /// Whether the last step was its own.
    pub acted: bool,
    /// What it waits for, and who owns that.
    pub waits_for: Option<String>,
}

/// The phase of an executor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Phase {
    /// Takes tasks.
    #[default]
    Running,
    /// Finishes what it has, refuses new tasks.
    ShuttingDown,
    /// Refuses new tasks, has none.
    Terminated,
}

impl Phase {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::ShuttingDown => "shutting down",
            Self::Terminated => "terminated",
        }
    }
}

/// A queue with whoever serves it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Lane {
    /// The id within its node, as in `executor`.
    pub id: &'static str,
    /// The name.
    pub title: &'static str,
    /// The phase, for an executor; none for a plain queue.
    pub phase: Option<Phase>,
    /// Counts and facts in pills.
    pub badges: Vec<Badge>,
    /// What runs now.
    pub running: Option<Task>,
    /// What waits, oldest first.
    pub queue: Vec<Task>,
    /// What was lost or failed last, shown struck through.
    pub lost: Option<Task>,
    /// What an empty lane says, as in `queue empty`.
    pub empty: &'static str,
}

/// An entry of a lane.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Task {
    /// The words.
    pub text: String,
}

/// A HA store: a table of keys.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Store {
    /// The id, as in `configmap`.
    pub id: &'static str,
    /// The title, as in `HA store`.
    pub title: &'static str,
    /// The name of the real object.
    pub name: &'static str,
    /// The revision after the last write, for a store that has one.
    pub revision: Option<u32>,
    /// Who holds the lock or lease.
    pub holder: Badge,
    /// What runs out with time.
    pub bars: Vec<Bar>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// Something that runs out: a TTL, a delay.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bar {
    /// The id within its store.
    pub id: &'static str,
    /// What it is, as in `Lock-delay`.
    pub title: String,
    /// How much is left.
    pub left: u32,
    /// Of how much.
    pub of: u32,
    /// What is counted, as in `ticks`.
    pub unit: &'static str,
    /// What it means.
    pub tone: Tone,
}

impl Bar {
    /// What is left, in words.
    pub fn words(&self) -> String {
        format!("{} of {} {}", self.left, self.of, self.unit)
    }
}

/// Whether a key's value is what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Freshness {
    /// Written by the present leader's present session.
    Fresh,
    /// Of an older session or a vanished process.
    Stale,
    /// Not there.
    Missing,
}

impl Freshness {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Stale => "stale",
            Self::Missing => "missing",
        }
    }

    /// Reads the word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Fresh, Self::Stale, Self::Missing].into_iter().find(|freshness| freshness.word() == word)
    }
}

/// A key of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The key.
    pub key: &'static str,
    /// The value, if it is there.
    pub value: Option<String>,
    /// The revision of its last write or removal within the run.
    pub revision: Option<u32>,
    /// Who wrote or removed it last, as in `executor, step 7`.
    pub writer: Option<String>,
    /// How good it is.
    pub freshness: Freshness,
}
