//! The formats, as dialogs and the command list them.

/// What a run can be exported as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One page that opens from disk.
    Html,
    /// The timeline as a drawing.
    Svg,
    /// The timeline as an image.
    Png,
    /// A section of a postmortem.
    Md,
    /// A trace for tools of the TLA+ world.
    Itf,
    /// Trace events for Perfetto.
    Chrome,
    /// A log for `ShiViz`.
    Shiviz,
    /// A scenario file.
    Json,
}

/// Which questions a format tells the answers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// [`super::Document::check`]
    pub check: bool,
    /// [`super::Document::matrix`]
    pub matrix: bool,
    /// [`super::Document::explanation`]
    pub explanation: bool,
}

impl Format {
    /// All formats, in the order in which they are offered.
    pub const ALL: [Self; 8] =
        [Self::Html, Self::Svg, Self::Png, Self::Md, Self::Json, Self::Itf, Self::Chrome, Self::Shiviz];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        self.told().0
    }

    /// The format of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Html => "text/html",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Md => "text/markdown",
            Self::Itf | Self::Chrome | Self::Json => "application/json",
            Self::Shiviz => "text/plain",
        }
    }

    /// How the name of a file ends, without its first dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Itf => "itf.json",
            Self::Chrome => "trace.json",
            Self::Shiviz => "shiviz.log",
            _ => self.word(),
        }
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        self.told().1
    }

    /// What it is good for, in one sentence.
    pub fn description(self) -> &'static str {
        self.told().2
    }

    /// Whether it is text, which [`super::write`] or [`super::html`] makes.
    pub fn is_text(self) -> bool {
        self != Self::Png
    }

    /// Which answers it tells.
    pub fn wants(self) -> Wants {
        match self {
            Self::Svg | Self::Png => Wants { explanation: true, ..Wants::default() },
            Self::Md => Wants { check: true, matrix: true, explanation: true },
            Self::Json => Wants { check: true, ..Wants::default() },
            Self::Html | Self::Itf | Self::Chrome | Self::Shiviz => Wants::default(),
        }
    }

    fn told(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Html => {
                ("html", "Page in one file", "Opens from disk without a server, and still steps and checks")
            }
            Self::Svg => (
                "svg",
                "Timeline, SVG",
                "The timeline as a drawing for light and dark pages; carries the run",
            ),
            Self::Png => ("png", "Timeline, PNG", "The timeline as an image, for what takes no SVG"),
            Self::Md => (
                "md",
                "Postmortem section, Markdown",
                "Summary, steps, sequence diagram, verdicts with their limits, and the link",
            ),
            Self::Itf => (
                "itf",
                "ITF trace",
                "The states in the Informal Trace Format, for Apalache, Quint and their viewers",
            ),
            Self::Chrome => ("chrome", "Chrome trace", "Steps and causes as trace events, for Perfetto"),
            Self::Shiviz => {
                ("shiviz", "ShiViz log", "A log with vector clocks and the regular expression that reads it")
            }
            Self::Json => {
                ("json", "Scenario file", "The run as a scenario whose expectations `stepdown check` proves")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_listed_once_and_found_by_its_word() {
        for (at, format) in Format::ALL.into_iter().enumerate() {
            assert_eq!(Format::from_word(format.word()), Some(format));
            assert!(Format::ALL[at + 1..].iter().all(|other| other.extension() != format.extension()));
            assert!(!format.description().ends_with('.') && !format.title().is_empty());
        }
        assert_eq!(Format::from_word("pdf"), None);
    }
}
