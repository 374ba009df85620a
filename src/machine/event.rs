//! The textual notation of an event, used by files, links, outputs and tests alike.

use serde::Serialize;
use std::fmt;
use std::rc::Rc;

/// The longest notation that is read, in characters.
pub const MAX_EVENT_CHARS: usize = 64;

/// One event of a schedule in its notation: words of lower-case letters, digits and `_`, joined by `.`.
///
/// Only the form is checked here; whether a model knows the event is the model's to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Event(Rc<str>);

impl Event {
    /// Reads the notation.
    ///
    /// # Errors
    /// When it is empty, too long, or holds a character outside the notation.
    pub fn new(text: &str) -> Result<Self, EventError> {
        let shown = || text.chars().take(MAX_EVENT_CHARS).collect::<String>();
        if text.is_empty() || text.len() > MAX_EVENT_CHARS {
            return Err(EventError(format!(
                "an event has 1 to {MAX_EVENT_CHARS} characters, found {} in `{}`",
                text.chars().count(),
                shown()
            )));
        }
        match text.chars().find(|c| !matches!(c, 'a'..='z' | '0'..='9' | '_' | '.')) {
            Some(wrong) => Err(EventError(format!(
                "an event is written with a-z, 0-9, `_` and `.`, found {wrong:?} in `{}`",
                shown()
            ))),
            None => Ok(Self(text.into())),
        }
    }

    /// The notation of an action.
    ///
    /// # Panics
    /// When a model's `Display` leaves the notation: an error in the model.
    pub fn of(action: &impl fmt::Display) -> Self {
        Self::new(&action.to_string()).expect("a model prints its actions in the event notation")
    }

    /// The notation.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl schemars::JsonSchema for Event {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Event".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "One event in its notation, such as jm1.executor.run",
            "pattern": "^[a-z0-9_.]{1,64}$",
        })
    }
}

/// Why a text is not an event: of the notation, or of this model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventError(pub String);

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EventError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_the_notation_and_names_what_is_wrong() {
        assert_eq!(Event::new("jm1.executor.run_fail").unwrap().as_str(), "jm1.executor.run_fail");
        for (text, told) in [("", "1 to 64"), ("a b", "' '"), ("Jm1", "'J'"), (&"x".repeat(65), "found 65")] {
            let error = Event::new(text).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }
}
