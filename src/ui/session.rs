//! The page in its browser: the address, files, storage and the clipboard around the ground state.
//!
//! *Invariant*: a link, file or answer that is no good ends in a notice and leaves the open run as it is.

use super::actions::{Command, Intent, Shell, command};
use super::checks::{Checks, Desk, Pending};
use super::effect::use_after;
use super::index;
use super::lesson::Lesson;
use super::memory::{Written, own_file};
use super::notices::Severity;
use super::opened::{Opened, Origin};
use super::state::{Action, Dialog, Index, Page, State};
use super::view::View;
use crate::machine::System;
use crate::protocol::Order;
use crate::scenario::{self, Scenario};
use crate::share::{self, Link, Source};
use crate::web::worker::{self, Heard, Running};
use crate::web::{clipboard, dom, fetch, files, location};
use gloo::timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Links are written at most this often; browsers refuse more.
const WRITE_MS: u32 = 200;

/// An order by its number, and what works on it.
type Work = (u32, Running);

/// What the page needs of its browser.
#[derive(Clone)]
pub(super) struct Session {
    dispatch: UseReducerDispatcher<State>,
    latest: Rc<RefCell<(State, Option<View>)>>,
    /// Counts what was asked for, so that a late answer to an earlier wish is dropped.
    wish: Rc<Cell<u32>>,
    /// The text of the reader's own file.
    own: Rc<RefCell<Option<String>>>,
    unwritten: Rc<RefCell<Option<Written>>>,
    /// Whether the reader knows that the run is too long for a link.
    told_too_long: Rc<Cell<bool>>,
    /// Whether the list of scenarios is here or on its way.
    asked_for_index: Rc<Cell<bool>>,
    /// Whether something was written a moment ago.
    resting: Rc<Cell<bool>>,
    /// By desk, the order that is worked on.
    work: Rc<RefCell<[Option<Work>; 2]>>,
}

/// The session of the page; made once.
#[hook]
pub(super) fn use_session(state: &UseReducerHandle<State>) -> Session {
    let dispatch = state.dispatcher();
    let session = use_memo((), move |()| Session {
        dispatch,
        latest: Rc::default(),
        wish: Rc::default(),
        own: Rc::default(),
        unwritten: Rc::default(),
        told_too_long: Rc::default(),
        asked_for_index: Rc::default(),
        resting: Rc::default(),
        work: Rc::default(),
    });
    {
        let session = (*session).clone();
        use_after((), move || session.start());
    }
    (*session).clone()
}

impl Session {
    /// The state as last rendered.
    pub(super) fn latest(&self) -> State {
        self.latest.borrow().0.clone()
    }

    /// Remembers what was rendered.
    pub(super) fn rendered(&self, state: State, view: Option<View>) {
        *self.latest.borrow_mut() = (state, view);
    }

    /// Listens to the address and to dropped files, and follows the first link. It listens as long as what is
    /// returned is kept.
    fn start(&self) -> impl Sized + use<> {
        self.follow();
        let on_change = {
            let session = self.clone();
            location::on_change(move || session.follow())
        };
        let on_leave = {
            let session = self.clone();
            location::on_leave(move || session.flush())
        };
        let on_drop = {
            let session = self.clone();
            files::on_drop(dom::mark_drop, move |file| session.open_file(file))
        };
        (on_change, on_leave, on_drop)
    }

    /// Fetches the list of scenarios, once.
    pub(super) fn load_index(&self) {
        if self.asked_for_index.replace(true) {
            return;
        }
        let dispatch = self.dispatch.clone();
        spawn_local(async move {
            let entries = fetch::text("scenarios.json").await.and_then(|text| index::read(&text));
            dispatch.dispatch(Action::Indexed(entries.map(Into::into)));
        });
    }

    fn wish(&self) -> u32 {
        self.wish.set(self.wish.get() + 1);
        self.wish.get()
    }

    /// Opens what the address says.
    fn follow(&self) {
        // What waits to be written belongs to the address that was left; only the memory still wants it.
        if let Some(written) = self.unwritten.borrow_mut().take() {
            written.remember(self.own.borrow().as_deref());
        }
        let fragment = location::fragment();
        let wish = self.wish();
        match share::decode(&fragment) {
            Err(error) => self.refuse("This link can't be opened", error.to_string()),
            Ok(share::Page::Start { system }) => {
                let known = System::ALL.into_iter().find(|known| Some(known.id()) == system.as_deref());
                self.dispatch.dispatch(Action::Filter(known));
                self.dispatch.dispatch(Action::ShowStart);
                dom::to_top();
            }
            Ok(share::Page::Run(link)) => match link.source.clone() {
                Source::Model(_) => self.follow_model(&fragment, &link),
                Source::Scenario(id) => self.follow_scenario(id, link, wish),
            },
        }
    }

