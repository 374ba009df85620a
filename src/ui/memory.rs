//! What the browser remembers of the page: the last run, the reader's own file, the settings.

use super::opened::{Opened, Origin};
use super::settings::{Settings, Theme};
use super::state::State;
use crate::machine::System;
use crate::scenario::Scenario;
use crate::share::{self, Embed, Link};
use crate::web::storage::{self, Memory};
use crate::web::{location, theme};
use yew::AttrValue;

const KEY_LAST: &str = "stepdown.last";
const KEY_OWN: &str = "stepdown.own";
const KEY_THEME: &str = "stepdown.theme";
const KEY_CHARACTERS: &str = "stepdown.character-keys";

/// What is kept of a run outside the page.
#[derive(Clone, PartialEq)]
pub(super) struct Written {
    /// The fragment of the address.
    pub(super) fragment: String,
    /// For the reader's own file, the link that only means something together with it.
    pub(super) private: Option<String>,
    title: String,
}

impl Written {
    /// What is to be kept of an open run.
    pub(super) fn of(opened: &Opened) -> Self {
        let encode = |scenario: Option<&Scenario>| {
            let lesson = scenario.is_some() && opened.lesson.is_some();
            share::encode(&share::Page::Run(Link { lesson, ..Link::of(&opened.trace, scenario) }))
        };
        let own = opened.scenario.as_deref().filter(|_| opened.origin == Origin::OwnFile);
        let private = own.map(|scenario| encode(Some(scenario)));
        Self { fragment: encode(opened.linked()), private, title: opened.title() }
    }
    /// Remembers the run: its link for another visit and, for this tab, the reader's own file with it.
    pub(super) fn remember(&self, own: Option<&str>) {
        storage::write(Memory::Lasting, KEY_LAST, &format!("{}\n{}", self.fragment, self.title));
        if let (Some(private), Some(text)) = (&self.private, own) {
            storage::write(Memory::Tab, KEY_OWN, &format!("{}\n{private}\n{text}", self.fragment));
        }
    }
}

/// The text and the private link of the reader's own file, if the address is the one it left behind.
pub(super) fn own_file(fragment: &str) -> Option<(String, Link)> {
    let kept = storage::read(Memory::Tab, KEY_OWN)?;
    let mut parts = kept.splitn(3, '\n');
    let (public, private, text) = (parts.next()?, parts.next()?, parts.next()?);
    if public != fragment {
        return None;
    }
    match share::decode(private).ok()? {
        share::Page::Run(link) => Some((text.to_owned(), link)),
        share::Page::Start { .. } => None,
    }
}

/// The run the reader left, as its link and title.
pub(super) fn last_run() -> Option<(AttrValue, AttrValue)> {
    let kept = storage::read(Memory::Lasting, KEY_LAST)?;
    let (fragment, title) = kept.split_once('\n')?;
    matches!(share::decode(fragment), Ok(share::Page::Run(_)))
        .then(|| (fragment.to_owned().into(), title.to_owned().into()))
}

/// The state a page begins with. An embed reads nothing that a browser remembers.
pub(super) fn first_state() -> State {
    let loading = matches!(share::decode(&location::fragment()), Ok(share::Page::Run(_)));
    if let Some((mut embed, wrong)) = Embed::read(&location::query()) {
        embed.autoplay &= !theme::prefers_reduced_motion();
        let state = State::beginning(Settings::default(), loading);
        return state.embedded(embed, wrong.iter().map(ToString::to_string));
    }
    let theme = storage::read(Memory::Lasting, KEY_THEME).and_then(|word| Theme::from_word(&word));
    let characters = storage::read(Memory::Lasting, KEY_CHARACTERS);
    let settings =
        Settings { theme: theme.unwrap_or_default(), character_keys: characters.as_deref() != Some("off") };
    State::beginning(settings, loading)
}

/// Remembers the settings.
pub(super) fn keep(settings: Settings) {
    storage::write(Memory::Lasting, KEY_THEME, settings.theme.word());
    storage::write(Memory::Lasting, KEY_CHARACTERS, if settings.character_keys { "on" } else { "off" });
}

/// Keeps the filter of the start page in the address, so that Back restores it.
pub(super) fn write_filter(filter: Option<System>) {
    if filter.is_some() || location::fragment().contains("system=") {
        let system = filter.map(|system| system.id().to_owned());
        location::replace(&share::encode(&share::Page::Start { system }));
    }
}
