//! The menu of "Step until…": what the schedule can be run on to.

use super::command::{Dispatch, use_dispatch};
use super::dialog::Modal;
use super::shared::Run;
use super::state::Action;
use super::until::Until;
use super::view::actor_title;
use crate::web::dom;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct UntilProps {
    pub(super) open: bool,
    /// The run that is open.
    pub(super) run: Option<Run>,
}

/// The menu as a dialog, which gives the focus back to where it was.
#[component]
pub(super) fn UntilMenu(props: &UntilProps) -> Html {
    let dispatch = use_dispatch();
    use_effect_with(props.open, |&open| {
        if open {
            dom::focus("[data-until]");
        }
    });
    let run = props.run.as_ref().filter(|_| props.open);
    html! {
        <Modal id="until-title" title="Step until…" open={props.open}>
            <div class="until">{ run.map_or_else(Html::default, |run| menu(&dispatch, run)) }</div>
        </Modal>
    }
}

fn menu(dispatch: &Dispatch, run: &Run) -> Html {
    let button = |name: String, words: Html, until: Until| {
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Until(until)));
        html! { <button key={name.clone()} type="button" {onclick} data-until={name}>{ words }</button> }
    };
    let property = button("property".into(), html! { "Any property" }, Until::PropertyBreaks);
    let any_key = button("key".into(), html! { "Any key" }, Until::KeyChanges(None));
    let keys: Vec<_> = run.keys(0).into_iter().map(|status| status.key).collect();
    let has_keys = !keys.is_empty();
    let key = |key: &'static str| {
        button(format!("key {key}"), html! { <code>{ key }</code> }, Until::KeyChanges(Some(key)))
    };
    let actor = |(at, actor): (usize, &crate::machine::ActorInfo)| {
        button(format!("actor {}", actor.id), html! { { actor_title(&**run, at) } }, Until::ActorMoves(at))
    };
    let keys = std::iter::once(any_key).chain(keys.into_iter().map(key)).collect();
    let actors = run.actors().iter().enumerate().map(actor).collect();
    html! {
        <>
            { group("until-property", "A property breaks, or can't be recovered any more", true, vec![property]) }
            { group("until-key", "A key of the HA store changes", has_keys, keys) }
            { group("until-actor", "An actor moves", true, actors) }
            <p class="muted">{ "Goes to the first later step where it is so. Where the schedule has none, the system goes on by itself, \
                without a further fault, and that becomes a branch of yours." }</p>
        </>
    }
}

fn group(id: &'static str, title: &'static str, shown: bool, buttons: Vec<Html>) -> Html {
    html! {
        <div role="group" aria-labelledby={id} hidden={!shown}>
            <h3 {id}>{ title }</h3>
            <div class="until-choices">{ for buttons }</div>
        </div>
    }
}
