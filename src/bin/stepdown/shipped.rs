//! The scenarios of this version, within the command itself: it works in any folder.
//!
//! A new file does not cause a new build; touch this one then. A test in tests/command.rs says so.

use include_dir::{Dir, include_dir};

static SCENARIOS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// The file names and texts, ordered by name.
pub(crate) fn all() -> Vec<(&'static str, &'static str)> {
    let text = |file: &'static include_dir::File<'static>| {
        let name = file.path().file_name()?.to_str().filter(|name| is_json(name))?;
        Some((name, file.contents_utf8()?))
    };
    let mut all: Vec<_> = SCENARIOS.files().filter_map(text).collect();
    all.sort_unstable();
    all
}

/// The text of one, by file name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    SCENARIOS.get_file(name)?.contents_utf8()
}

/// Whether a file name is that of a scenario.
pub(crate) fn is_json(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("json"))
}
