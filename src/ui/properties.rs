//! The properties and how they stand in this state.

use super::command::Dispatch;
use super::narration::{prose, term};
use super::orders::{self, Known};
use super::outcome::jump;
use super::parts::{hideable, tag};
use super::pill::pill;
use super::verdicts::{OrdersExtent, verdict_over_orders};
use super::view::View;
use crate::check::Escape;
use crate::machine::{Kind, Tone};
use crate::model;
use crate::trace::{PropertyStatus, Status};
use yew::prelude::*;

/// The properties at this step.
pub(super) fn properties(dispatch: &Dispatch, view: &View, check: Option<&Known>) -> Html {
    let here = &view.here;
    let asked = check.is_some();
    // In a lesson it would be a part of the solution.
    let config = Some(view.opened.run.config()).filter(|_| view.opened.lesson.is_none());
    let form = config.and_then(|config| model::find(&config.model)?.closed_form(config));
    let row = |property: &PropertyStatus| {
        let since = here.lost_since.iter().find(|(id, _)| *id == property.info.id).map(|(_, since)| *since);
        let form = form.filter(|form| form.property == property.info.id);
        let form = form.map(|form| orders::closed_form(&form, check.and_then(Known::report)));
        row(dispatch, property, since, check, form)
    };
    html! {
        <section class="card properties" aria-labelledby="properties-title">
            <h2 id="properties-title" tabindex="-1">{ "Properties in this state" }{ if asked { ", and over all orders" } else { "" } }</h2>
            <ul class="rows">{ for here.properties.iter().map(row) }</ul>
            <OrdersExtent check={check.cloned()} properties={here.properties.iter().map(|property| property.info).collect::<Vec<_>>()} />
        </section>
    }
}

/// A property with, for one that is lost, the step since which it is.
fn row(
    dispatch: &Dispatch,
    property: &PropertyStatus,
    lost_since: Option<usize>,
    check: Option<&Known>,
    form: Option<String>,
) -> Html {
    let PropertyStatus { info, status } = *property;
    let (tone, sign, text) = words(status);
    let step = match status {
        Status::Broken { at } if at > 0 => Some(at),
        _ => lost_since,
    };
    let since = step.map(|step| jump(dispatch, step, format!("since step {step}")));
    html! {
        <li key={info.id} class="prop" data-property={info.id}>
            <div>
                { info.title }
                { tag("small", prose(info.meaning)) }
                { tag("small", term(dispatch, info.kind.glossary(), kind(info.kind))) }
            </div>
            <div class="status">
                { pill(tone, sign, text) }
                { tag("span", since.unwrap_or_default()) }
            </div>
            { verdict_over_orders(dispatch, info, check) }
            { hideable("small", "form", form.is_none(), form.unwrap_or_default()) }
        </li>
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Always => "always",
        Kind::NeverStep => "never a step",
        Kind::AtRest => "at rest",
        Kind::Recoverable => "recoverable",
        Kind::Bounded => "bounded",
    }
}

/// Tone, sign and words of a status.
fn words(status: Status) -> (Tone, &'static str, String) {
    match status {
        Status::Holds => (Tone::Ok, "✓", "holds".into()),
        Status::Broken { at: 0 } => (Tone::Bad, "✗", "broken from the start".into()),
        Status::Broken { .. } => (Tone::Bad, "✗", "broken".into()),
        Status::Goal(Escape::Here) => (Tone::Ok, "✓", "goal met".into()),
        Status::Goal(Escape::Within(1)) => (Tone::Neutral, "→", "in reach, 1 step".into()),
        Status::Goal(Escape::Within(steps)) => (Tone::Neutral, "→", format!("in reach, {steps} steps")),
        Status::Goal(Escape::Lost { .. }) => (Tone::Bad, "✗", "lost, no way back".into()),
        Status::Goal(Escape::Limit { states }) => {
            (Tone::Warn, "?", format!("no answer within {states} states"))
        }
        Status::NotAtRest => (Tone::Neutral, "…", "not at rest yet".into()),
        Status::Ticks(ticks) => (Tone::Neutral, "", format!("{ticks} ticks")),
    }
}
