//! What the last step changed, entry by entry and as data: what is new, what changed, what is gone.
//!
//! A scene has only what is there now; what a step took away is read from the diff.

use crate::machine::{Badge, Change, Lane, Mark, Scene, SceneDiff, Store, Task, Tone};

/// An entry of a list that is there, with its key among the leaves of the scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The path of its leaf, unique in the scene.
    pub path: String,
    /// The words.
    pub text: String,
    /// What the step did to it.
    pub mark: Option<Mark>,
}

/// The entries of a list, named as [`Scene::leaves`] names them.
pub fn entries<'a>(diff: &SceneDiff, path: &str, texts: impl IntoIterator<Item = &'a str>) -> Vec<Entry> {
    let mut out: Vec<Entry> = Vec::new();
    for text in texts {
        let mut key = format!("{path}/{text}");
        let mut count = 1;
        while out.iter().any(|entry| entry.path == key) {
            count += 1;
            key = format!("{path}/{text}#{count}");
        }
        let mark = diff.at(&key).map(|change| change.mark);
        out.push(Entry { path: key, text: text.into(), mark });
    }
    out
}

/// The entries of a list that the step took away.
pub fn gone(diff: &SceneDiff, path: &str) -> Vec<Entry> {
    let prefix = format!("{path}/");
    let removed = diff.below(&prefix).filter(|change| change.mark == Mark::Removed);
    let entry = |change: &crate::machine::Change| Entry {
        path: format!("gone/{}", change.path),
        text: change.before.clone().unwrap_or_default(),
        mark: Some(Mark::Removed),
    };
    removed.map(entry).collect()
}

/// A badge with what the step did to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedBadge {
    /// The path of its leaf, or of the ghost of one.
    pub path: String,
    /// The badge.
    pub badge: Badge,
    /// What the step did to it.
    pub mark: Option<Mark>,
    /// What it said before, for one that changed.
    pub before: Option<String>,
}

/// The badges of a list with their ghosts. A count that went on counts as changed, not as gone and new.
pub fn marked_badges(diff: &SceneDiff, path: &str, badges: &[Badge]) -> Vec<MarkedBadge> {
    let mut ghosts = gone(diff, path);
    let present = entries(diff, path, badges.iter().map(|badge| badge.text.as_str()));
    let mut out: Vec<MarkedBadge> = Vec::with_capacity(present.len() + ghosts.len());
    for (entry, badge) in present.into_iter().zip(badges) {
        let twin = (entry.mark == Some(Mark::Added))
            .then(|| ghosts.iter().position(|ghost| same_badge(&ghost.text, &entry.text)))
            .flatten();
        let before = twin.map(|at| ghosts.remove(at).text);
        let mark = if before.is_some() { Some(Mark::Changed) } else { entry.mark };
        out.push(MarkedBadge { path: entry.path, badge: badge.clone(), mark, before });
    }
    out.extend(ghosts.into_iter().map(|ghost| MarkedBadge {
        path: ghost.path,
        badge: Badge::new(Tone::Neutral, ghost.text),
        mark: ghost.mark,
        before: None,
    }));
    out
}

/// Whether two texts are one badge before and after: they differ in numbers and the plural that goes with
/// them, or in what follows a colon.
fn same_badge(a: &str, b: &str) -> bool {
    let word = |word: &str| word.trim_matches(|c: char| c.is_ascii_digit()).trim_end_matches('s').to_owned();
    let words = |text: &str| text.split(' ').map(word).collect::<Vec<_>>();
    let lead = |text: &str| text.split_once(": ").map(|(lead, _)| words(lead));
    words(a) == words(b) || (lead(a).is_some() && lead(a) == lead(b))
}

/// How an entry of a lane is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
    /// In the hands of the thread.
    Running,
    /// Waiting in the queue.
    Waiting,
    /// Left the queue in this step.
    Left,
    /// Lost or failed.
    Lost,
    /// The words for an empty lane.
    Empty,
}

/// An entry of a lane with how it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskView {
    /// The entry.
    pub entry: Entry,
    /// How.
    pub kind: TaskKind,
    /// Whether an arrow leads from this entry to the one before it.
    pub follows: bool,
}

