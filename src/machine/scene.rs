//! What the page draws of a state, in its own words: nodes, threads, lanes, stores, symptoms.
//!
//! A scene is plain data. Two scenes are compared leaf by leaf, so that every change of a step can be
//! marked down to the single entry.

use super::sort_short;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
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
    /// The revision after the last write.
    pub revision: u32,
    /// Who holds the lock or lease.
    pub holder: Badge,
    /// The rows.
    pub rows: Vec<Row>,
}

/// Whether a key's value is what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// What happened to a leaf between two scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It has another value.
    Changed,
}

impl Mark {
    /// The sign shown beside it.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Added => "+",
            Self::Removed => "−",
            Self::Changed => "~",
        }
    }
}

/// A change of one leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where, as in `store/configmap/restserver/value`.
    pub path: String,
    /// What happened.
    pub mark: Mark,
    /// The value before.
    pub before: Option<String>,
    /// The value after.
    pub after: Option<String>,
}

/// All changes between two scenes, ordered by path.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SceneDiff {
    /// The changes.
    pub changes: Vec<Change>,
}

impl SceneDiff {
    /// Compares two scenes leaf by leaf. A scene compared with itself gives no change.
    pub fn between(before: &Scene, after: &Scene) -> Self {
        let (old, new) = (before.leaves(), after.leaves());
        let mut changes: Vec<Change> = Vec::new();
        for (path, value) in &old {
            let after = new.get(path);
            if after != Some(value) {
                let mark = if after.is_some() { Mark::Changed } else { Mark::Removed };
                changes.push(Change {
                    path: path.clone(),
                    mark,
                    before: Some(value.clone()),
                    after: after.cloned(),
                });
            }
        }
        for (path, value) in &new {
            if !old.contains_key(path) {
                changes.push(Change {
                    path: path.clone(),
                    mark: Mark::Added,
                    before: None,
                    after: Some(value.clone()),
                });
            }
        }
        sort_short(&mut changes, |a, b| a.path < b.path);
        Self { changes }
    }

    /// The change at a path.
    pub fn at(&self, path: &str) -> Option<&Change> {
        self.changes
            .binary_search_by(|change| change.path.as_str().cmp(path))
            .ok()
            .map(|at| &self.changes[at])
    }

    /// The changes below a path that ends in `/`.
    pub fn below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a Change> {
        let from = self.changes.partition_point(|change| change.path.as_str() < prefix);
        self.changes[from..].iter().take_while(move |change| change.path.starts_with(prefix))
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl Scene {
    /// Whether several nodes print, so that a line has to name its own. Queues that are drawn as a node of their own
    /// print nothing.
    pub fn has_several_logs(&self) -> bool {
        self.nodes.iter().filter(|node| !node.threads.is_empty()).count() > 1
    }

    /// Every leaf by path. Entries of lists are named by their text and occurrence, not by position, so
    /// that one entry leaving a queue does not mark all behind it.
    pub fn leaves(&self) -> IndexMap<String, String> {
        let mut out = IndexMap::new();
        for node in &self.nodes {
            node.leaves(&mut out);
        }
        for store in &self.stores {
            store.leaves(&mut out);
        }
        occurrences("symptom", self.symptoms.iter().map(|badge| &badge.text), &mut out);
        out
    }
}

impl Node {
    fn leaves(&self, out: &mut IndexMap<String, String>) {
        let id = self.id;
        occurrences(&format!("{id}/badge"), self.badges.iter().map(|badge| &badge.text), out);
        for lock in &self.locks {
            let owner = lock.owner.clone().unwrap_or_else(|| "free".into());
            out.insert(format!("{id}/lock/{}/owner", lock.title), owner);
            occurrences(&format!("{id}/lock/{}/waiter", lock.title), lock.waiters.iter(), out);
        }
        for thread in &self.threads {
            let path = format!("{id}/thread/{}", thread.actor);
            occurrences(&format!("{path}/badge"), thread.badges.iter().map(|badge| &badge.text), out);
            if let Some(waits_for) = &thread.waits_for {
                out.insert(format!("{path}/waits"), waits_for.clone());
            }
        }
        for lane in &self.lanes {
            let path = format!("{id}/lane/{}", lane.id);
            if let Some(phase) = lane.phase {
                out.insert(format!("{path}/phase"), phase.words().into());
            }
            occurrences(&format!("{path}/badge"), lane.badges.iter().map(|badge| &badge.text), out);
            occurrences(&format!("{path}/running"), lane.running.iter().map(|task| &task.text), out);
            occurrences(&format!("{path}/task"), lane.queue.iter().map(|task| &task.text), out);
        }
    }
}

impl Store {
    fn leaves(&self, out: &mut IndexMap<String, String>) {
        let path = format!("store/{}", self.id);
        out.insert(format!("{path}/holder"), self.holder.text.clone());
        for row in &self.rows {
            if let Some(value) = &row.value {
                out.insert(format!("{path}/{}/value", row.key), value.clone());
            }
            out.insert(format!("{path}/{}/state", row.key), row.freshness.word().into());
        }
    }
}

/// Leaves of a list: `path/text` for the first of a text, `path/text#2` for the second.
fn occurrences<'a>(path: &str, texts: impl Iterator<Item = &'a String>, out: &mut IndexMap<String, String>) {
    for text in texts {
        let mut key = format!("{path}/{text}");
        let mut count = 1;
        while out.contains_key(&key) {
            count += 1;
            key = format!("{path}/{text}#{count}");
        }
        out.insert(key, text.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(tasks: &[&str]) -> Scene {
        let queue = tasks.iter().map(|text| Task { text: (*text).into() }).collect();
        let lane = Lane { id: "executor", queue, ..Lane::default() };
        Scene { nodes: vec![Node { id: "jm1", lanes: vec![lane], ..Node::default() }], ..Scene::default() }
    }

    #[test]
    fn a_task_leaving_the_head_marks_only_itself() {
        let diff = SceneDiff::between(&scene(&["a", "b", "b"]), &scene(&["b", "b"]));
        assert_eq!(diff.changes.len(), 1);
        let change = diff.at("jm1/lane/executor/task/a").unwrap();
        assert_eq!((change.mark, change.before.as_deref()), (Mark::Removed, Some("a")));
    }

    #[test]
    fn equal_texts_are_told_apart_by_occurrence() {
        let diff = SceneDiff::between(&scene(&["b"]), &scene(&["b", "b"]));
        let paths: Vec<_> = diff.changes.iter().map(|change| change.path.as_str()).collect();
        assert_eq!(paths, ["jm1/lane/executor/task/b#2"]);
    }
}
