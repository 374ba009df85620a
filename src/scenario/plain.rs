//! Plain text: what a file may say, and how a name from outside is shown.
//!
//! A control character can repaint a terminal, and a direction mark can turn the text after it around, in a
//! terminal and on the page alike. No story needs either.

#[cfg(not(feature = "compact"))]
use super::json::from_json;
#[cfg(not(feature = "compact"))]
use super::place::Walk;
use crate::machine::is_hidden;

/// A name from outside with such characters written out.
pub(crate) fn shown(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if is_hidden(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// The JSON path and the character of the first text in a JSON file that is not plain.
#[cfg(not(feature = "compact"))]
pub(super) fn find_hidden(json: &str) -> Option<(String, char)> {
    let mut walk = Walk::new(json);
    while let Some(quoted) = walk.next_quoted() {
        let text: String = from_json(quoted).ok()?;
        if let Some(hidden) = text.chars().find(|&c| is_hidden(c)) {
            return Some((walk.path(), hidden));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_found_and_written_out() {
        let found = |json: &str| find_hidden(json).map(|(path, c)| (path, u32::from(c)));
        assert_eq!(found(r#"{"title": "a\nb", "steps": [1, "é"]}"#), None);
        let text = "{\"notes\": [{\"text\": \"x\u{202e}y\"}]}";
        assert_eq!(found(text), Some(("$.notes[0].text".into(), 0x202e)));
        assert_eq!(found(r#"{"a": [0, "\u001b[31m"]}"#), Some(("$.a[1]".into(), 0x1b)));
        assert_eq!(found(r#"{"a": {"\u200e": 0}}"#), Some((r"$.a.\u200e".into(), 0x200e)));
        assert_eq!(shown("a\u{1b}[31m.json"), "a\\u{1b}[31m.json");
    }
}
