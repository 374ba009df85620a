//! The menu of "Step until…": what the schedule can be run on to.

use super::command::{Dispatch, on_click};
use super::dialog::Modal;
use super::parts::{classed, hideable, muted};
use super::shared::Run;
use super::state::{Action, Dialog, State};
use super::until::Until;
use super::view::actor_title;
use yew::prelude::*;

/// The menu as a dialog, which gives the focus back to where it was.
pub(super) fn until_menu(dispatch: &Dispatch, state: &State) -> Html {
    let open = state.dialog == Some(Dialog::Until);
    let run = state.opened.as_ref().map(|opened| &opened.run).filter(|_| open);
    html! {
        <Modal id="until-title" title="Step until…" {open} first="[data-until]">
            { classed("div", "until", run.map_or_else(Html::default, |run| menu(dispatch, run))) }
        </Modal>
    }
}

/// An entry: its name, its words, and what it asks for.
type Entry = (String, String, Until);

fn menu(dispatch: &Dispatch, run: &Run) -> Html {
    let mut keys: Vec<Entry> = vec![("key".into(), "Any key".into(), Until::KeyChanges(None))];
    for status in run.keys(0) {
        keys.push((format!("key {}", status.key), status.key.into(), Until::KeyChanges(Some(status.key))));
    }
    let mut actors: Vec<Entry> = Vec::new();
    for (at, actor) in run.actors().iter().enumerate() {
        actors.push((format!("actor {}", actor.id), actor_title(&**run, at), Until::ActorMoves(at)));
    }
    let property = vec![("property".into(), "Any property".into(), Until::PropertyBreaks)];
    html! {
        <>
            { group(dispatch, "until-property", "A property breaks, or can't be recovered any more", property) }
            // A model without a store has only the entry for any key, which would find nothing.
            { hideable("div", "", keys.len() < 2, group(dispatch, "until-key", "A key of the HA store changes", keys)) }
            { group(dispatch, "until-actor", "An actor moves", actors) }
            { muted("Goes to the first later step where it is so. Where the schedule has none, the system goes on by itself, \
                without a further fault, and that becomes a branch of yours.", false) }
        </>
    }
}

fn group(dispatch: &Dispatch, id: &'static str, title: &'static str, entries: Vec<Entry>) -> Html {
    let button = |(name, words, until): Entry| {
        let onclick = on_click(dispatch, Action::Until(until));
        html! { <button key={name.clone()} type="button" {onclick} data-until={name}>{ words }</button> }
    };
    html! {
        <div role="group" aria-labelledby={id}>
            <h3 {id}>{ title }</h3>
            <div class="until-choices">{ for entries.into_iter().map(button) }</div>
        </div>
    }
}
