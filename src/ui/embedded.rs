//! An embed as it is drawn, and its talk with the page around it.

use super::effect::use_after;
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

/// Tells the page around an embed what happens, and listens to it.
#[hook]
pub(super) fn use_host(state: &State, session: &Session) {
    let is_embedded = state.embed.is_some();
    {
        let session = session.clone();
        use_after((), move || {
            is_embedded.then(|| (host::on_wish(move |wish| heard(&session, wish)), host::watch_height()))
        });
    }
    // States are not compared as wholes, which would take a large part of the program: what is new is found out.
    let told = use_mut_ref(|| None::<State>);
    let drawn = use_mut_ref(|| 0_u32);
    *drawn.borrow_mut() += u32::from(is_embedded);
    let (number, now) = (*drawn.borrow(), is_embedded.then(|| state.clone()));
    use_after(number, move || {
        if let Some(now) = now {
            now.news(told.borrow().as_ref()).into_iter().for_each(host::tell);
            *told.borrow_mut() = Some(now);
        }
    });
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
