//! From text to a scenario that plays: parse, check against the model, replay its schedule.
//!
//! The page's own program only opens what was proved before, the shipped scenarios, or checked by another program, a
//! reader's file; so it has no words for what can be wrong with a file (feature `compact`).

#[cfg(not(feature = "compact"))]
use super::check::check;
use super::file::{FORMAT, Scenario};
use super::json::{Wrong, from_json};
#[cfg(not(feature = "compact"))]
use super::place::{line_at, path_at};
#[cfg(not(feature = "compact"))]
use super::plain::find_hidden;
use super::problem::{Place, Problem};
use crate::machine::System;
#[cfg(feature = "compact")]
use crate::model;
use crate::trace::Player;
use std::rc::Rc;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// A scenario whose configuration fits its model and whose schedule plays without a refusal.
#[derive(Clone)]
pub struct Loaded {
    /// The file.
    pub scenario: Rc<Scenario>,
    /// The run of its schedule under its own fixes.
    pub player: Rc<dyn Player>,
}

impl Loaded {
    /// The real system.
    pub fn system(&self) -> System {
        self.player.info().system
    }
}

/// Reads the text of a file, without asking the model about it.
///
/// # Errors
/// When the text is too large, not JSON, or not a scenario of format 1.
pub fn parse(file: &str, text: &str) -> Result<Scenario, Problem> {
    let problem = |place, message| Problem { file: file.to_owned(), place, message };
    if text.len() > MAX_BYTES {
        let message = format!("the file has {} bytes; expected at most {MAX_BYTES}", text.len());
        return Err(problem(Place::File, message));
    }
    if text.trim().is_empty() {
        return Err(problem(Place::File, "the file is empty; expected a scenario file".into()));
    }
    let text = text.trim_start_matches('\u{feff}');
    let scenario: Scenario = from_json(text).map_err(|wrong| refused(file, text, wrong))?;
    #[cfg(not(feature = "compact"))]
    if let Some((path, hidden)) = find_hidden(text) {
        let message = format!("the control character U+{:04X}; expected plain text", u32::from(hidden));
        return Err(problem(Place::Path(path), message));
    }
    if scenario.format != FORMAT {
        let message = format!("format {} is not known; expected {FORMAT}", scenario.format);
        return Err(problem(Place::Path("$.format".into()), message));
    }
    Ok(scenario)
}

#[cfg(not(feature = "compact"))]
fn refused(file: &str, text: &str, wrong: Wrong) -> Problem {
    let problem = |place, message| Problem { file: file.to_owned(), place, message };
    if !wrong.is_syntax {
        return problem(Place::Path(path_at(text, wrong.at)), wrong.message);
    }
    let message = format!("not JSON: {}; expected a scenario file", wrong.message);
    problem(line_at(text, wrong.at), message)
}

#[cfg(feature = "compact")]
fn refused(file: &str, _: &str, _: Wrong) -> Problem {
    let message = "this is no scenario of format 1; a reload may help, if a new version is on its way";
    Problem { file: file.to_owned(), place: Place::File, message: message.into() }
}

/// Reads a file and checks everything in it that a model can check.
///
/// # Errors
/// The first problem, with its place.
pub fn load(file: &str, text: &str) -> Result<Loaded, Problem> {
    let scenario = parse(file, text)?;
    match check(&scenario) {
        Ok(player) => Ok(Loaded { scenario: Rc::new(scenario), player }),
        Err((path, message)) => Err(Problem { file: file.to_owned(), place: Place::Path(path), message }),
    }
}

/// Only replays the schedule: a refusal was found before, or it is told at its step.
#[cfg(feature = "compact")]
fn check(scenario: &Scenario) -> Result<Rc<dyn Player>, (String, String)> {
    let failed = |message| ("$".to_owned(), message);
    let empty = model::open(&scenario.config()).map_err(|error| failed(error.message))?;
    empty.replay(&scenario.schedule).map_err(|error| failed(error.to_string()))
}