    fn follow_model(&self, fragment: &str, link: &Link) {
        match own_file(fragment) {
            Some((text, link)) => {
                let loaded = scenario::load("your file", &text).map(|loaded| loaded.scenario);
                match loaded {
                    Ok(scenario) => {
                        *self.own.borrow_mut() = Some(text);
                        self.restore(&link, Some(scenario), Origin::OwnFile);
                    }
                    Err(problem) => self.refuse("Your file can't be opened any more", problem.to_string()),
                }
            }
            None => self.restore(link, None, Origin::Model),
        }
    }

    fn follow_scenario(&self, id: String, link: Link, wish: u32) {
        let open = self.latest.borrow().0.opened.clone();
        let here = open.filter(|opened| opened.linked().is_some_and(|scenario| scenario.id == id));
        if let Some(scenario) = here.and_then(|opened| opened.scenario) {
            self.restore(&link, Some(scenario), Origin::Index);
            return;
        }
        if let Index::Ready(entries) = &self.latest().index
            && entries.iter().all(|entry| entry.id != id)
        {
            let text = format!("link: there is no scenario `{id}` here; expected one of the start page");
            return self.refuse("This link can't be opened", text);
        }
        self.dispatch.dispatch(Action::Loading(true));
        let session = self.clone();
        spawn_local(async move {
            let path = format!("scenarios/{id}.json");
            let text = fetch::text(&path).await;
            if session.wish.get() != wish {
                return;
            }
            match text.and_then(|text| scenario::load(&path, &text).map_err(|problem| problem.to_string())) {
                Ok(loaded) => session.restore(&link, Some(loaded.scenario), Origin::Index),
                Err(text) => session.refuse("This scenario can't be opened", text),
            }
        });
    }

    fn restore(&self, link: &Link, scenario: Option<Rc<Scenario>>, origin: Origin) {
        let restored = link.restore(scenario.as_deref()).map_err(|error| error.to_string());
        let opened = restored.and_then(|(trace, notices)| {
            let mut opened = Opened::new(scenario, origin, trace).map_err(|error| error.to_string())?;
            opened.lesson = (link.lesson && opened.goal().is_some()).then(Lesson::default);
            Ok((opened, notices))
        });
        match opened {
            Ok((opened, notices)) => {
                self.dispatch.dispatch(Action::Open(opened));
                for notice in notices {
                    self.notify(Severity::Remark, "About this link", notice.text);
                }
                dom::to_top();
            }
            Err(text) => self.refuse("This link can't be opened", text),
        }
    }

    /// Opens a file of the reader's own.
    pub(super) fn open_file(&self, file: File) {
        let wish = self.wish();
        let session = self.clone();
        spawn_local(async move {
            let read = files::read(file).await;
            if session.wish.get() != wish {
                return;
            }
            let loaded = read.and_then(|(name, text)| Ok((scenario::load(&name, &text)?, text)));
            let (scenario, text) = match loaded {
                Ok((loaded, text)) => (loaded.scenario, text),
                Err(problem) => return session.refuse("This file can't be opened", problem.to_string()),
            };
            let trace = scenario.trace();
            match Opened::new(Some(scenario), Origin::OwnFile, trace) {
                Ok(opened) => {
                    *session.own.borrow_mut() = Some(text);
                    session.dispatch.dispatch(Action::Open(opened));
                    dom::to_top();
                }
                Err(error) => session.refuse("This file can't be opened", error.to_string()),
            }
        });
    }

    /// Says what was not possible; the address goes back to the run that is still open.
    fn refuse(&self, title: &str, text: String) {
        self.notify(Severity::Problem, title, text);
        let state = self.latest();
        match &state.opened {
            Some(opened) if state.page == Page::Run => location::replace(&Written::of(opened).fragment),
            _ => self.dispatch.dispatch(Action::ShowStart),
        }
    }

    fn notify(&self, severity: Severity, title: &str, text: String) {
        self.dispatch.dispatch(Action::Notify(severity, title.to_owned(), text));
    }

