//! The fixes: a switch for each, with what it changes and where it comes from.

use super::command::use_dispatch;
use super::narration::Prose;
use super::state::Action;
use super::view::View;
use crate::machine::FixInfo;
use crate::web::dom;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct FixesProps {
    pub(super) view: View,
}

/// The fixes of the model.
#[component]
pub(super) fn Fixes(props: &FixesProps) -> Html {
    let dispatch = use_dispatch();
    let view = &props.view;
    let fixes = view.opened.run.info().fixes;
    let on = &view.opened.trace.config.fixes;
    let row = |fix: &'static FixInfo| {
        let on = on.iter().any(|id| id == fix.id);
        html! { <FixRow key={fix.id} id={fix.id} {on} title={fix.title} changes={fix.changes} source={fix.source} /> }
    };
    let reset = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::ResetFixes);
        // The button hides itself.
        dom::focus("#fixes-title");
    });
    html! {
        <section class="card fixes" aria-labelledby="fixes-title" hidden={fixes.is_empty()}>
            <div class="head">
                <h2 id="fixes-title" tabindex="-1">{ "Fixes" }</h2>
                <span class="grow" />
                <button type="button" class="jump" onclick={reset} hidden={!view.is_changed()}>{ "Back to its own fixes" }</button>
            </div>
            <ul class="rows">{ for fixes.iter().map(row) }</ul>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct FixProps {
    id: &'static str,
    on: bool,
    title: &'static str,
    changes: &'static str,
    source: &'static str,
}

#[component]
fn FixRow(props: &FixProps) -> Html {
    let dispatch = use_dispatch();
    let FixProps { id, on, title, changes, source } = *props;
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ToggleFix(id)));
    let about = format!("fix-{id}-about");
    html! {
        <li class="fix" data-fix={id}>
            <button type="button" class="switch" role="switch" aria-checked={on.to_string()} aria-describedby={about.clone()} {onclick}>
                <span class="sw" aria-hidden="true" />
                <b>{ title }</b>
            </button>
            <div class="about" id={about}>
                <small><Prose text={changes} /></small>
                <small class="source">{ source.replace('`', "") }</small>
            </div>
        </li>
    }
}
