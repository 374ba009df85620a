//! How a change is shown: a sign beside the entry, a word for those who do not see it, a ghost.
//!
//! A change is never told by colour alone.

use super::changes::{MarkedBadge, marked_badges};
use super::parts::{classes, tag, unseen};
use crate::machine::{Badge, Mark, SceneDiff, Tone};
use yew::prelude::*;

/// The word that is read out for a mark.
pub fn word(mark: Mark) -> &'static str {
    match mark {
        Mark::Added => "new",
        Mark::Removed => "gone",
        Mark::Changed => "changed",
    }
}

/// The class that carries the highlight of a mark.
pub fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Added => "is-added",
        Mark::Removed => "is-removed",
        Mark::Changed => "is-changed",
    }
}

/// The class of a tone.
pub fn tone_class(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Neutral => None,
        Tone::Ok => Some("ok"),
        Tone::Warn => Some("warn"),
        Tone::Bad => Some("bad"),
    }
}

/// The glyph of a tone, so that it shows without colour.
pub fn tone_glyph(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Neutral => None,
        Tone::Ok => Some("●"),
        Tone::Warn => Some("▲"),
        Tone::Bad => Some("■"),
    }
}

/// The sign of a mark and the word for it, or nothing.
pub fn sign(mark: Option<Mark>) -> Html {
    sign_with(mark, None)
}

/// The sign of a mark, its word, and what was there before.
pub fn sign_with(mark: Option<Mark>, before: Option<&str>) -> Html {
    let Some(mark) = mark else { return html! {} };
    let told = match before {
        Some(before) => format!("{}, was {before}: ", word(mark)),
        None => format!("{}: ", word(mark)),
    };
    html! {
        <span class="sign"><span aria-hidden="true">{ mark.sign() }</span>{ unseen(told) }</span>
    }
}

/// A list of badges as pills; one element, empty or not.
pub fn pills(diff: &SceneDiff, path: &str, badges: &[Badge]) -> Html {
    let pill = |marked: MarkedBadge| {
        let MarkedBadge { path, badge, mark, before } = marked;
        let class = classes("pill", &[tone_class(badge.tone), mark.map(class)]);
        let text = if mark == Some(Mark::Removed) { tag("s", badge.text) } else { tag("span", badge.text) };
        html! {
            <li key={path} {class}>{ sign_with(mark, before.as_deref()) }{ glyph(badge.tone) }{ text }</li>
        }
    };
    html! { <ul class="pills">{ for marked_badges(diff, path, badges).into_iter().map(pill) }</ul> }
}

/// The glyph of a tone as an element that is not read out, or nothing.
pub fn glyph(tone: Tone) -> Html {
    tone_glyph(tone)
        .map_or_else(Html::default, |glyph| html! { <span class="glyph" aria-hidden="true">{ glyph }</span> })
}
