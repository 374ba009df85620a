//! The reader's own state: configuration, branches and cursor, from which everything else is replayed.

use super::Player;
use super::note::{Note, tidy_notes};
use crate::machine::{Config, ConfigError, Event, EventError, ModelInfo};
use std::fmt;
use std::rc::Rc;

/// Opens a run without steps under a configuration. The registry of models provides it.
pub type Opener = dyn Fn(&Config) -> Result<Rc<dyn Player>, ConfigError>;

/// The longest schedule that is kept.
pub const MAX_EVENTS: usize = 20_000;

/// The most branches that are kept beside each other.
pub const MAX_BRANCHES: usize = 64;

/// A schedule and the fixes it was made under.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Branch {
    /// The schedule.
    pub events: Vec<Event>,
    /// The fixes that were on when it was made; "what changed" is told against these.
    pub fixes: Vec<String>,
    /// Annotations of its steps, in their order, one a step.
    pub notes: Vec<Note>,
}

impl Branch {
    /// A schedule without notes.
    pub fn new(events: Vec<Event>, fixes: Vec<String>) -> Self {
        Self { events, fixes, notes: Vec::new() }
    }

    /// Whether it is the same schedule, made under the same fixes.
    fn is_same(&self, other: &Self) -> bool {
        self.events == other.events && self.fixes == other.fixes
    }

    /// The note on a step.
    pub fn note(&self, step: usize) -> Option<&str> {
        self.notes.iter().find(|note| note.step == step).map(|note| note.text.as_str())
    }
}

/// Ground state of a page: all that a link has to carry.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Trace {
    /// What is played, fixes included.
    pub config: Config,
    /// The schedules. The first is the one the trace was opened with and is never changed.
    pub branches: Vec<Branch>,
    /// Which branch is shown.
    pub current: usize,
    /// How many steps of it are done.
    pub cursor: usize,
}

