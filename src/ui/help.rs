//! The help sheet: how to read the page, and every key.

use super::actions::{COMMANDS, Group};
use super::command::{Dispatch, key_caps, on_click};
use super::dialog::Modal;
use super::parts::tag;
use super::settings::Settings;
use super::state::{Action, Dialog};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The help sheet.
pub(super) fn help(dispatch: &Dispatch, open: bool, settings: Settings) -> Html {
    html! {
        <Modal id="help-title" title="Help and keys" {open}>
            <ul class="guide">
                { tag("li", "You are the scheduler. Each step is one atomic action of one thread, executor, server or fault.") }
                { tag("li", "Walk along the schedule of the scenario, or choose another action at any step. Your choice makes a branch; the first schedule stays.") }
                { tag("li", "Switch a fix on and the same schedule is replayed. Steps that are no longer possible are struck through.") }
                { tag("li", "The address of the page always holds the run. Copy it to share exactly what you see.") }
            </ul>
            <div class="key-groups">{ for Group::ALL.into_iter().map(keys) }</div>
            { character_keys(dispatch, settings) }
            { glossary(dispatch) }
        </Modal>
    }
}

fn keys(group: Group) -> Html {
    let row = |command: &super::actions::Command| {
        html! { <div class="key-row" key={command.id}>{ tag("dt", key_caps(command)) }{ tag("dd", command.title) }</div> }
    };
    html! {
        <section key={group.title()}>
            { tag("h3", group.title()) }
            <dl>{ for COMMANDS.iter().filter(|command| command.group == group).map(row) }</dl>
        </section>
    }
}

/// Whether keys that print a character do something.
fn character_keys(dispatch: &Dispatch, settings: Settings) -> Html {
    let dispatch = dispatch.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            dispatch.dispatch(Action::Set(Settings { character_keys: input.checked(), ..settings }));
        }
    });
    html! {
        <label class="check">
            <input type="checkbox" checked={settings.character_keys} {onchange} />
            { tag("span", "Letters, digits and brackets work as keys") }
        </label>
    }
}

fn glossary(dispatch: &Dispatch) -> Html {
    let onclick = on_click(dispatch, Action::Show(Some(Dialog::Glossary(None))));
    html! { <p><button type="button" {onclick}>{ "Open the glossary" }</button></p> }
}