    /// Presses a command. False when it is not possible now.
    pub(super) fn press(&self, command: &Command, key: &str) -> bool {
        let intent = (command.perform)(&self.latest.borrow().0, key);
        match intent {
            Some(Intent::Act(action)) => self.dispatch.dispatch(action),
            Some(Intent::Shell(shell)) => self.shell(shell),
            None => return false,
        }
        true
    }

    /// Presses a command by its id.
    pub(super) fn press_id(&self, id: &str) {
        if let Some(command) = command(id) {
            self.press(command, command.keys[0]);
        }
    }

    fn shell(&self, shell: Shell) {
        match shell {
            Shell::GoToStart => {
                self.flush();
                location::go("#/");
            }
            Shell::FocusFixes => dom::focus(".fixes [role=switch]"),
            Shell::OpenFile => dom::click("#file"),
            Shell::CopyStep => self.copy_step(),
            Shell::Check => self.ask(".properties", |opened| Some(opened.check_order())),
            Shell::Matrix => self.ask(".matrix", Opened::matrix_order),
        }
    }

    /// Asks about all orders, and brings the card with the answer into view.
    fn ask(&self, card: &str, order: impl FnOnce(&Opened) -> Option<Order>) {
        let opened = self.latest.borrow().0.opened.clone();
        if let Some(order) = opened.as_ref().and_then(order) {
            self.dispatch.dispatch(Action::Ask(Box::new(order)));
            dom::show(card);
        }
    }

    fn copy_step(&self) {
        self.flush();
        let view = self.latest.borrow().1.clone();
        let Some(view) = view else { return };
        let text: Rc<str> = view.as_text(&location::address()).into();
        let dispatch = self.dispatch.clone();
        spawn_local(async move {
            let copied = clipboard::write(&text).await;
            dispatch.dispatch(if copied {
                Action::Say("Step copied".into())
            } else {
                Action::Show(Some(Dialog::Copy(text)))
            });
        });
    }

    /// Works on what is asked for, and no more on what was given up.
    pub(super) fn work_on(&self, checks: &Checks) {
        for desk in Desk::ALL {
            let pending = checks.pending(desk);
            let known = self.work.borrow()[desk as usize].as_ref().map(|(id, _)| *id);
            if known == pending.map(|pending| pending.id) {
                continue;
            }
            // Ends the old one first: its memory is wanted.
            drop(self.work.borrow_mut()[desk as usize].take());
            let begun = pending.map(|pending| (pending.id, self.begin(pending)));
            self.work.borrow_mut()[desk as usize] = begun;
        }
    }

    fn begin(&self, pending: &Pending) -> Running {
        let (id, dispatch, begun) = (pending.id, self.dispatch.clone(), dom::now_ms());
        worker::start(id, (*pending.order).clone(), move |heard| {
            dispatch.dispatch(match heard {
                Heard::Progress(how_far) => {
                    let states =
                        how_far.search.map_or(0, |search| u64::from(search.states)) + how_far.states_before;
                    #[allow(clippy::cast_precision_loss, reason = "a rate for reading")]
                    let rate = states as f64 * 1_000.0 / (dom::now_ms() - begun).max(1.0);
                    Action::HowFar(id, how_far, rate)
                }
                Heard::Done(answer) => Action::Answered(id, Ok(answer.into())),
                Heard::Failed(message) => Action::Answered(id, Err(message)),
            });
        })
    }

    /// Keeps the run outside the page: at once, but not more often than browsers allow.
    pub(super) fn write(&self, written: Written) {
        *self.unwritten.borrow_mut() = Some(written);
        if self.resting.replace(true) {
            return;
        }
        self.flush();
        let session = self.clone();
        let rested = move || {
            session.resting.set(false);
            let written = session.unwritten.borrow_mut().take();
            if let Some(written) = written {
                session.write(written);
            }
        };
        Timeout::new(WRITE_MS, rested).forget();
    }

    /// Keeps what is not kept yet.
    fn flush(&self) {
        let Some(written) = self.unwritten.borrow_mut().take() else { return };
        if written.fragment.len() > share::MAX_LINK_BYTES {
            if !self.told_too_long.replace(true) {
                let text = "The address and the browser's memory keep the run as it was before";
                self.notify(Severity::Remark, "This run has become too long for a link", text.into());
            }
            return;
        }
        self.told_too_long.set(false);
        location::replace(&written.fragment);
        written.remember(self.own.borrow().as_deref());
    }
}
