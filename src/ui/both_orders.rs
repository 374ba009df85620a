//! A run in both orders of its race pair, side by side.

use super::command::Dispatch;
use super::decided::{Cell, Explanation, Group, Orders};
use super::dialog::Modal;
use super::narration::unlinked;
use super::opened::Found;
use super::parts::{muted, table_head, tag};
use super::pill;
use super::state::{Action, Dialog, State};
use super::view::{View, actor_title};
use crate::machine::Tone;
use crate::trace::Player;
use yew::prelude::*;

/// Both orders as a dialog.
pub(super) fn both_orders(dispatch: &Dispatch, state: &State, view: Option<&View>) -> Html {
    let at = match state.dialog {
        Some(Dialog::Orders(at)) => Some(at),
        _ => None,
    };
    let group = at.zip(view).and_then(|(at, view)| match &view.explanation {
        Explanation::Told(decided) => decided.groups.get(at),
        _ => None,
    });
    let both = group.and_then(|group| Some((group, group.orders.as_ref()?)));
    html! {
        <Modal id="orders-title" title="Both orders side by side" open={both.is_some()}>
            { both.map_or_else(Html::default, |(group, orders)| table(dispatch, group, orders)) }
        </Modal>
    }
}

fn table(dispatch: &Dispatch, group: &Group, orders: &Orders) -> Html {
    let rows = orders.rows();
    let (first, last) =
        (rows.first().map_or(1, |row| row[1].position), rows.last().map_or(0, |row| row[1].position));
    let more = orders.both.changed.len() - last;
    let (as_is, exchanged) = (&orders.both.original, &orders.both.changed);
    let row = |[left, right]: &[Cell; 2]| {
        html! {
            <tr key={right.position} data-row={right.position.to_string()}>
                <th scope="row">{ right.position }</th>
                { cell(&**as_is, *left, group) }
                { cell(&**exchanged, *right, group) }
            </tr>
        }
    };
    let outcome = |which: usize| {
        let row = |info: &crate::machine::PropertyInfo| {
            let pill = orders.outcomes(info.id)[which].map_or_else(Html::default, pill::outcome);
            html! { <div key={info.id} class="pills-line">{ pill }{ tag("span", info.title) }</div> }
        };
        html! { <td data-outcome-of={if which == 0 { "as-is" } else { "exchanged" }}>{ for group.properties.iter().map(row) }</td> }
    };
    let onclick = {
        let (dispatch, fixes) = (dispatch.clone(), as_is.config().fixes.clone());
        let events: Vec<_> = (1..=exchanged.len()).map(|step| exchanged.event(step)).collect();
        let shared = orders.shared();
        Callback::from(move |_: MouseEvent| {
            let name = "the race pair exchanged".into();
            dispatch.dispatch(Action::OpenSchedule(Found {
                fixes: fixes.clone(),
                events: events.clone(),
                name,
            }));
            // Where they part is where to look on from.
            dispatch.dispatch(Action::Seek(shared));
        })
    };
    html! {
        <>
            { muted(format!("Up to step {} both are the same", first - 1), first == 1) }
            <table class="both-orders">
                { table_head(
                    "The run as it is and with the race pair exchanged, step by step",
                    &["step", "as it is", "exchanged"],
                ) }
                <tbody>{ for rows.iter().map(row) }</tbody>
                <tfoot>
                    <tr hidden={more == 0}><td /><td colspan="2" class="muted">{ format!("and {more} more steps in the same order") }</td></tr>
                    <tr><th scope="row">{ "settled" }</th>{ outcome(0) }{ outcome(1) }</tr>
                </tfoot>
            </table>
            <button type="button" class="primary" {onclick} data-open-order="true">{ "Open the exchanged order as a run" }</button>
        </>
    }
}

fn cell(run: &dyn Player, cell: Cell, group: &Group) -> Html {
    let step = run.step(cell.position);
    let breaks = group.properties.iter().any(|info| step.violates.contains(&info.id));
    html! {
        <td class={cell.pair.then_some("pair")} data-event={step.event.to_string()}>
            { tag("small", actor_title(run, step.actor)) }
            { unlinked(step.sentence) }
            <span class="pills-line">
                if cell.pair { { pill::plain("pill accent", "race pair") } }
                if cell.moved { { pill::plain("pill", "moved with it") } }
                if breaks { { pill::pill(Tone::Bad, "■", "breaks it") } }
                if step.refused.is_some() { { pill::pill(Tone::Bad, "✗", "not possible") } }
            </span>
        </td>
    }
}
