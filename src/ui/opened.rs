//! The run that is open: its story, its trace, and the replays that follow from the trace.

use super::lesson::Lesson;
use super::shared::Run;
use super::view::listed;
use crate::machine::{Config, Event};
use crate::model;
use crate::scenario::Scenario;
use crate::timeline::settling::Settling;
use crate::timeline::turns::turns;
use crate::trace::{Player, Settled, Trace, TraceError, no_returns};
use std::rc::Rc;

/// Where the story of a run comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A scenario of the index: its link names it.
    Index,
    /// The reader's own file: its link is that of the bare model.
    OwnFile,
    /// No story, a model alone.
    Model,
}

/// An open run. Only the trace is ground state; the replays are kept beside it so that a step costs a
/// step and not the whole schedule.
#[derive(Clone)]
pub struct Opened {
    /// The story.
    pub scenario: Option<Rc<Scenario>>,
    /// Where the story comes from.
    pub origin: Origin,
    /// Configuration, branches and cursor.
    pub trace: Rc<Trace>,
    /// The branch that is shown, under the fixes that are on.
    pub run: Run,
    /// The same branch under the fixes it was made under; the same run while they agree.
    pub original: Run,
    /// Branches that end in steps the system took by itself.
    pub settlings: Vec<Settling>,
    /// What branches that a search found are called.
    pub names: Vec<(usize, Rc<str>)>,
    /// The lesson under way.
    pub lesson: Option<Lesson>,
    /// What the log line shown as evidence has in its message, until another step is shown.
    pub marked: Option<Rc<str>>,
}

/// A schedule that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The fixes it is played under.
    pub fixes: Vec<String>,
    /// The schedule.
    pub events: Vec<Event>,
    /// What its branch is called.
    pub name: Rc<str>,
}

impl PartialEq for Opened {
    fn eq(&self, other: &Self) -> bool {
        let story = match (&self.scenario, &other.scenario) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        story
            && Rc::ptr_eq(&self.trace, &other.trace)
            && self.run == other.run
            && self.original == other.original
            && self.lesson == other.lesson
            && self.marked == other.marked
    }
}

impl Opened {
    /// Opens a trace.
    ///
    /// # Errors
    /// When it does not play.
    pub fn new(scenario: Option<Rc<Scenario>>, origin: Origin, trace: Trace) -> Result<Self, TraceError> {
        let run = Run(trace.play(&model::open)?);
        let original =
            if is_original(&trace) { run.clone() } else { Run(trace.play_original(&model::open)?) };
        Ok(Self {
            scenario,
            origin,
            trace: Rc::new(trace),
            run,
            original,
            settlings: Vec::new(),
            names: Vec::new(),
            lesson: None,
            marked: None,
        })
    }

    /// The same story with another trace of it, replaying only what differs.
    ///
    /// # Errors
    /// When the trace does not play.
    pub fn with(&self, trace: Trace) -> Result<Self, TraceError> {
        let old = self.trace.branch();
        let new = trace.branch();
        let made_under = |fixes: &[String]| trace.config.with_fixes(fixes);
        let run = grown(&self.run, &old.events, &trace.config, &new.events)?;
        let original = if is_original(&trace) {
            run.clone()
        } else {
            grown(&self.original, &old.events, &made_under(&new.fixes), &new.events)?
        };
        Ok(Self { trace: Rc::new(trace), run, original, marked: None, ..self.clone() })
    }

    /// The same run at another step.
    #[must_use]
    pub fn at(&self, cursor: usize) -> Self {
        Self { trace: Rc::new(self.trace.at(cursor)), marked: None, ..self.clone() }
    }

    /// The step that is shown; 0 is the state before the first.
    pub fn cursor(&self) -> usize {
        self.trace.cursor
    }

    /// How many steps the branch has.
    pub fn len(&self) -> usize {
        self.run.len()
    }

    /// Whether the branch has no step.
    pub fn is_empty(&self) -> bool {
        self.run.is_empty()
    }

    /// The title of the run.
    pub fn title(&self) -> String {
        let model = || self.run.info().title.to_owned();
        self.scenario.as_ref().map_or_else(model, |scenario| scenario.title.clone())
    }

    /// The scenario as far as a link may name it.
    pub fn linked(&self) -> Option<&Scenario> {
        self.scenario.as_deref().filter(|_| self.origin == Origin::Index)
    }

    /// How the shown branch went on by itself, if it did.
    pub fn settling(&self) -> Option<Settling> {
        self.settlings.iter().find(|settling| settling.branch == self.trace.current).copied()
    }

    /// The run extended by its settled continuation, as a branch of the reader's, at its end.
    ///
    /// # Errors
    /// When a limit of the trace is reached.
    pub fn settle(&self) -> Result<Self, TraceError> {
        let settled = self.run.settled();
        self.go_on(&settled, settled.added)
    }

    /// The run extended by the first steps of its settled continuation, as a branch of the reader's, at the last of
    /// them.
    ///
    /// # Errors
    /// When a limit of the trace is reached.
    pub fn go_on(&self, settled: &Settled, steps: usize) -> Result<Self, TraceError> {
        let from = self.len();
        let mut opened = self.at(from);
        for step in from + 1..=from + steps {
            let event = settled.player.event(step);
            let trace = opened.chosen(&event)?;
            opened = opened.with(trace)?;
        }
        let (branch, end) = (opened.trace.current, opened.cursor());
        if steps > 0 && end == opened.len() {
            // A branch that went on before goes on from where it first did.
            let from = opened.settling().map_or(end - steps, |settling| settling.from);
            opened.settlings.retain(|settling| settling.branch != branch);
            let rests = settled.at_rest && steps == settled.added;
            opened.settlings.push(Settling { branch, from, rests });
        }
        Ok(opened)
    }

