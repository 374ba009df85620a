//! What is wrong with a link, and what is merely worth telling.

use crate::machine::shorten;
use std::fmt;

/// Why a text is not a link, or a link can't be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkError {
    /// The part of the link, as in `at`.
    pub part: String,
    /// What stands there, cut to a readable length.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl LinkError {
    pub(super) fn new(part: &str, found: &str, expected: impl Into<String>) -> Self {
        Self { part: shorten(part), found: shorten(found), expected: expected.into() }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "link: {}: found `{}`; expected {}", self.part, self.found, self.expected)
    }
}

impl std::error::Error for LinkError {}

/// Something a reader should know about a link that was opened all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text, always plain.
    pub text: String,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Collects notices, and stops listing them before they fill the page.
#[derive(Default)]
pub(super) struct Notices {
    listed: Vec<Notice>,
    more: usize,
}

impl Notices {
    const MAX: usize = 20;

    pub(super) fn push(&mut self, text: String) {
        if self.listed.len() < Self::MAX {
            self.listed.push(Notice { text });
        } else {
            self.more += 1;
        }
    }

    pub(super) fn into_list(mut self) -> Vec<Notice> {
        if self.more > 0 {
            self.listed.push(Notice { text: format!("{} more of the kind are not listed", self.more) });
        }
        self.listed
    }
}

/// Outside words within a message: `a`, `b` and so on, cut to a readable number.
pub(super) fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    const SHOWN: usize = 5;
    let words: Vec<_> = words.collect();
    let shown: Vec<_> = words.iter().take(SHOWN).map(|word| format!("`{}`", shorten(word))).collect();
    let more = words.len().saturating_sub(SHOWN);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}