/// The entries in the order in which they are drawn: what left, what runs, what waits, what was lost.
pub fn tasks(lane: &Lane, path: &str, diff: &SceneDiff) -> Vec<TaskView> {
    let texts = |tasks: &[Task]| tasks.iter().map(|task| task.text.clone()).collect::<Vec<_>>();
    let running: Vec<_> = lane.running.iter().map(|task| task.text.as_str()).collect();
    let running = entries(diff, &format!("{path}/running"), running);
    let waiting = texts(&lane.queue);
    let waiting = entries(diff, &format!("{path}/task"), waiting.iter().map(String::as_str));
    // A task that moved on to run, or was lost, is shown there and not as a ghost as well.
    let shown = |ghost: &Entry| {
        running.iter().any(|entry| entry.mark == Some(Mark::Added) && entry.text == ghost.text)
            || lane.lost.as_ref().is_some_and(|lost| lost.text.starts_with(&ghost.text))
    };
    let mut ghosts = gone(diff, &format!("{path}/running"));
    ghosts.extend(gone(diff, &format!("{path}/task")));
    let lost_now =
        ghosts.iter().any(|ghost| lane.lost.as_ref().is_some_and(|l| l.text.starts_with(&ghost.text)));
    ghosts.retain(|ghost| !shown(ghost));

    let mut out: Vec<TaskView> = Vec::new();
    let mut push = |entries: Vec<Entry>, kind: TaskKind| {
        for entry in entries {
            let follows = !out.is_empty();
            out.push(TaskView { entry, kind, follows });
        }
    };
    push(ghosts, TaskKind::Left);
    push(running, TaskKind::Running);
    push(waiting, TaskKind::Waiting);
    if lane.running.is_none() && lane.queue.is_empty() {
        let entry = Entry { path: "empty".into(), text: lane.empty.into(), mark: None };
        out.push(TaskView { entry, kind: TaskKind::Empty, follows: false });
    }
    if let Some(lost) = &lane.lost {
        let mark = lost_now.then_some(Mark::Removed);
        let entry = Entry { path: "lost".into(), text: lost.text.clone(), mark };
        out.push(TaskView { entry, kind: TaskKind::Lost, follows: false });
    }
    out
}

/// The ids of the nodes that were there before the step and are not any more.
pub fn vanished_nodes(scene: &Scene, diff: &SceneDiff) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for change in diff.changes.iter().filter(|change| change.mark == Mark::Removed) {
        let first = change.path.split('/').next().unwrap_or_default();
        let other = matches!(first, "store" | "symptom") || scene.nodes.iter().any(|node| node.id == first);
        if !other && out.iter().all(|id| id != first) {
            out.push(first.into());
        }
    }
    out
}

