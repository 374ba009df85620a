//! The real system's settings beside the model's ticks: a table whose values can be changed, to run the same schedule with
//! them.

use super::command::use_dispatch;
use super::configured::Configured;
use super::effect::use_after;
use super::parts::{button, muted, table_head, tag};
use super::shared::Run;
use super::state::Action;
use crate::machine::{SettingError, SettingRow};
use crate::model;
use crate::web::dom;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What was typed, by key, and why it is refused.
#[derive(Clone, Default, PartialEq)]
struct Draft {
    lines: Vec<(String, String)>,
    refused: Option<SettingError>,
}

#[derive(Properties, PartialEq)]
pub(super) struct SettingsProps {
    pub(super) run: Run,
    /// Whether the parameters are no more the run's own.
    pub(super) changed: bool,
    /// Whether a lesson is under way, which is about its own parameters.
    pub(super) lesson: bool,
}

/// The settings of the run's model; nothing for a model without.
#[component]
pub(super) fn SettingsPanel(props: &SettingsProps) -> Html {
    let dispatch = use_dispatch();
    let draft = use_state(Draft::default);
    {
        let refused = draft.refused.clone();
        use_after(refused.clone(), move || {
            if let Some(error) = refused {
                dom::focus_id(&field(&error.key));
            }
        });
    }
    let config = props.run.config();
    let Some(known) = model::find(&config.model) else { return html! { <div /> } };
    let table = known.settings(config);
    let onsubmit = {
        let (draft, dispatch, config) = (draft.clone(), dispatch.clone(), config.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match known.with_settings(&config, &draft.lines) {
                Ok((config, notices)) => {
                    draft.set(Draft::default());
                    dispatch
                        .dispatch(Action::Configure(Rc::new(Configured { config: Some(config), notices })));
                }
                Err(error) => draft.set(Draft { refused: Some(error), ..(*draft).clone() }),
            }
        })
    };
    let own = {
        let draft = draft.clone();
        Callback::from(move |_: MouseEvent| {
            draft.set(Draft::default());
            dispatch.dispatch(Action::Configure(Rc::new(Configured { config: None, notices: Vec::new() })));
            // The button hides itself.
            dom::focus("#settings > summary");
        })
    };
    let row = |setting: &SettingRow| row(&draft, setting);
    html! {
        <details id="settings" hidden={table.rows.is_empty() || props.lesson}>
            { tag("summary", table.title) }
            <form {onsubmit} novalidate={true} autocomplete="off">
                <table class="settings">
                    { table_head(table.title, &["Setting", "Value"]) }
                    <tbody>{ for table.rows.iter().map(row) }</tbody>
                </table>
                { muted(table.about.clone(), false) }
                <button type="submit" class="wide-button">{ "Run with these settings" }</button>
                { button("jump", "Back to its own parameters", !props.changed, own) }
            </form>
        </details>
    }
}

/// The id of the field of a key.
fn field(key: &str) -> String {
    format!("set-{}", key.replace('.', "-"))
}

fn row(draft: &UseStateHandle<Draft>, setting: &SettingRow) -> Html {
    let key = setting.key;
    let id = field(key);
    let (about, error) = (format!("{id}-about"), format!("{id}-error"));
    let typed = draft.lines.iter().find(|(typed, _)| typed == key).map(|(_, value)| value.clone());
    let refused = draft.refused.as_ref().filter(|error| error.key == key).map(|error| error.message.clone());
    let oninput = {
        let (draft, own) = (draft.clone(), setting.value.clone());
        Callback::from(move |event: InputEvent| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
            let mut next = (*draft).clone();
            next.lines.retain(|(typed, _)| typed != key);
            if input.value() != own {
                next.lines.push((key.to_owned(), input.value()));
            }
            next.refused = next.refused.filter(|error| error.key != key);
            draft.set(next);
        })
    };
    let invalid = refused.is_some();
    let described = if invalid { format!("{error} {about}") } else { about.clone() };
    html! {
        <tr {key} data-setting={key}>
            <th scope="row">
                <label for={id.clone()}>{ tag("code", key) }</label>
                <small id={about}>{ format!("{}. {}. Default {}", setting.title, setting.rule, setting.default) }</small>
                <small id={error} class="refused" hidden={!invalid}>{ refused.unwrap_or_default() }</small>
            </th>
            <td>
                <input type="text" {id} value={typed.unwrap_or_else(|| setting.value.clone())} {oninput} spellcheck="false"
                    autocapitalize="off" aria-invalid={invalid.then_some("true")} aria-describedby={described} />
                <small>{ setting.ticks.clone() }</small>
            </td>
        </tr>
    }
}
