//! Opening a file of the reader's own: chosen, dropped or pasted.
//!
//! Another program checks it, as it does what is not wanted for the first load; the page opens what is in order.

use super::opened::Origin;
use super::session::Session;
use super::state::Action;
use crate::protocol::{Answer, Carried, Order};
use crate::scenario;
use crate::share::{self, Link, Source};
use crate::web::worker::{self, Heard};
use crate::web::{files, location};
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

const REFUSED: &str = "This file can't be opened";

impl Session {
    /// Opens a file.
    pub(super) fn open_file(&self, file: File) {
        let (wish, session) = (self.wish(), self.clone());
        spawn_local(async move {
            match files::read(file).await {
                _ if !session.still_wants(wish) => {}
                Ok((name, text)) => session.open_text(name, text),
                Err(problem) => session.refuse(REFUSED, problem.to_string()),
            }
        });
    }

    /// Opens what was pasted on the page: a link, or the text of a file.
    pub(super) fn open_pasted(&self, text: &str) {
        let trimmed = text.trim_start();
        if trimmed.starts_with(['{', '<']) {
            self.open_text("the pasted text".into(), text.to_owned());
        } else if let Some((_, fragment)) = text.split_once("#/") {
            location::go(&format!("#/{}", fragment.trim_end()));
        }
    }

    /// Opens the text of a file once it is checked.
    pub(super) fn open_text(&self, name: String, text: String) {
        let (wish, session) = (self.wish(), self.clone());
        self.dispatch.dispatch(Action::Loading(true));
        let hear = move |heard| {
            if !session.still_wants(wish) {
                return;
            }
            match heard {
                Heard::Done(answer) => {
                    if let Answer::Open(carried) = *answer {
                        session.open_carried(carried);
                    }
                }
                Heard::Failed(why) => session.refuse(REFUSED, why),
                Heard::Progress(_) => {}
            }
        };
        let running = worker::start(0, Order::Open { name, text }, hear);
        *self.opening.borrow_mut() = Some(running);
    }

    fn open_carried(&self, carried: Carried) {
        let fragment = carried.fragment.as_deref();
        let Some(text) = carried.scenario else {
            return location::go(fragment.unwrap_or_default());
        };
        let scenario = match scenario::load("your file", &text) {
            Ok(loaded) => loaded.scenario,
            Err(problem) => return self.refuse(REFUSED, problem.to_string()),
        };
        let link = match fragment.map(share::decode) {
            Some(Ok(share::Page::Run(link))) => link,
            _ => Link::new(Source::Scenario(scenario.id.clone())),
        };
        *self.own.borrow_mut() = Some(text);
        self.restore(&link, Some(scenario), Origin::OwnFile);
    }
}
