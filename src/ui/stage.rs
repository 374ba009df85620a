//! The stage: a card per node with its locks, threads and lanes.

use super::changes::{self, vanished_nodes};
use super::lane::lane_card;
use super::mark;
use super::parts::{classed, classes, tag};
use super::thread::thread_card;
use crate::machine::{Lock, Mark, Node, Scene, SceneDiff, Tone};
use yew::prelude::*;

/// All nodes of a scene, and a mention of those that the last step took away.
pub fn stage(scene: &Scene, diff: &SceneDiff) -> Html {
    let nodes = scene.nodes.iter().map(|node| node_card(node, diff));
    let ghosts = vanished_nodes(scene, diff).into_iter().map(|id| {
        html! {
            <div key={format!("gone/{id}")} class="card node is-removed">
                { mark::sign(Some(Mark::Removed)) }{ tag("s", id) }
            </div>
        }
    });
    html! { <div class="stage">{ for nodes.chain(ghosts) }</div> }
}

fn node_card(node: &Node, diff: &SceneDiff) -> Html {
    let threads = node.threads.iter().map(|thread| {
        let path = format!("{}/thread/{}", node.id, thread.actor);
        thread_card(thread, &path, diff)
    });
    let lanes = node.lanes.iter().map(|lane| {
        let path = format!("{}/lane/{}", node.id, lane.id);
        lane_card(lane, &path, diff)
    });
    // The words are in the badges; this only draws the eye.
    let bad = node.badges.iter().any(|badge| badge.tone == Tone::Bad);
    html! {
        <section key={node.id} class={classes("card node", &[bad.then_some("bad")])} aria-label={node.title.clone()} data-node={node.id}>
            <header class="head">
                { classed("h2", "card-title", &node.title) }
                { mark::pills(diff, &format!("{}/badge", node.id), &node.badges) }
                { locks(node, diff) }
            </header>
            <div class="threads">{ for threads }</div>
            <div class="lanes">{ for lanes }</div>
        </section>
    }
}

fn locks(node: &Node, diff: &SceneDiff) -> Html {
    let lock = |lock: &Lock| {
        let path = format!("{}/lock/{}", node.id, lock.title);
        let owner = diff.at(&format!("{path}/owner"));
        let (state, tone) = match (&lock.owner, lock.waiters.is_empty()) {
            (None, _) => ("free".to_owned(), None),
            (Some(owner), true) => (format!("held by {owner}"), None),
            (Some(owner), false) => (format!("held by {owner}"), Some("warn")),
        };
        let class = classes("pill lock", &[tone, owner.map(|change| mark::class(change.mark))]);
        let passed = if lock.passed { " · taken and released in this step" } else { "" };
        html! {
            <li key={lock.title} {class}>
                { mark::sign_with(owner.map(|c| c.mark), owner.and_then(|c| c.before.as_deref())) }
                <span>{ format!("{} {state}{passed}", lock.title) }{ waiters(lock, &path, diff) }</span>
            </li>
        }
    };
    html! { <ul class="pills locks">{ for node.locks.iter().map(lock) }</ul> }
}

/// Who waits for a lock, in order, and who no longer does.
fn waiters(lock: &Lock, path: &str, diff: &SceneDiff) -> Html {
    let path = format!("{path}/waiter");
    let mut entries = changes::entries(diff, &path, lock.waiters.iter().map(String::as_str));
    entries.extend(changes::gone(diff, &path));
    let lead = if entries.is_empty() { "" } else { ", waited for by " };
    let last = entries.len().saturating_sub(1);
    let waiter = |(at, entry): (usize, changes::Entry)| {
        let joint = if at < last { ", " } else { "" };
        let text =
            if entry.mark == Some(Mark::Removed) { tag("s", entry.text) } else { tag("span", entry.text) };
        html! {
            <span key={entry.path} class={entry.mark.map(mark::class)}>
                { mark::sign(entry.mark) }{ text }{ joint }
            </span>
        }
    };
    html! { <span class="waiters">{ lead }<span>{ for entries.into_iter().enumerate().map(waiter) }</span></span> }
}