/// Why a trace can't be played or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceError {
    /// The configuration does not fit the model.
    Config(ConfigError),
    /// The model does not know an event.
    Event {
        /// Its position in the schedule, counted from 1.
        step: usize,
        /// What is wrong with it.
        error: EventError,
    },
    /// A limit of this page was reached.
    Limit(String),
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(error) => error.fmt(f),
            Self::Event { step, error } => write!(f, "step {step}: {error}"),
            Self::Limit(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for TraceError {}

impl Trace {
    /// A trace of one branch, at its beginning.
    pub fn new(config: Config, events: Vec<Event>) -> Self {
        let branch = Branch::new(events, config.fixes.clone());
        Self { config, branches: vec![branch], current: 0, cursor: 0 }
    }

    /// The branch that is shown.
    pub fn branch(&self) -> &Branch {
        &self.branches[self.current]
    }

    /// Replays the branch that is shown under the fixes that are on.
    ///
    /// # Errors
    /// When the configuration or an event does not fit the model.
    pub fn play(&self, open: &Opener) -> Result<Rc<dyn Player>, TraceError> {
        replay(open, &self.config, &self.branch().events)
    }

    /// Replays the branch that is shown under the fixes it was made under.
    ///
    /// # Errors
    /// As [`Trace::play`].
    pub fn play_original(&self, open: &Opener) -> Result<Rc<dyn Player>, TraceError> {
        let branch = self.branch();
        replay(open, &self.config.with_fixes(&branch.fixes), &branch.events)
    }

    /// The trace after the reader chose an event at the cursor. `player` is its replay.
    ///
    /// The next event of the branch, or of another branch that agrees so far, is followed; anything else
    /// makes a new branch, or extends the reader's own at its end. No schedule is ever lost.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn choose(&self, player: &dyn Player, event: &Event) -> Result<Self, TraceError> {
        self.chosen(player, event, true)
    }

    /// As [`Trace::choose`], but no other branch is followed: what is not shown stays unknown to the reader.
    ///
    /// # Errors
    /// As [`Trace::choose`].
    pub fn choose_here(&self, player: &dyn Player, event: &Event) -> Result<Self, TraceError> {
        self.chosen(player, event, false)
    }

    fn chosen(&self, player: &dyn Player, event: &Event, elsewhere: bool) -> Result<Self, TraceError> {
        let mut next = self.clone();
        let branch = self.branch();
        if branch.events.get(self.cursor) == Some(event) && !player.is_refused(self.cursor + 1) {
            next.cursor += 1;
            return Ok(next);
        }
        if self.cursor >= MAX_EVENTS {
            return Err(TraceError::Limit(format!("a run has at most {MAX_EVENTS} steps")));
        }
        // Steps struck out under the present fixes did not happen, so a new schedule leaves them out.
        let mut events: Vec<Event> = Vec::with_capacity(self.cursor + 1);
        events.extend(
            (1..=self.cursor).filter(|&step| !player.is_refused(step)).map(|step| player.event(step)),
        );
        events.push(event.clone());
        let made_under = |branch: &Branch| branch.fixes == self.config.fixes;
        let mut others = self.branches.iter();
        let found = others.position(|b| elsewhere && made_under(b) && b.events.starts_with(&events));
        if let Some(found) = found {
            next.current = found;
            next.cursor = events.len();
            return Ok(next);
        }
        next.cursor = events.len();
        let extends = self.current > 0
            && self.cursor == branch.events.len()
            && events[..events.len() - 1] == branch.events[..]
            && made_under(branch);
        if extends {
            next.branches[self.current].events = events;
            return Ok(next);
        }
        // What was noted on the steps so far stays with them.
        let steps = events.len() - 1;
        let mut own = Branch::new(events, self.config.fixes.clone());
        if own.events[..steps] == branch.events[..steps] {
            own.notes = branch.notes.iter().filter(|note| note.step <= steps).cloned().collect();
        }
        next.current = next.add(own)?;
        Ok(next)
    }

    /// The trace with a schedule shown to its end, under the fixes it was made under: an equal branch, or a
    /// new one of the reader's.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn with_branch(&self, fixes: Vec<String>, events: Vec<Event>) -> Result<Self, TraceError> {
        if events.len() > MAX_EVENTS {
            return Err(TraceError::Limit(format!("a run has at most {MAX_EVENTS} steps")));
        }
        let mut next = self.clone();
        next.cursor = events.len();
        next.config.fixes.clone_from(&fixes);
        let branch = Branch::new(events, fixes);
        next.current = match self.branches.iter().position(|known| known.is_same(&branch)) {
            Some(known) => known,
            None => next.add(branch)?,
        };
        Ok(next)
    }

    /// The trace with another note on the step that is shown; an empty text takes the note away. Branches that begin with
    /// the same steps got the note along with them, so they lose it, too: nothing that was taken away travels on.
    #[must_use]
    pub fn with_note(&self, text: &str) -> Self {
        let mut next = self.clone();
        let step = self.cursor;
        let shown = self.branch();
        for (at, branch) in next.branches.iter_mut().enumerate() {
            let agrees = branch.events.get(..step) == shown.events.get(..step)
                && branch.note(step) == shown.note(step);
            if at == self.current || agrees && shown.note(step).is_some() {
                branch.notes.retain(|note| note.step != step);
                branch.notes.push(Note { step, text: text.to_owned() });
                branch.notes = tidy_notes(&branch.notes, branch.events.len());
            }
        }
        next
    }

    /// Adds a branch and tells its position.
    fn add(&mut self, branch: Branch) -> Result<usize, TraceError> {
        if self.branches.len() >= MAX_BRANCHES {
            return Err(TraceError::Limit(format!("a trace keeps at most {MAX_BRANCHES} branches")));
        }
        self.branches.push(branch);
        Ok(self.branches.len() - 1)
    }

    /// The same trace at another step, kept within the branch.
    #[must_use]
    pub fn at(&self, cursor: usize) -> Self {
        Self { cursor: cursor.min(self.branch().events.len()), ..self.clone() }
    }

    /// The same trace with another branch shown. The cursor stays where the two branches agree.
    #[must_use]
    pub fn on_branch(&self, branch: usize) -> Self {
        if branch >= self.branches.len() {
            return self.clone();
        }
        let (here, there) = (&self.branch().events, &self.branches[branch].events);
        let shared = here.iter().zip(there).take_while(|(a, b)| a == b).count();
        let cursor = if self.cursor <= shared { self.cursor } else { there.len() };
        Self { current: branch, cursor, ..self.clone() }
    }

    /// The same trace with a fix switched, its fixes kept in the model's order and one of a group at most.
    #[must_use]
    pub fn toggled(&self, fix: &str, info: &ModelInfo) -> Self {
        let fixes = info.toggled(&self.config.fixes, fix);
        Self { config: Config { fixes, ..self.config.clone() }, ..self.clone() }
    }
}

