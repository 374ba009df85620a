//! Two scenes compared leaf by leaf, so that every change of a step can be marked down to the single entry.

use super::{Node, Scene, ShortMap, Store, sort_short};

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
    /// Every leaf by path. Entries of lists are named by their text and occurrence, not by position, so
    /// that one entry leaving a queue does not mark all behind it.
    pub fn leaves(&self) -> ShortMap<String, String> {
        let mut out = ShortMap::default();
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
    fn leaves(&self, out: &mut ShortMap<String, String>) {
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
    fn leaves(&self, out: &mut ShortMap<String, String>) {
        let path = format!("store/{}", self.id);
        out.insert(format!("{path}/holder"), self.holder.text.clone());
        for bar in &self.bars {
            out.insert(format!("{path}/bar/{}", bar.id), format!("{}, {}", bar.title, bar.words()));
        }
        for row in &self.rows {
            if let Some(value) = &row.value {
                out.insert(format!("{path}/{}/value", row.key), value.clone());
            }
            out.insert(format!("{path}/{}/state", row.key), row.freshness.word().into());
        }
    }
}

/// Leaves of a list: `path/text` for the first of a text, `path/text#2` for the second.
fn occurrences<'a>(path: &str, texts: impl Iterator<Item = &'a String>, out: &mut ShortMap<String, String>) {
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
    use crate::machine::{Bar, Lane, Task};

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
    fn a_bar_that_runs_out_changes_and_then_is_gone() {
        let scene = |left: Option<u32>| {
            let bar =
                |left| Bar { id: "ttl", title: "TTL".into(), left, of: 8, unit: "ticks", ..Bar::default() };
            let store = Store { id: "kv", bars: left.map(bar).into_iter().collect(), ..Store::default() };
            Scene { stores: vec![store], ..Scene::default() }
        };
        let told = |before, after| {
            let diff = SceneDiff::between(&scene(before), &scene(after));
            let change = diff.at("store/kv/bar/ttl").expect("the bar changed").clone();
            (change.mark, change.before.unwrap_or_default())
        };
        assert_eq!(told(Some(3), Some(2)), (Mark::Changed, "TTL, 3 of 8 ticks".to_owned()));
        assert_eq!(told(Some(1), None), (Mark::Removed, "TTL, 1 of 8 ticks".to_owned()));
    }

    #[test]
    fn equal_texts_are_told_apart_by_occurrence() {
        let diff = SceneDiff::between(&scene(&["b"]), &scene(&["b", "b"]));
        let paths: Vec<_> = diff.changes.iter().map(|change| change.path.as_str()).collect();
        assert_eq!(paths, ["jm1/lane/executor/task/b#2"]);
    }
}
