//! The step that is shown: what happened, in plain words, and where it comes from.

use super::command::{Dispatch, command_button, use_dispatch};
use super::effect::use_after;
use super::equal;
use super::kept_focus::use_kept_focus;
use super::narration::prose;
use super::outcome::jump;
use super::parts::{classed, hideable, tag};
use super::pill::pill;
use super::timeline::words::grouped;
use super::view::View;
use crate::machine::Tone;
use crate::timeline::turns::TurnKind;
use crate::trace::StepView;
use crate::web::dom;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct StepProps {
    pub(super) view: View,
}

/// The step as a card.
#[component]
pub(super) fn StepCard(props: &StepProps) -> Html {
    let dispatch = use_dispatch();
    let view = &props.view;
    let (onfocusin, onfocusout) = use_kept_focus(view.here.cursor, "#step-title");
    use_after(view.here.cursor, || dom::scroll_to_start(".story", ".step"));
    let told = match &view.here.step {
        Some(step) => step_told(step),
        None => beginning(view),
    };
    let hint = if view.here.len == 0 {
        "Choose below what happens first"
    } else {
        "Press → for the first step, or choose below"
    };
    let narration =
        view.narration().map(|text| html! { <p data-narration="true">{ prose(text.to_owned()) }</p> });
    let note =
        view.note().map(|text| html! { <p class="note">{ tag("b", "Note") }{ " " }{ text.to_owned() }</p> });
    html! {
        <section class="card step" aria-labelledby="step-title" {onfocusin} {onfocusout}>
            <h2 id="step-title" tabindex="-1">{ view.heading() }</h2>
            <div class="now">
                { tag("div", told) }
                { tag("div", narration.unwrap_or_default()) }
                <div class="noted">
                    { note.unwrap_or_default() }
                    { command_button("note", "small quiet", if view.note().is_some() { "Edit note" } else { "Add a note" }) }
                </div>
                { hideable("p", "equal", view.here.equal.is_empty(), same_state(&dispatch, view)) }
                { hideable("p", "muted hint", view.here.cursor > 0, hint) }
            </div>
            <div class="pills-line">{ for badges(view) }</div>
            { tag("div", view.here.step.as_ref().map_or_else(Html::default, upstream)) }
        </section>
    }
}

fn step_told(step: &StepView) -> Html {
    match &step.refused {
        None => classed("p", "sentence", prose(step.sentence.clone())),
        Some(guard) => html! {
            <>
                { classed("p", "sentence", tag("s", &step.sentence)) }
                <p>{ "Not possible here. " }{ prose(capital(guard)) }</p>
            </>
        },
    }
}

/// What stands before the first step.
fn beginning(view: &View) -> Html {
    let opened = &view.opened;
    let model = || opened.run.info().summary.to_owned();
    let summary = view.story().map_or_else(model, |scenario| scenario.summary.clone());
    classed("p", "summary", prose(summary))
}

fn badges(view: &View) -> Vec<Html> {
    let here = &view.here;
    let mut out = Vec::new();
    let mut badge = |key: String, tone: Tone, sign: &'static str, text: String| {
        out.push(html! { <span class="slot" {key}>{ pill(tone, sign, text) }</span> });
    };
    if let Some(step) = &here.step {
        for id in &step.violates {
            let text = format!("breaks “{}”", view.property_title(id));
            badge(format!("breaks-{id}"), Tone::Bad, "■", text);
        }
        if step.class.is_fault() {
            badge("fault".into(), Tone::Warn, "◆", "fault".into());
        }
        if step.refused.is_some() {
            badge("refused".into(), Tone::Bad, "✗", "refused".into());
        }
        if view.comparison.divergence.as_ref().is_some_and(|divergence| divergence.step() == here.cursor) {
            badge("parts".into(), Tone::Warn, "▲", "first difference under these fixes".into());
        }
        if view.opened.settling().is_some_and(|settling| here.cursor > settling.from) {
            badge("settled".into(), Tone::Neutral, "", "by itself, no choice of yours".into());
        }
    }
    let escapes =
        view.turns.iter().filter(|turn| (turn.position, turn.kind) == (here.cursor, TurnKind::LastEscape));
    for turn in escapes {
        badge("escape".into(), Tone::Ok, "↩", format!("last escape for “{}”", turn.properties.join("”, “")));
    }
    if let Some(text) = lost(view) {
        badge("lost".into(), Tone::Warn, "▲", text);
    }
    out
}

/// Since when some goal can't be reached any more; which, the properties say.
fn lost(view: &View) -> Option<String> {
    let here = &view.here;
    let since = here.lost_since.iter().map(|&(_, since)| since).min()?;
    Some(match since {
        0 => "no way back from the start".into(),
        step if step == here.cursor => "no way back from here".into(),
        step => format!("no way back since step {step}"),
    })
}

/// Where else the run is in this state.
fn same_state(dispatch: &Dispatch, view: &View) -> Html {
    let (named, others) = equal::nearest(&view.here.equal, view.here.cursor);
    let last = named.len() - usize::from(others == 0 && !named.is_empty());
    let place = |(at, &position): (usize, &usize)| {
        let between = match at {
            0 => "",
            at if at == last => " and ",
            _ => ", ",
        };
        html! { <span key={position}>{ between }{ jump(dispatch, position, equal::words(position)) }</span> }
    };
    let others = (others > 0).then(|| format!(" and {} other times", grouped(others)));
    html! { <span>{ "The same state as " }{ for named.iter().enumerate().map(place) }{ others.unwrap_or_default() }</span> }
}

fn upstream(step: &StepView) -> Html {
    let (class, method) = (step.upstream.class, step.upstream.method);
    html! {
        <p class="src" hidden={class.is_empty()}>{ "models " }<code>{ class }<wbr />{ "#" }{ method }</code></p>
    }
}

/// The text with its first letter in upper case.
fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
