//! What is wrong with a file, and where.

use std::fmt;

/// An error in outside input: the file, the place in it, what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file's name as the user gave it.
    pub file: String,
    /// Where in the file.
    pub place: Place,
    /// What was found and what was expected.
    pub message: String,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    File,
    /// Where it stops being JSON.
    Text {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
    },
    /// A JSON path, as in `$.schedule[3]`.
    Path(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Path(path) => f.write_str(path),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = super::plain::shown(&self.file);
        match self.place {
            Place::File => write!(f, "{file}: {}", self.message),
            _ => write!(f, "{file}: {}: {}", self.place, self.message),
        }
    }
}

impl std::error::Error for Problem {}
