//! The fixes: a switch for each, with what it changes and where it comes from.

use super::command::{Dispatch, on_click};
use super::narration::prose;
use super::parts::{button, classed, hideable, tag};
use super::state::Action;
use super::view::View;
use crate::machine::FixInfo;
use crate::web::dom;
use yew::prelude::*;

/// The fixes of the model.
pub(super) fn fixes(dispatch: &Dispatch, view: &View) -> Html {
    let info = view.opened.run.info();
    let on = &view.opened.trace.config.fixes;
    let row = |fix: &'static FixInfo| {
        let on = on.iter().any(|id| id == fix.id);
        let group: Vec<_> = info.group_of(fix.id).map(|fix| fix.title).collect();
        fix_row(dispatch, fix, on, &group)
    };
    let dispatch = dispatch.clone();
    let reset = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::ResetFixes);
        // The button hides itself.
        dom::focus("#fixes-title");
    });
    html! {
        <section class="card fixes" aria-labelledby="fixes-title" hidden={info.fixes.is_empty()}>
            <div class="head">
                <h2 id="fixes-title" tabindex="-1">{ "Fixes" }</h2>
                <span class="grow" />
                { button("jump", "Back to its own fixes", !view.is_changed(), reset) }
            </div>
            <ul class="rows">{ for info.fixes.iter().map(row) }</ul>
        </section>
    }
}

fn fix_row(dispatch: &Dispatch, fix: &'static FixInfo, on: bool, group: &[&'static str]) -> Html {
    let FixInfo { id, title, changes, source, .. } = *fix;
    let onclick = on_click(dispatch, Action::ToggleFix(id));
    let about = format!("fix-{id}-about");
    html! {
        <li key={id} class="fix" data-fix={id}>
            <button type="button" class="switch" role="switch" aria-checked={on.to_string()} aria-describedby={about.clone()} {onclick}>
                <span class="sw" aria-hidden="true" />
                { tag("b", title) }
            </button>
            <div class="about" id={about}>
                { tag("small", prose(changes)) }
                { classed("small", "source", source.replace('`', "")) }
                { hideable("small", "source", group.is_empty(), format!("one of: {}", group.join(", "))) }
            </div>
        </li>
    }
}
