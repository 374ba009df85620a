//! Opening a scenario file of the reader's own by its text, wherever that comes from.

use super::opened::{Opened, Origin};
use super::session::Session;
use super::state::Action;
use crate::scenario::{self, Problem};
use crate::web::dom;

impl Session {
    /// Opens a scenario file of the reader's own by its name and text.
    pub(super) fn open_text(&self, read: Result<(String, String), Problem>) {
        let loaded = read.and_then(|(name, text)| Ok((scenario::load(&name, &text)?, text)));
        let (scenario, text) = match loaded {
            Ok((loaded, text)) => (loaded.scenario, text),
            Err(problem) => return self.refuse("This file can't be opened", problem.to_string()),
        };
        let trace = scenario.trace();
        match Opened::new(Some(scenario), Origin::OwnFile, trace) {
            Ok(opened) => {
                *self.own.borrow_mut() = Some(text);
                self.act(Action::Open(opened));
                dom::to_top();
            }
            Err(error) => self.refuse("This file can't be opened", error.to_string()),
        }
    }

    /// The text of the reader's own file.
    pub(super) fn own(&self) -> Option<String> {
        self.own.borrow().clone()
    }
}
