//! An embed as it is drawn, and its talk with the page around it.

use super::memory::Written;
use super::opened::Opened;
use super::parts::{classed, hideable};
use super::session::Session;
use super::state::{Page, State};
use super::view::View;
use crate::protocol::{Told, Wish};
use crate::web::{host, location};
use yew::prelude::*;

/// The bar on top: what this is, under which fixes, and the way to the page itself, at the step that is shown.
pub(super) fn head(state: &State, view: Option<&View>) -> Html {
    let opened = state.opened.as_ref().filter(|_| state.page == Page::Run);
    let fragment = opened.map_or_else(location::fragment, |opened| Written::of(opened).fragment);
    let fixes = view.filter(|view| !view.opened.trace.config.fixes.is_empty());
    html! {
        <header class="top">
            <h1 tabindex="-1">{ opened.map_or_else(|| "Stepdown".into(), Opened::title) }</h1>
            { hideable("span", "pill accent", fixes.is_none(), fixes.map(|view| format!("with {}", view.fixes_on())).unwrap_or_default()) }
            <span class="grow" />
            <a class="button" href={location::path() + &fragment} target="_blank" rel="noopener">
                { "Open in Stepdown" }{ classed("span", "visually-hidden", ", in a new tab") }
            </a>
        </header>
    }
}

/// Listens to the page around an embed, and tells it how tall this one is, as long as what is returned is kept.
pub(super) fn talk(session: &Session) -> impl Sized + use<> {
    let session = session.clone();
    (host::on_wish(move |wish| heard(&session, wish)), host::watch_height())
}

/// Tells the page around an embed what is new since it was drawn before.
pub(super) fn tell(now: &State, before: &State) {
    let before = Some(before).filter(|before| before.embed.is_some());
    now.news(before).into_iter().for_each(host::tell);
}

/// Does what the page around an embed wants, or tells it why not.
fn heard(session: &Session, wish: Result<Wish, String>) {
    let state = session.latest();
    match wish.and_then(|wish| state.wished(&wish).map(|action| (wish, action))) {
        Ok((_, Some(action))) => session.act(action),
        Ok((Wish::Hello, None)) => {
            state.news(None).into_iter().for_each(host::tell);
            host::tell_height_again();
        }
        Ok((Wish::Load(link), None)) => {
            let fragment = link.find('#').map_or(&*link, |at| &link[at..]);
            session.follow_link(fragment);
        }
        Ok(_) => {}
        Err(message) => host::tell(Told::Error { message }),
    }
}
