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
                next.opened = Some(opened);
                next.page = Page::Run;
                next.playing = false;
                next.loading = false;
                next.dialog = None;
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
        let (cursor, len) = (opened.cursor(), opened.len());
        self.checks.may_ask = true;
        if !matches!(action, Action::Tick) {
            self.playing = matches!(action, Action::TogglePlay) && !self.playing && len > 0;
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
            Action::TogglePlay if self.playing && cursor == len => Ok(opened.at(0)),
            Action::Tick if self.playing => {
                self.playing = cursor + 1 < len;
                Ok(opened.at(cursor + 1))
            }
            _ => return,
        };
        match changed {
            Ok(opened) => self.opened = Some(opened),
            Err(error) => self.notify(Severity::Problem, "This step could not be taken", error.to_string()),
        }
    }

    pub(super) fn notify(&mut self, severity: Severity, title: &str, text: String) {
        self.notices.add(severity, title, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Config;
    use crate::trace::Trace;
    use crate::ui::opened::Origin;

    /// A bare run of the first model.
    fn opened() -> State {
        let model = crate::model::MODELS[0].info().id.to_owned();
        let trace = Trace::new(Config { model, ..Config::default() }, Vec::new());
        State::default().apply(Action::Open(Opened::new(None, Origin::Model, trace).unwrap()))
    }

    fn run(state: &State) -> &Opened {
        state.opened.as_ref().unwrap()
    }

    fn after(state: State, actions: &[Action]) -> State {
        actions.iter().cloned().fold(state, |state, action| state.apply(action))
    }

    #[test]
    fn choosing_at_the_end_grows_one_branch_and_elsewhere_makes_another() {
        let first = Action::ChooseNth(1);
        let state = after(opened(), &[first.clone(), first.clone(), first]);
        assert_eq!((run(&state).trace.branches.len(), run(&state).cursor()), (2, 3));
        let state = after(state, &[Action::Previous, Action::Previous, Action::ChooseNth(2)]);
        assert_eq!((run(&state).trace.branches.len(), run(&state).cursor()), (3, 2));
        let state = after(state, &[Action::NextBranch, Action::NextBranch, Action::Seek(3)]);
        assert_eq!((run(&state).trace.current, run(&state).len()), (1, 3));
    }

    #[test]
    fn a_replay_grown_by_choices_is_the_replay_from_scratch() {
        let choices = [1, 2, 1, 3, 1, 1].map(Action::ChooseNth);
        let fix = crate::model::MODELS[0].info().fixes[0].id;
        let state = after(
            after(opened(), &choices),
            &[Action::ToggleFix(fix), Action::Seek(2), Action::ChooseNth(1)],
        );
        let grown = run(&state);
        let fresh = Opened::new(None, Origin::Model, (*grown.trace).clone()).unwrap();
        for (a, b) in [(&grown.run, &fresh.run), (&grown.original, &fresh.original)] {
            assert_eq!((a.len(), a.config()), (b.len(), b.config()));
            for step in 0..=a.len() {
                assert!(a.same_state(step, &**b, step));
                assert_eq!(a.scene(step), b.scene(step));
            }
        }
    }

    #[test]
    fn fixes_switch_on_and_off_without_touching_the_schedule() {
        let fix = crate::model::MODELS[0].info().fixes[0].id;
        let state = after(opened(), &[Action::ChooseNth(1), Action::ChooseNth(1), Action::ToggleFix(fix)]);
        assert!(run(&state).run != run(&state).original);
        assert_eq!(run(&state).original.config().fixes, Vec::<String>::new());
        let state = state.apply(Action::ResetFixes);
        assert!(run(&state).run == run(&state).original);
        assert_eq!(run(&state).len(), 2);
    }

    #[test]
    fn a_settled_run_is_a_branch_that_settles_no_further() {
        let state = after(opened(), &[Action::ChooseNth(1), Action::Settle]);
        let settled = run(&state).run.settled();
        assert_eq!((settled.added, settled.at_rest), (0, true));
        assert_eq!(run(&state).cursor(), run(&state).len());
    }

    #[test]
    fn stepping_until_an_actor_moves_runs_on_by_itself_or_says_that_it_never_does() {
        let state = after(opened(), &[Action::ChooseNth(2), Action::Show(Some(Dialog::Until))]);
        let mover = run(&state).run.settled().player.actor(3).0;
        let state = state.apply(Action::Until(Until::ActorMoves(mover)));
        assert_eq!((state.dialog.as_ref(), run(&state).run.actor(run(&state).len()).0), (None, mover));
        let settling = run(&state).settling().unwrap();
        assert_eq!((settling.from, settling.rests, settling.word()), (1, false, "by itself"));
        let settled = state.apply(Action::Settle);
        assert_eq!(run(&settled).settling().map(|settling| (settling.from, settling.rests)), Some((1, true)));
        let lost = settled.apply(Action::Until(Until::KeyChanges(Some("no such key"))));
        assert!(run(&lost).trace == run(&settled).trace);
        assert_eq!(lost.said.as_deref(), Some(lost.notices.list()[0].text.as_str()));
        assert!(
            lost.apply(Action::Until(Until::ActorMoves(mover)))
                .notices
                .list()
                .iter()
                .all(|notice| !notice.text.contains("key"))
        );
    }

    #[test]
    fn playing_goes_to_the_end_and_stops_there() {
        let state = after(opened(), &[Action::ChooseNth(1), Action::ChooseNth(1), Action::TogglePlay]);
        assert_eq!((state.playing, run(&state).cursor()), (true, 0));
        let state = after(state, &[Action::Tick, Action::Tick, Action::Tick]);
        assert_eq!((state.playing, run(&state).cursor()), (false, 2));
    }

    #[test]
    fn markers_lead_to_the_ends_where_there_is_none() {
        let state = after(opened(), &[Action::ChooseNth(1), Action::Marker { forward: false }]);
        assert_eq!(run(&state).cursor(), 0);
        let state = state.apply(Action::Marker { forward: true });
        assert_eq!(run(&state).cursor(), 1);
    }

    #[test]
    fn a_problem_is_told_once_and_keeps_the_run() {
        let problem = || Action::Notify(Severity::Problem, "No".into(), "because".into());
        let state = after(opened(), &[Action::ChooseNth(1), problem(), problem()]);
        assert_eq!((state.notices.list().len(), state.page, run(&state).cursor()), (1, Page::Run, 1));
        let id = state.notices.list()[0].id;
        assert!(state.apply(Action::Dismiss(id)).notices.list().is_empty());
    }
}
