//! Where in a JSON text something stands, as a JSON path: `$.schedule[3]`.
//!
//! *Invariant*: any text has an answer, JSON or not.

use super::plain::shown;
use super::problem::Place;
use crate::machine::shorten;

/// The path of what stands at a place in a text, or begins there. The place is in bytes, as everywhere here.
pub(super) fn path_at(text: &str, at: usize) -> String {
    let mut walk = Walk::new(text.get(..at).unwrap_or(text));
    while walk.next_quoted().is_some() {}
    walk.path()
}

/// The line and the column of a place.
pub(super) fn line_at(text: &str, at: usize) -> Place {
    let at = at.min(text.len());
    let before = &text.as_bytes()[..at];
    let is_feed = |&byte: &u8| byte == b'\n';
    let line_start = before.iter().rposition(is_feed).map_or(0, |feed| feed + 1);
    Place::Text { line: before.iter().filter(|byte| is_feed(byte)).count() + 1, column: at - line_start + 1 }
}

/// A walk through a text, from one quoted text to the next.
pub(super) struct Walk<'a> {
    rest: &'a str,
    /// The objects and lists around the place, the innermost last.
    open: Vec<Open<'a>>,
}

/// An object or list that has begun and not ended.
enum Open<'a> {
    /// An object, and the key that was read last.
    Object(Option<&'a str>),
    /// A list, and the position in it.
    List(usize),
}

impl<'a> Walk<'a> {
    /// A walk from the beginning.
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, open: Vec::new() }
    }

    /// Goes on to the end of the next quoted text, a key or a value. It comes with its quotes.
    pub(super) fn next_quoted(&mut self) -> Option<&'a str> {
        loop {
            let at = self.rest.find(['{', '[', '}', ']', ',', '"'])?;
            let found = self.rest.as_bytes()[at];
            let from = &self.rest[at..];
            self.rest = &from[1..];
            match (found, self.open.last_mut()) {
                (b'{', _) => self.open.push(Open::Object(None)),
                (b'[', _) => self.open.push(Open::List(0)),
                (b',', Some(Open::Object(key))) => *key = None,
                (b',', Some(Open::List(position))) => *position += 1,
                (b'"', innermost) => {
                    let quoted = &from[..quoted_len(from)?];
                    self.rest = &from[quoted.len()..];
                    if let Some(Open::Object(key @ None)) = innermost {
                        *key = Some(&quoted[1..quoted.len() - 1]);
                    }
                    return Some(quoted);
                }
                (b'}' | b']', _) => drop(self.open.pop()),
                _ => {}
            }
        }
    }

    /// The path of what was read last, or of what comes next where a list goes on.
    pub(super) fn path(&self) -> String {
        let part = |open: &Open| match open {
            Open::Object(Some(key)) => format!(".{}", shown(&shorten(key))),
            Open::Object(None) => String::new(),
            Open::List(position) => format!("[{position}]"),
        };
        std::iter::once("$".to_owned()).chain(self.open.iter().map(part)).collect()
    }
}

/// The length of the quoted text at the beginning, if it ends.
fn quoted_len(text: &str) -> Option<usize> {
    let mut escaped = false;
    let ends = |&(_, byte): &(usize, u8)| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    };
    text.bytes().enumerate().skip(1).find(ends).map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(path_at(text, text.len()), expected, "{text}");
    }

    #[test]
    fn a_path_leads_to_what_was_read_last_or_comes_next() {
        check("", "$");
        check(r#"{"a""#, "$.a");
        check(r#"{"a": 1"#, "$.a");
        check(r#"{"a": 1, "b": {"c": [1, {"#, "$.b.c[1]");
        check(r#"{"a": [1, 2], "b": "x, \"]}""#, "$.b");
        check(r#"{"a": [[], "#, "$.a[1]");
        check(r#"{"a": {}, "b": {"c": 1}"#, "$.b");
        check(r#"{"a": {"b": 1}}"#, "$");
        check("{\"a\u{202e}\": ", "$.a\\u{202e}");
    }

    #[test]
    fn a_place_has_a_line_and_a_column() {
        let text = "{\n  \"a\": [\n    1,\n    2\n  ]\n}";
        let at = text.find('2').unwrap();
        assert_eq!(
            (path_at(text, at), line_at(text, at)),
            ("$.a[1]".into(), Place::Text { line: 4, column: 5 })
        );
        assert_eq!(line_at(text, 0), Place::Text { line: 1, column: 1 });
        assert_eq!(path_at(text, 99), "$");
    }

    proptest! {
        #[test]
        fn any_text_has_a_path(text in r#"[{}\[\],:"\\a1é\n ]{0,60}"#, at in 0_usize..70) {
            prop_assert!(path_at(&text, at).starts_with('$'));
            let counts_from_one = matches!(line_at(&text, at), Place::Text { line: 1.., column: 1.. });
            prop_assert!(counts_from_one);
        }

        #[test]
        fn a_text_cut_anywhere_has_a_path(cut in 0_usize..2_000) {
            let text = include_str!("../../scenarios/flink-36451-fixed.json");
            prop_assert!(path_at(text, cut).starts_with('$'));
        }
    }
}
