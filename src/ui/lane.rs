//! A lane: an executor or a queue with what runs, what waits and what was lost.

use super::changes::{TaskKind, TaskView, tasks};
use super::mark;
use super::parts::{classes, tag, unseen};
use crate::machine::{Lane, Phase, SceneDiff};
use yew::prelude::*;

/// A lane as a small card.
pub fn lane_card(lane: &Lane, path: &str, diff: &SceneDiff) -> Html {
    html! {
        <div key={lane.id} class="lane" role="group" aria-label={lane.title} data-lane={lane.id}>
            <div class="head">
                { tag("h3", lane.title) }
                { phase(lane, path, diff) }
                { mark::pills(diff, &format!("{path}/badge"), &lane.badges) }
            </div>
            <ol class="queue">{ for tasks(lane, path, diff).iter().map(task) }</ol>
        </div>
    }
}

fn phase(lane: &Lane, path: &str, diff: &SceneDiff) -> Html {
    let Some(phase) = lane.phase else { return html! { <span class="pill" hidden={true} /> } };
    let (tone, glyph) = match phase {
        Phase::Running => ("ok", "●"),
        Phase::ShuttingDown => ("warn", "◐"),
        Phase::Terminated => ("bad", "○"),
    };
    let change = diff.at(&format!("{path}/phase"));
    let mark = change.map(|change| change.mark);
    html! {
        <span class={classes("pill", &[Some(tone), mark.map(mark::class)])}>
            { mark::sign_with(mark, change.and_then(|change| change.before.as_deref())) }
            <span class="glyph" aria-hidden="true">{ glyph }</span>{ phase.words() }
        </span>
    }
}

fn task(view: &TaskView) -> Html {
    let TaskView { entry, kind, follows } = view;
    let (class, lead) = match kind {
        TaskKind::Running => ("run", "running now: "),
        TaskKind::Lost => ("lost", "lost: "),
        TaskKind::Empty => ("empty", ""),
        TaskKind::Left => ("left", ""),
        TaskKind::Waiting => ("wait", ""),
    };
    let text = if matches!(kind, TaskKind::Lost | TaskKind::Left) {
        tag("s", &entry.text)
    } else {
        tag("span", &entry.text)
    };
    html! {
        <li key={entry.path.clone()}>
            <span class="arrow" aria-hidden="true" hidden={!follows}>{ "←" }</span>
            <span class={classes("task", &[Some(class), entry.mark.map(mark::class)])}>
                { mark::sign(entry.mark) }{ unseen(lead) }{ text }
            </span>
        </li>
    }
}
