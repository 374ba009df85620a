//! What the page is showing: which page, which list, which dialog.

use super::index::Entry;
use std::rc::Rc;

/// What the page is showing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Page {
    /// The scenarios by question.
    #[default]
    Start,
    /// The open run.
    Run,
}

/// The scenarios on offer.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Index {
    /// Not here yet.
    #[default]
    Loading,
    /// Here.
    Ready(Rc<[Entry]>),
    /// Can't be had; the notices say why.
    Failed,
}

/// A dialog over the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Keys and how to read the page.
    Help,
    /// What to step on to.
    Until,
    /// A run in both orders of its race pair, by the group of properties that the pair decides about.
    Orders(usize),
    /// The glossary, at an entry.
    Glossary(Option<String>),
    /// The note on the step that is shown.
    Note,
    /// One of the dialogs of sharing, which are another program.
    Desk,
    /// Text to copy by hand where the clipboard is denied.
    Copy(Rc<str>),
}
