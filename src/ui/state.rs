//! The ground state of the page and everything that may happen to it, without a browser.
//!
//! *Invariant*: [`State::apply`] is pure. Loading, storage, links and focus are the session's.

use super::checks::{Checks, Desk};
use super::claims::Evidence;
use super::configured::Configured;
use super::index::Entry;
use super::lesson::Wish;
use super::notices::{Notices, Severity};
use super::opened::{Found, Opened};
use super::settings::Settings;
use super::until::{self, Until};
use crate::machine::{Event, System};
use crate::protocol::{Answer, HowFar, Order};
use crate::share::Embed;
use std::rc::Rc;

pub use super::page::{Dialog, Index, Page};

/// The page as one value.
#[derive(Clone, PartialEq, Default)]
pub struct State {
    /// What is shown.
    pub page: Page,
    /// The scenarios on offer.
    pub index: Index,
    /// The system whose scenarios are listed; all of them when there is none.
    pub filter: Option<System>,
    /// The run that is open, also while the start page is shown.
    pub opened: Option<Opened>,
    /// What the reader set once.
    pub settings: Settings,
    /// Whether steps follow each other by themselves.
    pub playing: bool,
    /// Whether the schedule is shown as a table.
    pub table: bool,
    /// The dialog over the page.
    pub dialog: Option<Dialog>,
    /// Questions about all orders, and their answers.
    pub checks: Checks,
    /// Messages, oldest first.
    pub notices: Notices,
    /// What a screen reader is told instead of the present step.
    pub said: Option<Rc<str>>,
    /// Whether a scenario is on its way.
    pub loading: bool,
    /// How the page is a part of another one, if it is.
    pub embed: Option<Embed>,
}

/// Over the sentence that says what "Step until…" did not find.
const NOT_FOUND: &str = "There is no such step";

/// Something that happens to the page.
#[derive(Clone)]
pub enum Action {
    /// The index has come, or can't be had.
    Indexed(Result<Rc<[Entry]>, String>),
    /// The start page is asked for.
    ShowStart,
    /// A system is filtered for.
    Filter(Option<System>),
    /// A scenario is being fetched, or no more.
    Loading(bool),
    /// A run is opened.
    Open(Opened),
    /// Another step is asked for.
    Seek(usize),
    /// The next step.
    Next,
    /// The step before.
    Previous,
    /// The next marked step, or the one before.
    Marker {
        /// Towards the end.
        forward: bool,
    },
    /// An action is chosen at the cursor.
    Choose(Event),
    /// The n-th enabled action, counted from 1, is chosen at the cursor.
    ChooseNth(usize),
    /// A refused action is asked about.
    Explain(Rc<str>),
    /// A fix is switched.
    ToggleFix(&'static str),
    /// The fixes the branch was made under are asked for again.
    ResetFixes,
    /// A whole set of fixes is asked for.
    SetFixes(Vec<String>),
    /// Other parameters are asked for.
    Configure(Rc<Configured>),
    /// A schedule that a search found is opened as a branch.
    OpenSchedule(Found),
    /// The evidence of a claim is asked for.
    Evidence(Evidence),
    /// A wish about a lesson.
    Lesson(Wish),
    /// Another note is put on the step that is shown; an empty one takes it away.
    Note(Rc<str>),
    /// A branch is shown.
    Branch(usize),
    /// The branch after the shown one, round and round.
    NextBranch,
    /// The run is continued until it settles.
    Settle,
    /// The first later step at which something is so.
    Until(Until),
    /// Playing starts, or stops.
    TogglePlay,
    /// The clock of playing ticks.
    Tick,
    /// Settings are set.
    Set(Settings),
    /// A question about all orders is asked.
    Ask(Box<Order>),
    /// What a desk works on is given up.
    CancelCheck(Desk),
    /// An order is so far, at so many states a second.
    HowFar(u32, HowFar, f64),
    /// An order is answered, or can't be.
    Answered(u32, Result<Rc<Answer>, String>),
    /// Timeline and table are exchanged.
    ToggleTable,
    /// A dialog opens, or closes.
    Show(Option<Dialog>),
    /// There is something to say.
    Notify(Severity, String, String),
    /// A notice was read.
    Dismiss(u32),
    /// Something was done that is only worth telling a screen reader.
    Say(Rc<str>),
}

impl Action {
    /// Whether it comes by itself, from a server or a search: words that were said stay said.
    fn is_news(&self) -> bool {
        matches!(
            self,
            Self::Indexed(_) | Self::Loading(_) | Self::Ask(_) | Self::HowFar(..) | Self::Answered(..)
        )
    }
}

impl State {
    /// A page that begins with these settings, perhaps with a run on its way.
    pub fn beginning(settings: Settings, loading: bool) -> Self {
        Self { settings, loading, ..Self::default() }
    }