fn replay(open: &Opener, config: &Config, events: &[Event]) -> Result<Rc<dyn Player>, TraceError> {
    let empty = open(config).map_err(TraceError::Config)?;
    empty.replay(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(words: &[&str]) -> Vec<Event> {
        words.iter().map(|word| Event::new(word).unwrap()).collect()
    }

    fn told() -> Trace {
        Trace::new(Config::default(), events(&["a", "b", "c"])).at(2)
    }

    #[test]
    fn a_schedule_becomes_a_branch_at_its_end_and_the_first_one_stays() {
        let trace = told().with_branch(vec!["fix".into()], events(&["a", "d"])).unwrap();
        assert_eq!((trace.current, trace.cursor, &trace.config.fixes), (1, 2, &vec!["fix".into()]));
        assert_eq!(trace.branches[0], told().branches[0]);
        let back = trace.on_branch(0);
        assert_eq!((back.cursor, back.branch()), (3, told().branch()));
    }

    #[test]
    fn an_equal_branch_is_shown_again_and_other_fixes_make_another() {
        let fixed = vec!["fix".to_owned()];
        let trace = told().with_branch(fixed.clone(), events(&["a"])).unwrap();
        let trace = trace.on_branch(0).with_branch(fixed, events(&["a"])).unwrap();
        assert_eq!((trace.branches.len(), trace.current, trace.cursor), (2, 1, 1));
        let trace = trace.with_branch(Vec::new(), events(&["a"])).unwrap();
        assert_eq!((trace.branches.len(), trace.current), (3, 2));
        let trace = trace.with_branch(Vec::new(), events(&["a", "b", "c"])).unwrap();
        assert_eq!((trace.branches.len(), trace.current, trace.cursor), (3, 0, 3));
    }

    /// A branch begins with the notes on the steps before it: what is taken away there is taken away in both.
    #[test]
    fn a_note_that_is_changed_or_taken_away_is_so_in_every_branch_that_has_it() {
        let mut noted = told().with_note("host-17");
        noted.branches.push(Branch {
            notes: noted.branch().notes.clone(),
            ..Branch::new(events(&["a", "b", "d"]), Vec::new())
        });
        noted.branches.push(Branch {
            notes: noted.branch().notes.clone(),
            ..Branch::new(events(&["a", "c", "d"]), Vec::new())
        });
        let texts = |trace: &Trace| {
            trace.branches.iter().map(|branch| branch.note(2).unwrap_or("").to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(texts(&noted.with_note("host")), ["host", "host", "host-17"]);
        assert_eq!(texts(&noted.with_note("")), ["", "", "host-17"]);
        assert_eq!(texts(&noted.with_note("").with_note("new")), ["new", "", "host-17"]);
    }

    #[test]
    fn limits_are_told_and_known_branches_are_still_shown() {
        let step = |at: usize| events(&[format!("e{at}").as_str()]);
        let full = (1..MAX_BRANCHES).fold(told(), |t, at| t.with_branch(Vec::new(), step(at)).unwrap());
        let error = full.with_branch(Vec::new(), step(MAX_BRANCHES)).unwrap_err();
        assert!(error.to_string().contains("64 branches"), "{error}");
        assert_eq!(full.with_branch(Vec::new(), step(7)).unwrap().current, 7);
        let long = vec![Event::new("e").unwrap(); MAX_EVENTS + 1];
        assert!(matches!(told().with_branch(Vec::new(), long), Err(TraceError::Limit(_))));
    }
}
