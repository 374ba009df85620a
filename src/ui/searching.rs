//! The search under way: how far it is, and how to stop it.

use super::checks::{Desk, Pending};
use super::command::{on_click, use_dispatch};
use super::kept_focus::use_kept_focus;
use super::orders;
use super::parts::{classed, tag};
use super::state::Action;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct SearchingProps {
    pub(super) pending: Option<Pending>,
}

/// How far the search is, with a button to cancel it; hidden while there is none.
#[component]
pub(super) fn Searching(props: &SearchingProps) -> Html {
    let dispatch = use_dispatch();
    let pending = props.pending.as_ref();
    // The button goes with the search, whether it was cancelled or is done.
    let id = pending.map_or(0, |pending| pending.id as usize);
    let (onfocusin, onfocusout) = use_kept_focus(id, ".position");
    let cancel = on_click(&dispatch, Action::CancelCheck(Desk::Search));
    let sets = pending.and_then(|pending| pending.how_far.sets);
    html! {
        <div class="searching" hidden={pending.is_none()} {onfocusin} {onfocusout}>
            <button type="button" onclick={cancel} data-cancel="true">{ "Cancel" }</button>
            <progress aria-label="Search over all orders" value={sets.map(|(done, _)| done.to_string())}
                max={sets.map(|(_, all)| all.to_string())} />
            { tag("b", pending.map(|pending| orders::asked(&pending.order)).unwrap_or_default()) }
            { classed("span", "muted", pending.map(|pending| orders::how_far(&pending.how_far, pending.states_a_second)).unwrap_or_default()) }
        </div>
    }
}
