//! The messages.

use super::wire::Wire;
use crate::check::{Limits, Matrix, Progress, Report};
use crate::diagnosis::Told;
use crate::machine::{Config, Event};
use crate::model::Ask;
use crate::scenario::{Goal, Grade};
use crate::trace::Cause;

/// Raised with every change of a message.
pub const PROTOCOL: u32 = 5;

/// The longest message that is read, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// From page to worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Answers carry it too.
    pub id: u32,
    /// What is asked for.
    pub order: Order,
}

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Check a configuration over all orders.
    Check {
        /// The configuration.
        config: Config,
        /// What is asked about it.
        ask: Ask,
    },
    /// Check every set of fixes.
    Matrix {
        /// The configuration; its fixes outside the matrix stay on.
        config: Config,
        /// The fixes.
        fixes: Vec<String>,
        /// The properties; all when there is none.
        properties: Vec<String>,
        /// How far the search of each cell may go.
        limits: Limits,
    },
    /// Tell what decides about the properties that a run breaks.
    Explain {
        /// The configuration.
        config: Config,
        /// The run.
        events: Vec<Event>,
    },
    /// Grade a lesson.
    Grade {
        /// The configuration.
        config: Config,
        /// The reader's run.
        events: Vec<Event>,
        /// The task.
        goal: Goal,
        /// How far the search may go.
        limits: Limits,
    },
    /// Recognise log lines.
    Recognise {
        /// The lines as pasted.
        paste: String,
        /// The index of the scenarios' logs.
        logs: String,
    },
    /// Check a file of the reader's own.
    Open {
        /// Its name, for messages.
        name: String,
        /// What is in it.
        text: String,
    },
}

/// From worker to page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The worker takes requests.
    Ready {
        /// The worker's [`PROTOCOL`].
        protocol: u32,
    },
    /// How far a request is.
    Progress {
        /// The request.
        id: u32,
        /// How far.
        how_far: HowFar,
    },
    /// A request is answered.
    Done {
        /// The request.
        id: u32,
        /// The answer.
        answer: Box<Answer>,
    },
    /// A request can't be answered.
    Failed {
        /// The request; none when it could not be read.
        id: Option<u32>,
        /// Why, in words for the reader.
        message: String,
    },
}

/// How far a piece of work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HowFar {
    /// How far the present search is.
    pub search: Option<Progress>,
    /// Of a matrix: sets of fixes that are checked, and how many there are.
    pub sets: Option<(u32, u32)>,
    /// States found in searches that are over.
    pub states_before: u64,
}

/// The result of an [`Order`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Of a check.
    Check(Report),
    /// Of a matrix.
    Matrix(Matrix),
    /// Of an explanation.
    Explain(Explained),
    /// Of a lesson.
    Grade(Grade),
    /// Of log lines.
    Recognise(Told),
    /// Of a file.
    Open(Carried),
}

/// What a file of the reader's own carries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// The link of its run; none: the scenario's own.
    pub fragment: Option<String>,
    /// The text of its scenario, which is in order; none: the link names one.
    pub scenario: Option<String>,
}

/// What decides about a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explained {
    /// One a property that the run breaks.
    pub causes: Vec<Cause>,
}

impl Request {
    /// The text of it.
    pub fn write(&self) -> String {
        write(self)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// When it is no request of this protocol.
    pub fn read(text: &str) -> Result<Self, String> {
        read("a request", text)
    }
}

impl Reply {
    /// The text of it.
    pub fn write(&self) -> String {
        write(self)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// When it is no reply of this protocol.
    pub fn read(text: &str) -> Result<Self, String> {
        read("a reply", text)
    }
}

pub(super) fn write(message: &impl Wire) -> String {
    let mut text = String::new();
    message.write(&mut text);
    text
}

fn read<T: Wire>(what: &str, text: &str) -> Result<T, String> {
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(format!("{} bytes; expected {what} of at most {MAX_MESSAGE_BYTES}", text.len()));
    }
    let mut rest = text;
    let message = T::read(&mut rest).filter(|_| rest.is_empty());
    message.ok_or_else(|| format!("expected {what}: the message has no form that this version reads"))
}
