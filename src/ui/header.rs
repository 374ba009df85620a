//! The bar on top: where the reader is, and the commands of the page.

use super::command::{CommandButton, Dispatch, use_dispatch};
use super::icon::{Icon, icon};
use super::opened::{Opened, Origin};
use super::settings::{Settings, Theme};
use super::state::{Action, Page};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct HeaderProps {
    pub(super) page: Page,
    pub(super) opened: Option<Opened>,
    pub(super) settings: Settings,
    /// Whether a scenario is on its way.
    pub(super) loading: bool,
}

/// The bar on top.
#[component]
pub(super) fn Header(props: &HeaderProps) -> Html {
    let dispatch = use_dispatch();
    let opened = props.opened.as_ref().filter(|_| props.page == Page::Run);
    let on_run = opened.is_some();
    let in_lesson = props.opened.as_ref().is_some_and(|opened| opened.lesson.is_some());
    html! {
        <header class="top">
            <a class="logo" href="#/" aria-label="Stepdown, all scenarios">{ "Step" }<i>{ "down" }</i></a>
            <div class="pick">
                { opened.map_or_else(Html::default, title) }
                <span class="pill" hidden={!props.loading}>{ "Loading…" }</span>
            </div>
            <nav class="commands" aria-label="Page">
                <span class="slot" hidden={!on_run}>
                    <CommandButton id="scenarios" with_key={true}>{ icon(Icon::List) }<span class="wide">{ "Scenarios" }</span></CommandButton>
                </span>
                <CommandButton id="open-file">{ icon(Icon::File) }<span class="wide">{ "Open file…" }</span></CommandButton>
                <span class="slot" hidden={!on_run}>
                    <CommandButton id="copy" enabled={on_run}>{ icon(Icon::Copy) }<span class="wide">{ "Copy step" }</span></CommandButton>
                </span>
                { theme(&dispatch, props.settings) }
                <CommandButton id="help" with_key={true}>{ icon(Icon::Help) }<span class="wide">{ "Help" }</span></CommandButton>
                <span class="slot" hidden={!on_run || in_lesson}>
                    <CommandButton id="check" class="primary check-all" with_key={true}>{ "Check all orders" }</CommandButton>
                </span>
            </nav>
        </header>
    }
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
            <span class="pill">{ info.system.title() }</span>
            <span class="pill">{ info.versioned() }</span>
            <span class="pill warn" hidden={origin.is_none()}>{ origin.unwrap_or_default() }</span>
        </>
    }
}

fn theme(dispatch: &Dispatch, settings: Settings) -> Html {
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::Set(Settings { theme: settings.theme.next(), ..settings }));
    });
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
