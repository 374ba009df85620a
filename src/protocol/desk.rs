//! What the page hands to the program with the dialogs of sharing, the desk, and what comes back.
//!
//! The desk's files have no hash in their names either: what is handed over begins with [`DESK_PROTOCOL`].

use super::message::write;
use super::wire::Wire;

/// Raised with every change of these messages.
pub const DESK_PROTOCOL: u32 = 1;

/// The longest of these messages that is read, in bytes.
pub const MAX_HANDED_BYTES: usize = 8 << 20;

/// A dialog of the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The link of the run.
    Share,
    /// The run in another page.
    Embed,
    /// The run as a file.
    Export,
    /// The run as a scenario file that can be edited.
    Edit,
}

/// The run that a dialog is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// The page's [`DESK_PROTOCOL`].
    pub protocol: u32,
    /// The dialog.
    pub wanted: Wanted,
    /// The run as the fragment of a link, however long.
    pub fragment: String,
    /// The text of the reader's own file, if the run comes from one; the fragment then names its scenario.
    pub own: Option<String>,
    /// Whether letters are keys; the reader may have switched them off.
    pub letters: bool,
}

/// How a visit to the desk ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned {
    /// The reader closed it.
    Closed,
    /// The reader wants a scenario file to be opened.
    Open {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
    },
    /// There is no dialog.
    Failed {
        /// Why, in words for the reader.
        message: String,
    },
}

impl Handed {
    /// The text of it.
    pub fn write(&self) -> String {
        write(self)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// When it is of another version, or nothing that is handed over.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MAX_HANDED_BYTES {
            return Err(format!("the run has {} bytes; expected at most {MAX_HANDED_BYTES}", text.len()));
        }
        let mut rest = text;
        if u32::read(&mut rest) != Some(DESK_PROTOCOL) {
            return Err("they are of another version than the page; a reload may help".into());
        }
        let mut rest = text;
        let handed = Self::read_from(&mut rest).filter(|_| rest.is_empty());
        handed.ok_or_else(|| "the run has no form that this version reads".into())
    }

    fn read_from(rest: &mut &str) -> Option<Self> {
        <Self as Wire>::read(rest)
    }
}

impl Returned {
    /// The text of it.
    pub fn write(&self) -> String {
        write(self)
    }

    /// Reads a text; none when there is nothing in it to go by, as when the desk could not be fetched.
    pub fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        <Self as Wire>::read(&mut rest).filter(|_| rest.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn handed() -> Handed {
        let fragment = "#/flink-40114-own-loss?at=7".to_owned();
        Handed {
            protocol: DESK_PROTOCOL,
            wanted: Wanted::Export,
            fragment,
            own: Some("{\"é\": 1}".into()),
            letters: true,
        }
    }

    #[test]
    fn what_is_handed_over_arrives() {
        for wanted in [Wanted::Share, Wanted::Embed, Wanted::Export, Wanted::Edit] {
            for own in [None, Some(String::new()), handed().own] {
                let handed = Handed { wanted, own, ..handed() };
                assert_eq!(Handed::read(&handed.write()), Ok(handed));
            }
        }
        let (name, text) = ("a,b.json".to_owned(), "1,2".to_owned());
        for returned in
            [Returned::Closed, Returned::Open { name, text }, Returned::Failed { message: "why".into() }]
        {
            assert_eq!(Returned::read(&returned.write()), Some(returned));
        }
    }

    #[test]
    fn another_version_and_another_text_are_told_apart() {
        let other = Handed { protocol: DESK_PROTOCOL + 1, ..handed() };
        assert!(Handed::read(&other.write()).unwrap_err().contains("another version"));
        let text = handed().write();
        assert!(Handed::read(&text[..text.len() - 1]).unwrap_err().contains("no form"));
        assert!(Handed::read(&format!("{text}1,")).unwrap_err().contains("no form"));
        assert_eq!(Returned::read(""), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[0-9,a-zé]{0,40}") {
            drop(Handed::read(&text));
            drop(Returned::read(&text));
        }
    }
}
