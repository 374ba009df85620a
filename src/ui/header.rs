//! The bar on top: where the reader is, and the commands of the page.

use super::command::{CommandButton, Dispatch, on_click};
use super::icon::{Icon, icon};
use super::opened::{Opened, Origin};
use super::parts::{classed, hideable};
use super::pill;
use super::settings::{Settings, Theme};
use super::state::{Action, Page, State};
use yew::prelude::*;

/// The bar on top.
pub(super) fn header(dispatch: &Dispatch, state: &State) -> Html {
    let opened = state.opened.as_ref().filter(|_| state.page == Page::Run);
    let on_run = opened.is_some();
    let in_lesson = state.opened.as_ref().is_some_and(|opened| opened.lesson.is_some());
    html! {
        <header class="top">
            <a class="logo" href="#/" aria-label="Stepdown, all scenarios">{ "Step" }<i>{ "down" }</i></a>
            <div class="pick">
                { opened.map_or_else(Html::default, title) }
                { hideable("span", "pill", !state.loading, "Loading…") }
            </div>
            <nav class="commands" aria-label="Page">
                <span class="slot" hidden={!on_run}>
                    { button("scenarios", Icon::List, "Scenarios", true) }
                </span>
                { button("open-file", Icon::File, "Open file…", false) }
                <span class="slot" hidden={!on_run}>
                    <CommandButton id="copy" enabled={on_run}>{ icon(Icon::Copy) }{ classed("span", "wide", "Copy step") }</CommandButton>
                </span>
                <span class="slot" hidden={!on_run}>
                    { button("share", Icon::Share, "Share…", false) }
                </span>
                { theme(dispatch, state.settings) }
                { button("help", Icon::Help, "Help", true) }
                <span class="slot" hidden={!on_run || in_lesson}>
                    <CommandButton id="check" class="primary check-all" with_key={true}>{ "Check all orders" }</CommandButton>
                </span>
            </nav>
        </header>
    }
}

/// A command with an icon, and with words where there is room.
fn button(id: &'static str, shown: Icon, words: &'static str, with_key: bool) -> Html {
    html! { <CommandButton {id} {with_key}>{ icon(shown) }{ classed("span", "wide", words) }</CommandButton> }
}

fn title(opened: &Opened) -> Html {
    let info = opened.run.info();
    let origin = match opened.origin {
        Origin::OwnFile => Some("your file"),
        Origin::Model => Some("no scenario"),
        Origin::Index => None,
    };
    html! {
        <>
            <h1 tabindex="-1">{ opened.title() }</h1>
            { pill::plain("pill", info.system.title()) }
            { pill::plain("pill", info.versioned()) }
            { hideable("span", "pill warn", origin.is_none(), origin.unwrap_or_default()) }
        </>
    }
}

fn theme(dispatch: &Dispatch, settings: Settings) -> Html {
    let onclick = on_click(dispatch, Action::Set(Settings { theme: settings.theme.next(), ..settings }));
    let (shown, told) = match settings.theme {
        Theme::Auto => (Icon::Auto, "Colours as the system prefers"),
        Theme::Light => (Icon::Light, "Light colours"),
        Theme::Dark => (Icon::Dark, "Dark colours"),
    };
    html! {
        <button type="button" class="square" {onclick} aria-label={told} title={told} data-theme-button={settings.theme.word()}>
            { icon(shown) }
        </button>
    }
}
