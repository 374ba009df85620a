//! Pills: a short fact with a tone that is never told by colour alone.

use super::parts::classes;
use crate::machine::{Freshness, Tone};
use crate::trace::PropertyOutcome;
use yew::prelude::*;

/// A short fact, with a sign before the words where there is one.
pub(super) fn pill(tone: Tone, sign: &'static str, text: impl Into<AttrValue>) -> Html {
    html! {
        <span class={classes("pill", &[class(tone)])}>
            if !sign.is_empty() {
                <span aria-hidden="true">{ sign }</span>
            }
            <span>{ text.into() }</span>
        </span>
    }
}

/// A pill of plain words.
pub(super) fn plain(class: &'static str, text: impl Into<AttrValue>) -> Html {
    html! { <span {class}>{ text.into() }</span> }
}

/// The class of a tone.
pub(super) fn class(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Neutral => None,
        Tone::Ok => Some("ok"),
        Tone::Warn => Some("warn"),
        Tone::Bad => Some("bad"),
    }
}

/// What became of a property, as a pill.
pub(super) fn outcome(outcome: PropertyOutcome) -> Html {
    let (tone, sign) = match outcome {
        PropertyOutcome::Holds => (Tone::Ok, "✓"),
        PropertyOutcome::Violated | PropertyOutcome::Lost => (Tone::Bad, "✗"),
        PropertyOutcome::Limit => (Tone::Warn, "?"),
    };
    pill(tone, sign, outcome.word())
}

/// How good a key is, as a pill.
pub(super) fn freshness(freshness: Freshness) -> Html {
    let (tone, sign) = match freshness {
        Freshness::Fresh => (Tone::Ok, "✓"),
        Freshness::Stale => (Tone::Warn, "▲"),
        Freshness::Missing => (Tone::Bad, "✗"),
    };
    pill(tone, sign, freshness.word())
}
