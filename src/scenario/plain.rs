//! Plain text: what a file may say, and how a name from outside is shown.
//!
//! A control character can repaint a terminal, and a direction mark can turn the text after it around, in a
//! terminal and on the page alike. No story needs either.

use serde_json::Value;

/// Whether a character changes how others are shown instead of showing something.
fn is_hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A name from outside with such characters written out.
pub(super) fn shown(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if is_hidden(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// The JSON path and the character of the first text that is not plain.
pub(super) fn find_hidden(value: &Value, path: &str) -> Option<(String, char)> {
    let hidden = |text: &str| text.chars().find(|&c| is_hidden(c));
    match value {
        Value::String(text) => hidden(text).map(|c| (path.to_owned(), c)),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(at, item)| find_hidden(item, &format!("{path}[{at}]")))
        }
        Value::Object(fields) => fields.iter().find_map(|(key, item)| match hidden(key) {
            Some(c) => Some((path.to_owned(), c)),
            None => find_hidden(item, &format!("{path}.{key}")),
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_found_and_written_out() {
        let value = serde_json::json!({"title": "a\nb", "notes": [{"text": "x\u{202e}y"}]});
        assert_eq!(find_hidden(&value, "$"), Some(("$.notes[0].text".into(), '\u{202e}')));
        assert_eq!(shown("a\u{1b}[31m.json"), "a\\u{1b}[31m.json");
    }
}
