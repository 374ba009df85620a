//! What can happen next: the enabled actions with their keys, and the refused ones with their guards.

use super::command::{Dispatch, on_click, use_dispatch};
use super::kept_focus::use_kept_focus;
use super::narration::unlinked;
use super::parts::{classed, hideable, muted, tag};
use super::state::Action;
use super::view::View;
use crate::trace::Choice;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct ChoicesProps {
    pub(super) view: View,
}

/// The choices at this step, grouped by actor.
#[component]
pub(super) fn Choices(props: &ChoicesProps) -> Html {
    let dispatch = use_dispatch();
    let view = &props.view;
    let cursor = view.here.cursor;
    let can_go_on = view.here.choices.iter().any(|choice| choice.refused.is_none());
    let (onfocusin, onfocusout) = use_kept_focus(cursor, "#choices-title");
    let scheduled = view.opened.trace.branch().events.get(cursor);
    let mut groups: Vec<(usize, Vec<Html>)> = Vec::new();
    let mut number = 0;
    for choice in &view.here.choices {
        if choice.refused.is_none() {
            number += 1;
        }
        let row = row(&dispatch, choice, number, scheduled == Some(&choice.event));
        match groups.last_mut() {
            Some((actor, rows)) if *actor == choice.actor => rows.push(row),
            _ => groups.push((choice.actor, vec![row])),
        }
    }
    let group = |(actor, rows): (usize, Vec<Html>)| {
        html! { <li key={actor}>{ classed("h3", "actor", view.actor(actor)) }<ul class="next">{ for rows }</ul></li> }
    };
    html! {
        <section class="card choices" aria-labelledby="choices-title" {onfocusin} {onfocusout}>
            <h2 id="choices-title" tabindex="-1">{ "What can happen next" }</h2>
            { muted("Nothing can happen any more", can_go_on) }
            <ul class="actors">{ for groups.into_iter().map(group) }</ul>
            { settle(&dispatch, view, can_go_on) }
        </section>
    }
}

/// A choice with its number among the enabled ones, from 1, and whether the schedule goes on with it.
fn row(dispatch: &Dispatch, choice: &Choice, number: usize, scheduled: bool) -> Html {
    let refused = &choice.refused;
    let action = match refused {
        None => Action::Choose(choice.event.clone()),
        Some(guard) => Action::Explain(format!("{}: refused, {guard}", choice.label.title).into()),
    };
    let onclick = on_click(dispatch, action);
    let key = (refused.is_none() && number <= 9).then(|| number.to_string());
    html! {
        <li key={choice.event.to_string()} class={refused.is_some().then_some("no")} data-event={choice.event.to_string()}>
            <kbd aria-hidden="true">{ key.clone().unwrap_or_else(|| "–".into()) }</kbd>
            <button type="button" {onclick} aria-keyshortcuts={key} aria-disabled={refused.is_some().then_some("true")}>
                { unlinked(choice.label.title.clone()) }
                { tag("small", small(choice)) }
                <span class="marks">
                    { hideable("span", "tag", !scheduled, "next in this schedule") }
                    { hideable("span", "tag warn", !choice.class.is_fault(), fault(choice)) }
                </span>
            </button>
        </li>
    }
}

/// What the action is in this state, or why it is refused.
fn small(choice: &Choice) -> Html {
    match &choice.refused {
        Some(guard) => {
            html! { <span class="guard">{ "refused, " }{ unlinked(guard.clone()) }</span> }
        }
        None => unlinked(choice.label.hint.clone()),
    }
}

fn fault(choice: &Choice) -> String {
    choice.budget_left.map_or_else(|| "◆ fault".into(), |left| format!("◆ fault, {left} left"))
}

/// After the last step: let the system go on by itself.
fn settle(dispatch: &Dispatch, view: &View, can_go_on: bool) -> Html {
    let at_end = view.here.cursor == view.here.len;
    let added = view.comparison.after.added;
    let onclick = on_click(dispatch, Action::Settle);
    let steps = if added == 1 { "1 step".into() } else { format!("{added} steps") };
    html! {
        <div class="settle" hidden={!at_end}>
            <div hidden={added == 0}>
                <button type="button" class="wide-button" {onclick} data-settle="true">{ format!("Let it settle ({steps})") }</button>
                { tag("small", "Each actor in turn, no further fault, until only background actions are left") }
            </div>
            { muted("Settled. Only background actions are left, and they change nothing.", added > 0 || !can_go_on) }
        </div>
    }
}