/// The keys that had a row before the step and have none now.
pub fn vanished_keys(store: &Store, path: &str, diff: &SceneDiff) -> Vec<String> {
    let prefix = format!("{path}/");
    let key = |change: &Change| {
        let key = change.path.strip_prefix(&prefix)?.strip_suffix("/state")?;
        let gone = change.mark == Mark::Removed && store.rows.iter().all(|row| row.key != key);
        gone.then(|| key.to_owned())
    };
    diff.below(&prefix).filter_map(key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Freshness, Node, Row};

    fn scene(texts: &[&str]) -> Scene {
        let badges = texts.iter().map(|text| Badge::new(Tone::Neutral, *text)).collect();
        Scene { nodes: vec![Node { id: "jm1", badges, ..Node::default() }], ..Scene::default() }
    }

    #[test]
    fn a_count_that_went_on_is_changed_and_a_badge_that_left_is_a_ghost() {
        let (before, after) = (scene(&["1 done", "idle"]), scene(&["2 done", "failed 1"]));
        let diff = SceneDiff::between(&before, &after);
        let marked = marked_badges(&diff, "jm1/badge", &after.nodes[0].badges);
        let told: Vec<_> =
            marked.iter().map(|m| (m.badge.text.as_str(), m.mark, m.before.as_deref())).collect();
        assert_eq!(
            told,
            [
                ("2 done", Some(Mark::Changed), Some("1 done")),
                ("failed 1", Some(Mark::Added), None),
                ("idle", Some(Mark::Removed), None),
            ]
        );
    }

    #[test]
    fn a_badge_is_known_again_by_its_words() {
        assert!(same_badge("1 event handled", "12 events handled"));
        assert!(same_badge("session 2 unconfirmed: a, b", "session 2 unconfirmed: a"));
        assert!(!same_badge("session 1 confirmed", "session 2 unconfirmed: a"));
        assert!(!same_badge("lock: a", "lease: a"));
    }

    #[test]
    fn equal_entries_are_named_by_occurrence() {
        let (before, after) = (scene(&["a"]), scene(&["a", "a"]));
        let found = entries(&SceneDiff::between(&before, &after), "jm1/badge", ["a", "a"]);
        assert_eq!(found.iter().map(|entry| entry.mark).collect::<Vec<_>>(), [None, Some(Mark::Added)]);
    }

    fn lane(running: Option<&str>, queue: &[&str], lost: Option<&str>) -> Lane {
        let task = |text: &str| Task { text: text.into() };
        Lane {
            id: "executor",
            running: running.map(task),
            queue: queue.iter().map(|text| task(text)).collect(),
            lost: lost.map(task),
            empty: "queue empty",
            ..Lane::default()
        }
    }

    fn drawn(before: &Lane, after: &Lane) -> Vec<(String, TaskKind, Option<Mark>)> {
        let scene = |lane: &Lane| Scene {
            nodes: vec![Node { id: "jm1", lanes: vec![lane.clone()], ..Node::default() }],
            ..Scene::default()
        };
        let diff = SceneDiff::between(&scene(before), &scene(after));
        let views = tasks(after, "jm1/lane/executor", &diff).into_iter();
        views.map(|view| (view.entry.text, view.kind, view.entry.mark)).collect()
    }

    #[test]
    fn a_task_that_ran_leaves_a_ghost_at_the_head() {
        assert_eq!(
            drawn(&lane(None, &["a", "b"], None), &lane(None, &["b", "c"], None)),
            [
                ("a".into(), TaskKind::Left, Some(Mark::Removed)),
                ("b".into(), TaskKind::Waiting, None),
                ("c".into(), TaskKind::Waiting, Some(Mark::Added)),
            ]
        );
    }

    #[test]
    fn a_task_is_drawn_once_when_it_starts_or_fails() {
        assert_eq!(
            drawn(&lane(None, &["a"], None), &lane(Some("a"), &[], None)),
            [("a".into(), TaskKind::Running, Some(Mark::Added))]
        );
        assert_eq!(
            drawn(&lane(None, &["a"], None), &lane(None, &[], Some("a (failed, step 5)"))),
            [
                ("queue empty".into(), TaskKind::Empty, None),
                ("a (failed, step 5)".into(), TaskKind::Lost, Some(Mark::Removed)),
            ]
        );
    }

    #[test]
    fn a_node_without_a_card_any_more_is_named_once() {
        let badges = vec![Badge::new(Tone::Ok, "ready"), Badge::new(Tone::Ok, "leader")];
        let node = Node { id: "pod_a", badges, ..Node::default() };
        let before = Scene { nodes: vec![node], ..Scene::default() };
        let after = Scene::default();
        assert_eq!(vanished_nodes(&after, &SceneDiff::between(&before, &after)), ["pod_a"]);
        assert!(vanished_nodes(&before, &SceneDiff::between(&after, &before)).is_empty());
    }

    #[test]
    fn a_key_whose_row_is_gone_is_found_even_with_slashes_in_it() {
        let row = |key| Row { key, value: None, revision: None, writer: None, freshness: Freshness::Fresh };
        let store = |rows| Store { id: "kv", rows, ..Store::default() };
        let scene = |store: &Store| Scene { stores: vec![store.clone()], ..Scene::default() };
        let (before, after) = (store(vec![row("druid/leader"), row("b")]), store(vec![row("b")]));
        let diff = SceneDiff::between(&scene(&before), &scene(&after));
        assert_eq!(vanished_keys(&after, "store/kv", &diff), ["druid/leader"]);
    }
}
