//! Buttons that press a command of the registry, wherever in the page they stand.

use super::actions::{self, command};
use super::parts::tag;
use super::state::{Action, State};
use yew::prelude::*;

/// The dispatcher of the ground state, by context.
pub(super) type Dispatch = UseReducerDispatcher<State>;

/// Presses a command by id, by context.
#[derive(Clone, PartialEq)]
pub(super) struct Press(pub(super) Callback<&'static str>);

/// The dispatcher of the page.
#[hook]
pub(super) fn use_dispatch() -> Dispatch {
    use_context().expect("the page provides its dispatcher")
}

/// What a button does that lets one thing happen to the page.
pub(super) fn on_click(dispatch: &Dispatch, action: Action) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_: MouseEvent| dispatch.dispatch(action.clone()))
}

/// Whether a command is possible now.
pub(super) fn possible(state: &State, id: &str) -> bool {
    command(id).is_some_and(|command| (command.perform)(state, command.keys[0]).is_some())
}

#[derive(Properties, PartialEq)]
pub(super) struct CommandProps {
    /// The command's id.
    pub(super) id: &'static str,
    /// Whether it is possible now.
    #[prop_or(true)]
    pub(super) enabled: bool,
    #[prop_or_default]
    pub(super) class: Classes,
    /// Whether the key is shown on the button.
    #[prop_or_default]
    pub(super) with_key: bool,
    /// The name where the content does not say it.
    #[prop_or_default]
    pub(super) label: Option<AttrValue>,
    pub(super) children: Html,
}

/// A button for a command. One that is not possible stays focusable and says so.
#[component]
pub(super) fn CommandButton(props: &CommandProps) -> Html {
    let press: Press = use_context().expect("the page provides its commands");
    let CommandProps { id, enabled, class, with_key, label, children } = props;
    let (id, enabled) = (*id, *enabled);
    let Some(command) = command(id) else { return html! { <span hidden={true} /> } };
    let onclick = Callback::from(move |_: MouseEvent| {
        if enabled {
            press.0.emit(id);
        }
    });
    html! {
        <button type="button" class={class.clone()} {onclick} data-command={id} title={command.title}
            aria-keyshortcuts={command.aria_keys()} aria-label={label.clone()}
            aria-disabled={(!enabled).then_some("true")}>
            { children.clone() }
            if *with_key {
                <kbd aria-hidden="true">{ command.shown_keys()[0] }</kbd>
            }
        </button>
    }
}

/// The same with nothing but words.
pub(super) fn command_button(id: &'static str, class: &'static str, words: &'static str) -> Html {
    html! { <CommandButton {id} {class}>{ words }</CommandButton> }
}

/// The keys of a command as a reader sees them.
pub(super) fn key_caps(command: &actions::Command) -> Html {
    let cap = |key: &str| {
        if key == "…" { tag("span", "…") } else { tag("kbd", key.to_owned()) }
    };
    html! { <span class="caps">{ for command.shown_keys().into_iter().map(cap) }</span> }
}
