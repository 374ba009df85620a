//! Version numbers of tools, as they print them.

use std::fmt;

/// A version of one to three numbers; `132` is 132.0.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version {
    /// The first number.
    pub(crate) major: u32,
    /// The second number.
    pub(crate) minor: u32,
    /// The third number; tools with four (Chromium) have their build here.
    pub(crate) patch: u32,
}

impl Version {
    /// A version of three numbers.
    pub(crate) const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { major, minor, patch }
    }

    /// The first word of a text that is a version: `v20.20.2`, `trunk 0.21.14`, `wasm-opt version 132 (…)`.
    pub(crate) fn find_in(text: &str) -> Option<Self> {
        text.split_whitespace().find_map(Self::parse)
    }

    /// Reads one word; what follows the numbers after `-` or `+` does not matter.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        let word = word.strip_prefix('v').unwrap_or(word);
        let word = word.split(['-', '+']).next()?;
        let mut numbers = [0; 3];
        for (index, part) in word.split('.').enumerate() {
            let number = part.parse().ok()?;
            if let Some(place) = numbers.get_mut(index) {
                *place = number;
            }
        }
        Some(Self::new(numbers[0], numbers[1], numbers[2]))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_as_tools_print_them() {
        for (text, expected) in [
            ("trunk 0.21.14", Version::new(0, 21, 14)),
            ("wasm-bindgen 0.2.130", Version::new(0, 2, 130)),
            ("wasm-opt version 132 (version_132)", Version::new(132, 0, 0)),
            ("v20.20.2", Version::new(20, 20, 2)),
            ("Chromium 156.0.8078.108 built on Debian GNU/Linux 12", Version::new(156, 0, 8078)),
            ("trunk 0.22.0-beta.1", Version::new(0, 22, 0)),
        ] {
            assert_eq!(Version::find_in(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn words_without_a_version() {
        for text in ["", "command not found", "1.x", "-1", "version_132"] {
            assert_eq!(Version::find_in(text), None, "{text}");
        }
    }

    #[test]
    fn versions_are_ordered_by_number() {
        assert!(Version::new(0, 21, 14) > Version::new(0, 21, 9));
        assert!(Version::new(18, 20, 0) < Version::new(20, 0, 0));
    }
}
