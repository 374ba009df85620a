//! The messages above the page, as ground state.

/// How a notice is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something was not possible.
    Problem,
    /// Something is worth knowing.
    Remark,
}

/// A message above the page, until it is dismissed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Which one.
    pub id: u32,
    /// How it is meant.
    pub severity: Severity,
    /// What could not be done, in a few words.
    pub title: String,
    /// File, place, what was found and what was expected.
    pub text: String,
}

/// The messages, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notices {
    list: Vec<Notice>,
    next: u32,
}

/// The most notices kept at a time; older ones go first.
const NOTICES: usize = 3;

impl Notices {
    /// The messages, oldest first.
    pub fn list(&self) -> &[Notice] {
        &self.list
    }

    /// Adds a message, unless it is there.
    pub fn add(&mut self, severity: Severity, title: &str, text: String) {
        if self.list.iter().any(|notice| notice.title == title && notice.text == text) {
            return;
        }
        // What the reader tried before is over.
        if severity == Severity::Problem {
            self.forget_problems();
        }
        let id = self.next;
        self.next += 1;
        self.list.push(Notice { id, severity, title: title.to_owned(), text });
        let surplus = self.list.len().saturating_sub(NOTICES);
        self.list.drain(..surplus);
    }

    /// Forgets a message that was read.
    pub fn dismiss(&mut self, id: u32) {
        self.list.retain(|notice| notice.id != id);
    }

    /// Forgets messages of a title.
    pub fn forget(&mut self, title: &str) {
        self.list.retain(|notice| notice.title != title);
    }

    /// Forgets what was not possible before; remarks stay.
    pub fn forget_problems(&mut self) {
        self.list.retain(|notice| notice.severity != Severity::Problem);
    }
}