    /// The page after an action.
    #[must_use]
    pub fn apply(&self, action: Action) -> Self {
        let mut next = self.clone();
        if !self.admits(&action) {
            return next;
        }
        if !action.is_news() {
            next.said = None;
        }
        match action {
            Action::Indexed(Ok(entries)) => next.index = Index::Ready(entries),
            Action::Indexed(Err(text)) => {
                next.index = Index::Failed;
                next.notify(Severity::Problem, "The scenarios could not be listed", text);
            }
            Action::ShowStart => {
                next.page = Page::Start;
                next.playing = false;
                next.loading = false;
                next.dialog = None;
            }
            Action::Filter(system) => next.filter = system,
            Action::Loading(loading) => next.loading = loading,
            Action::Open(opened) => {
                // What could not be opened before is history; remarks may be about this very run.
                next.notices.forget_problems();
                next.page = Page::Run;
                next.loading = false;
                next.dialog = None;
                next.begin(opened);
            }
            Action::Set(settings) => next.settings = settings,
            Action::ToggleTable => next.table = !self.table,
            Action::Ask(order) => next.ask(*order),
            Action::CancelCheck(desk) => {
                next.checks.cancel(desk);
                next.said = Some("The search was cancelled".into());
            }
            Action::HowFar(id, how_far, rate) => next.checks.progress(id, how_far, rate),
            Action::Answered(id, answer) => next.answered(id, answer),
            Action::Show(dialog) => next.dialog = dialog,
            Action::Notify(severity, title, text) => {
                next.loading = false;
                next.notify(severity, &title, text);
            }
            Action::Dismiss(id) => next.notices.dismiss(id),
            Action::Say(text) | Action::Explain(text) => next.said = Some(text),
            action => next.run(action),
        }
        next
    }

    /// What happens to the open run; without one, nothing.
    fn run(&mut self, action: Action) {
        let Some(opened) = self.opened.clone() else { return };
        let (cursor, (first, last)) = (opened.cursor(), self.reach());
        self.checks.may_ask = true;
        if !matches!(action, Action::Tick) {
            self.playing = matches!(action, Action::TogglePlay) && !self.playing && first < last;
        }
        let changed = match action {
            Action::Seek(step) => Ok(opened.at(step)),
            Action::Next => Ok(opened.at(cursor + 1)),
            Action::Previous => Ok(opened.at(cursor.saturating_sub(1))),
            Action::Marker { forward } => {
                let further = self.checks.race_steps(&opened);
                Ok(opened.at(opened.marker(forward, &further)))
            }
            Action::Choose(event) => opened.choose(&event),
            Action::ChooseNth(nth) => match opened.nth_choice(nth) {
                Some(event) => opened.choose(&event),
                None => return,
            },
            Action::ToggleFix(fix) => opened.toggled(fix),
            Action::ResetFixes => opened.under(&opened.trace.branch().fixes),
            Action::SetFixes(fixes) => opened.under(&fixes),
            Action::Configure(wanted) => Ok(self.configure(&opened, &wanted)),
            Action::OpenSchedule(found) => {
                self.dialog = None;
                match opened.show(&found) {
                    Ok(shown) => {
                        self.said = Some(format!("Opened as a branch of yours: {}", found.name).into());
                        Ok(shown)
                    }
                    Err(error) => {
                        let title = "This run could not be opened";
                        return self.notify(Severity::Problem, title, error.to_string());
                    }
                }
            }
            Action::Evidence(evidence) => opened.evidence(&evidence),
            Action::Lesson(wish) => opened.wished(wish).inspect(|opened| self.said = opened.told(wish)),
            Action::Note(text) => {
                self.dialog = None;
                self.said =
                    Some(if text.trim().is_empty() { "No note on this step" } else { "Note kept" }.into());
                opened.with(opened.trace.with_note(&text))
            }
            Action::Branch(branch) => opened.with(opened.trace.on_branch(branch.max(opened.first_branch()))),
            Action::NextBranch => {
                let next = (opened.trace.current + 1) % opened.trace.branches.len();
                let next = next.max(opened.first_branch());
                opened.with(opened.trace.on_branch(next))
            }
            Action::Settle => opened.settle(),
            Action::Until(until) => {
                self.dialog = None;
                // What was not found before is history.
                self.notices.forget(NOT_FOUND);
                match until::find(&*opened.run, cursor, until) {
                    until::Found::Step(step) => Ok(opened.at(step)),
                    until::Found::Further(settled, steps) => opened.go_on(&settled, steps),
                    until::Found::Nowhere(text) => {
                        self.said = Some(text.as_str().into());
                        return self.notify(Severity::Remark, NOT_FOUND, text);
                    }
                }
            }
            Action::TogglePlay if self.playing && cursor == last => Ok(opened.at(first)),
            Action::Tick if self.playing => {
                self.playing = cursor + 1 < last;
                Ok(opened.at(cursor + 1))
            }
            _ => return,
        };
        match changed {
            Ok(opened) => self.show(opened),
            Err(error) => self.notify(Severity::Problem, "This step could not be taken", error.to_string()),
        }
    }

    pub(super) fn notify(&mut self, severity: Severity, title: &str, text: String) {
        self.notices.add(severity, title, text);
    }
}

#[cfg(test)]
mod tests;
