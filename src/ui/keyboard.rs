//! The keys of the page: one listener that asks the registry.

use super::actions::{command_of_key, is_character};
use super::effect::use_after;
use super::session::Session;
use crate::web::{dom, keys};
use yew::prelude::*;

/// Listens as long as the page is there. A dialog keeps its keys to itself.
#[hook]
pub(super) fn use_keyboard(session: &Session) {
    let session = session.clone();
    use_after((), move || {
        // The keys of the page around an embed are its own.
        let within = session.latest().embed.map(|_| dom::ROOT);
        keys::on_key(within, move |key| {
            let state = session.latest();
            if state.dialog.is_some() || (is_character(key) && !state.settings.character_keys) {
                return false;
            }
            command_of_key(key).is_some_and(|command| session.press(command, key))
        })
    });
}
