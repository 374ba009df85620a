//! Pills: a short fact with a tone that is never told by colour alone.

use crate::machine::{Freshness, Tone};
use crate::trace::PropertyOutcome;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct PillProps {
    #[prop_or_default]
    pub(super) tone: Tone,
    pub(super) text: AttrValue,
    /// A sign before the words.
    #[prop_or_default]
    pub(super) sign: &'static str,
}

/// A short fact.
#[component]
pub(super) fn Pill(props: &PillProps) -> Html {
    html! {
        <span class={classes!("pill", class(props.tone))}>
            if !props.sign.is_empty() {
                <span aria-hidden="true">{ props.sign }</span>
            }
            <span>{ &props.text }</span>
        </span>
    }
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
    html! { <Pill {tone} {sign} text={outcome.word()} /> }
}

/// How good a key is, as a pill.
pub(super) fn freshness(freshness: Freshness) -> Html {
    let (tone, sign) = match freshness {
        Freshness::Fresh => (Tone::Ok, "✓"),
        Freshness::Stale => (Tone::Warn, "▲"),
        Freshness::Missing => (Tone::Bad, "✗"),
    };
    html! { <Pill {tone} {sign} text={freshness.word()} /> }
}
