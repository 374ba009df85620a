//! What decides about the properties that the run breaks: a card in the story, and a line in the step bar.

use super::command::{Dispatch, on_click};
use super::decided::{Explanation, Group};
use super::narration::term;
use super::outcome::jump;
use super::parts::{button, card, muted, tag};
use super::pill;
use super::state::{Action, Dialog};
use super::view::View;
use crate::trace::{Decision, RACE_STEPS};
use yew::prelude::*;

/// What decides, as a card; hidden while the run has broken nothing.
pub(super) fn decides(dispatch: &Dispatch, view: &View) -> Html {
    let told = match &view.explanation {
        Explanation::Told(decided) => {
            let rows = decided.groups.iter().enumerate().map(|(at, group)| row(dispatch, at, group));
            html! { <ul class="rows">{ for rows }</ul> }
        }
        Explanation::Pending => muted("Replaying the run in other orders…", false),
        Explanation::Failed(why) => {
            ask(dispatch, view, format!("This could not be found out: {why}"), "Try again")
        }
        Explanation::Unasked => {
            let text = "An order of two steps, a fault, or the schedule as a whole".to_owned();
            ask(dispatch, view, text, "Find out")
        }
    };
    let reached = view.first_break.is_some_and(|at| at <= view.here.cursor);
    let shown = reached || matches!(view.explanation, Explanation::Told(_)) && view.first_break.is_some();
    card("decides", "What decides", !shown, html! { <div aria-live="polite">{ told }</div> })
}

fn ask(dispatch: &Dispatch, view: &View, text: String, words: &'static str) -> Html {
    let (dispatch, opened) = (dispatch.clone(), view.opened.clone());
    let onclick =
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Ask(Box::new(opened.explain_order()))));
    html! { <>{ tag("p", text) }{ button("small", words, false, onclick) }</> }
}

fn row(dispatch: &Dispatch, at: usize, group: &Group) -> Html {
    let step = |step: usize| {
        jump(dispatch, step, if step == 0 { "the start".into() } else { format!("step {step}") })
    };
    let (kind, told) = match &group.decision {
        Decision::Order(race) => (
            "order",
            html! { <>
                <p>{ "The order of " }{ step(race.first) }{ " and " }{ step(race.second) }{ " alone decides, a " }
                    { term(dispatch, "race-pair", "race pair") }{ " with its " }{ term(dispatch, "fork", "fork") }{ " at " }{ step(race.fork) }</p>
                { outcomes(group) }
                { button("wide-button", "Both orders side by side…", false, on_click(dispatch, Action::Show(Some(Dialog::Orders(at))))) }
                <p hidden={race.others.is_empty()}>{ "Also " }{ for race.others.iter().enumerate().map(|(at, &(first, second))| html! {
                    <span key={at}>{ if at == 0 { "" } else { "; " } }{ step(first) }{ " and " }{ step(second) }</span>
                }) }</p>
            </> },
        ),
        Decision::Fault(fault) => (
            "fault",
            html! { <p>{ "The fault at " }{ step(*fault) }{ ": without it this holds, and no exchange of two steps saves it" }</p> },
        ),
        Decision::Start => ("start", tag("p", "The initial state breaks it already")),
        Decision::Schedule => (
            "schedule",
            html! { <p>{ "The schedule as a whole: no exchange of two steps and no fault left out saves it. Broken at " }{ step(group.broken_at) }</p> },
        ),
    };
    let from = group.pairs_from;
    let pairs =
        format!("Pairs were looked for among the last {RACE_STEPS} steps before it, from step {from} on");
    html! {
        <li key={at} data-decided={kind}>
            <ul class="what">{ for group.titles().into_iter().map(|title| html! { <li key={title}>{ title }</li> }) }</ul>
            { told }
            { muted(pairs, group.pairs_from <= 1) }
        </li>
    }
}

/// What either order comes to, of the first property of a group.
fn outcomes(group: &Group) -> Html {
    let outcome = |which: usize| {
        let found = group.orders.as_ref().and_then(|orders| orders.outcomes(group.properties[0].id)[which]);
        found.map_or_else(Html::default, pill::outcome)
    };
    html! { <div class="pills-line">{ "as it is" }{ outcome(0) }{ "exchanged" }{ outcome(1) }</div> }
}

/// What decides in one line, for the step bar.
pub(super) fn decided_pill(dispatch: &Dispatch, view: &View) -> Html {
    let told = match &view.explanation {
        Explanation::Told(decided) => decided.first().map(Group::line),
        _ => None,
    };
    let (text, step) = told.clone().unwrap_or_default();
    let onclick = on_click(dispatch, Action::Seek(step));
    html! {
        <button type="button" class="pill decided" {onclick} hidden={told.is_none()} data-decided-line="true">{ text }</button>
    }
}