    /// The run after the reader chose an event at the cursor.
    ///
    /// # Errors
    /// When a limit of the trace is reached.
    pub fn choose(&self, event: &Event) -> Result<Self, TraceError> {
        let trace = self.chosen(event)?;
        let mut opened = self.with(trace)?;
        // A step added to a settled or found branch is the reader's own, so the mark goes.
        if opened.trace.current == self.trace.current && opened.len() > self.len() {
            opened.settlings.retain(|settling| settling.branch != opened.trace.current);
            opened.names.retain(|(branch, _)| *branch != opened.trace.current);
        }
        Ok(opened)
    }

    /// The run at the end of a schedule that a search found, as a branch of the reader's with a name.
    ///
    /// # Errors
    /// When a limit of the trace is reached, or the schedule does not play.
    pub fn show(&self, found: &Found) -> Result<Self, TraceError> {
        let trace = self.trace.with_branch(self.in_order(&found.fixes), found.events.clone())?;
        let mut opened = self.with(trace)?;
        let branch = opened.trace.current;
        if branch > 0 && opened.names.iter().all(|(named, _)| *named != branch) {
            opened.names.push((branch, Rc::clone(&found.name)));
        }
        Ok(opened)
    }

    /// The same run under a set of fixes.
    ///
    /// # Errors
    /// When the model does not know one of them.
    pub fn under(&self, fixes: &[String]) -> Result<Self, TraceError> {
        let mut trace = (*self.trace).clone();
        trace.config.fixes = self.in_order(fixes);
        self.with(trace)
    }

    /// Fixes in the model's order; a set that a branch was made under stays as it is written there.
    fn in_order(&self, fixes: &[String]) -> Vec<String> {
        let same = |made: &[String]| made.len() == fixes.len() && made.iter().all(|fix| fixes.contains(fix));
        let made = self.trace.branches.iter().map(|branch| &branch.fixes).find(|made| same(made));
        made.cloned().unwrap_or_else(|| self.trace.config.with_fixes(fixes).filled(self.run.info()).fixes)
    }

    fn chosen(&self, event: &Event) -> Result<Trace, TraceError> {
        match self.lesson {
            None => self.trace.choose(&*self.run, event),
            Some(_) => self.trace.choose_here(&*self.run, event),
        }
    }

    /// The same run with a fix switched.
    ///
    /// # Errors
    /// When the model does not take the fixes together.
    pub fn toggled(&self, fix: &str) -> Result<Self, TraceError> {
        let mut trace = self.trace.toggled(fix, self.run.info());
        // A lesson's run without a step is made under whatever is on when it begins.
        if self.lesson.is_some() && trace.branch().events.is_empty() {
            let current = trace.current;
            trace.branches[current].fixes.clone_from(&trace.config.fixes);
        }
        self.with(trace)
    }

    /// The n-th enabled action at the cursor as listed, counted from 1.
    pub fn nth_choice(&self, nth: usize) -> Option<Event> {
        let choices = listed(self.run.choices(self.cursor()));
        let mut enabled = choices.into_iter().filter(|choice| choice.refused.is_none());
        enabled.nth(nth.checked_sub(1)?).map(|choice| choice.event)
    }

    /// The nearest marked step in a direction, with further ones; the first or last step when there is none left.
    pub fn marker(&self, forward: bool, further: &[usize]) -> usize {
        let (cursor, markers) = (self.cursor(), self.markers(further));
        if forward {
            markers.into_iter().find(|&step| step > cursor).unwrap_or(self.len())
        } else {
            markers.into_iter().rev().find(|&step| step < cursor).unwrap_or(0)
        }
    }

    /// The steps worth a stop, in order: refused ones, faults, steps that break a property, points of no return, last
    /// escapes, those with a note, and the further ones.
    pub fn markers(&self, further: &[usize]) -> Vec<usize> {
        let broken: Vec<usize> = (self.run.properties(self.len()).iter())
            .filter_map(|property| match property.status {
                crate::trace::Status::Broken { at } => Some(at),
                _ => None,
            })
            .collect();
        let turns = turns(&no_returns(&*self.run));
        let marked = |&step: &usize| {
            self.run.is_refused(step)
                || self.run.actor(step).1.is_fault()
                || broken.contains(&step)
                || further.contains(&step)
                || self.trace.branch().note(step).is_some()
                || turns.iter().any(|turn| turn.position == step)
        };
        (1..=self.len()).filter(marked).collect()
    }
}

/// Whether the fixes that are on are those the branch was made under.
fn is_original(trace: &Trace) -> bool {
    trace.config.fixes == trace.branch().fixes
}

/// A replay of `new` under `config`, made from a replay of `old` where that saves work.
fn grown(run: &Run, old: &[Event], config: &Config, new: &[Event]) -> Result<Run, TraceError> {
    if run.config() != config {
        let empty = model::open(config).map_err(TraceError::Config)?;
        return empty.replay(new).map(Run);
    }
    if old == new {
        return Ok(run.clone());
    }
    let shared = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let base: Rc<dyn Player> = if shared == old.len() { Rc::clone(&run.0) } else { run.prefix(shared) };
    if shared == new.len() { Ok(Run(base)) } else { base.replay(&new[shared..]).map(Run) }
}
