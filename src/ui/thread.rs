//! A thread: its listing with the line it is at, and what it waits for.

use super::mark;
use super::parts::{classes, hideable, tag};
use crate::machine::{Mark, SceneDiff, Thread};
use yew::prelude::*;

/// A thread as a small card.
pub fn thread_card(thread: &Thread, path: &str, diff: &SceneDiff) -> Html {
    let blocked = thread.waits_for.is_some().then_some("is-blocked");
    let acted = thread.acted.then_some("acted");
    html! {
        <div key={thread.actor} class={classes("thread", &[blocked, acted])} role="group" aria-label={thread.title}
            data-actor={thread.actor}>
            <div class="head">
                <h3>{ thread.title }{ hideable("span", "visually-hidden", !thread.acted, ", acted in this step") }</h3>
                { mark::pills(diff, &format!("{path}/badge"), &thread.badges) }
            </div>
            { waits(thread, path, diff) }
            { listing(thread) }
        </div>
    }
}

/// What the thread waits for now, or did until this step.
fn waits(thread: &Thread, path: &str, diff: &SceneDiff) -> Html {
    let change = diff.at(&format!("{path}/waits"));
    let mark = change.map(|change| change.mark);
    let before = change.and_then(|change| change.before.as_deref());
    let (words, tone) = match (&thread.waits_for, mark, before) {
        (Some(what), _, _) => (tag("span", format!("waits for {what}")), "warn"),
        (None, Some(Mark::Removed), Some(what)) => (tag("s", format!("waits for {what}")), "ghost"),
        (None, _, _) => return html! { <p class="waits" hidden={true} /> },
    };
    let before = before.filter(|_| mark == Some(Mark::Changed));
    html! {
        <p class={classes("waits", &[Some(tone), mark.map(mark::class)])}>
            { mark::sign_with(mark, before) }<span class="glyph" aria-hidden="true">{ "◷" }</span>{ words }
        </p>
    }
}

fn listing(thread: &Thread) -> Html {
    let line = |(at, text): (usize, &&'static str)| {
        let here = thread.here.is_some_and(|here| usize::from(here) == at);
        let code = text.trim_start();
        let class = classes("", &[here.then_some("here"), indent_class(text.len() - code.len())]);
        html! { <li key={at} {class} aria-current={here.then_some("true")}>{ code }</li> }
    };
    html! { <ol class="listing">{ for thread.listing.iter().enumerate().map(line) }</ol> }
}

/// The class of an indent of so many spaces; two spaces a level, so that long lines wrap below their start.
fn indent_class(spaces: usize) -> Option<&'static str> {
    match spaces {
        0 => None,
        1..=2 => Some("indent-1"),
        3..=4 => Some("indent-2"),
        _ => Some("indent-3"),
    }
}
