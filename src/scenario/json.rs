//! JSON read straight into values: one pass, up to the first thing that is wrong.
//!
//! An error is noted where it is found, and the rest of the text is taken for read: nobody has to hand it on, and
//! what was read so far is dropped at the end. This keeps a reader of many fields as short as its list of fields.

use super::escape::escaped;
use crate::machine::shorten;
use std::fmt;

/// Whether there are words for what is wrong. A program that reads what others wrote and checked has none.
const WORDS: bool = cfg!(not(feature = "compact"));
/// What is said without them.
const UNNAMED: &str = "not of the form that this version reads";

/// What reads a value in place of the blank one that is there.
pub(crate) trait Read {
    /// Reads it, or notes what is wrong with it.
    fn read(&mut self, from: &mut Json<'_>);
}

/// A JSON text and how far it is read.
pub(crate) struct Json<'a> {
    text: &'a str,
    at: usize,
    /// How many lists and objects are open.
    depth: u32,
    wrong: Option<Wrong>,
}

/// The most lists and objects within each other: reading them takes stack.
const MAX_DEPTH: u32 = 64;

/// What is wrong with a JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// Where, in bytes from the beginning.
    pub(crate) at: usize,
    /// Whether the text is not JSON at all from there on; otherwise it is not what was expected.
    pub(crate) is_syntax: bool,
    /// What was found and what was expected.
    pub(crate) message: String,
}

/// Reads a JSON text.
///
/// # Errors
/// When it is not JSON, or not of this type.
pub(crate) fn from_json<T: Read + Default>(text: &str) -> Result<T, Wrong> {
    let mut json = Json { text, at: 0, depth: 0, wrong: None };
    let mut value = T::default();
    value.read(&mut json);
    if json.peek().is_some() {
        json.break_off("the end");
    }
    json.wrong.map_or(Ok(value), Err)
}

impl<'a> Json<'a> {
    /// The next byte that is no space.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Where the next value begins.
    pub(crate) fn place(&mut self) -> usize {
        self.peek();
        self.at
    }

    /// How far the text is read, in bytes.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Takes a byte if it is next.
    fn accept(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Notes what is not as expected at a place, if it is the first, and stops reading.
    pub(crate) fn refuse(&mut self, at: usize, message: impl FnOnce() -> String) {
        let message = if WORDS { message() } else { UNNAMED.into() };
        self.note(Wrong { at, is_syntax: false, message });
    }

    /// Notes that the text is no JSON from here on.
    fn break_off(&mut self, expected: &str) {
        if !WORDS {
            return self.note(Wrong { at: self.at, is_syntax: true, message: UNNAMED.into() });
        }
        let found = match self.text[self.at..].chars().next() {
            Some(found) => format!("{found:?}"),
            None => "the end".into(),
        };
        let at = self.at.min(self.text.len().saturating_sub(1));
        self.note(Wrong { at, is_syntax: true, message: format!("expected {expected}, found {found}") });
    }

    fn note(&mut self, wrong: Wrong) {
        self.wrong.get_or_insert(wrong);
        self.at = self.text.len();
    }

    /// Notes that the next value is of another type.
    pub(crate) fn mismatch(&mut self, expected: &str) {
        let at = self.place();
        if !WORDS {
            return self.refuse(at, || UNNAMED.into());
        }
        let found = match self.peek() {
            Some(b'[') => "sequence".into(),
            Some(b'{') => "map".into(),
            Some(b'"') => format!("string {:?}", shorten(&self.text())),
            _ => match self.word() {
                word @ ("true" | "false") => format!("boolean `{word}`"),
                "null" => "null".into(),
                number if number.contains(['.', 'e', 'E']) => format!("floating point `{number}`"),
                number => format!("integer `{number}`"),
            },
        };
        self.refuse(at, || format!("invalid type: {found}, expected {expected}"));
    }

    /// Takes `null`, `true`, `false` or a number, in its notation; empty when none of them is next.
    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.place()..];
        let known = ["null", "true", "false"].into_iter().find(|known| rest.starts_with(&known[..1]));
        let len = match known {
            Some(known) => {
                rest.bytes().zip(known.bytes()).take_while(|(found, known)| found == known).count()
            }
            None => number_len(rest),
        };
        self.at += len;
        if len == 0 || known.is_some_and(|known| known.len() != len) {
            self.break_off(known.unwrap_or("a value"));
            return "";
        }
        &rest[..len]
    }

    /// Takes `null` if it is next.
    pub(crate) fn accept_null(&mut self) -> bool {
        self.peek() == Some(b'n') && self.word() == "null"
    }

    /// Reads a truth value.
    pub(crate) fn boolean(&mut self) -> bool {
        if matches!(self.peek(), Some(b't' | b'f')) {
            return self.word() == "true";
        }
        self.mismatch("a boolean");
        false
    }

    /// Reads a whole number.
    pub(crate) fn number(&mut self) -> u32 {
        const EXPECTED: &str = "a whole number, 0 to 4294967295";
        let at = self.place();
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            self.mismatch(EXPECTED);
            return 0;
        }
        let word = self.word();
        if let Ok(number) = word.parse() {
            return number;
        }
        self.refuse(at, || format!("invalid value: `{word}`, expected {EXPECTED}"));
        0
    }

    /// Reads a text.
    pub(crate) fn string(&mut self) -> String {
        if self.peek() == Some(b'"') {
            return self.text();
        }
        self.mismatch("a string");
        String::new()
    }

    /// Takes a text that is known to be next.
    fn text(&mut self) -> String {
        let mut out = String::new();
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let len = rest.find(|c| matches!(c, '"' | '\\' | '\0'..='\x1f')).unwrap_or(rest.len());
            out.push_str(&rest[..len]);
            self.at += len;
            match rest.as_bytes().get(len) {
                Some(b'"') => {
                    self.at += 1;
                    return out;
                }
                Some(b'\\') => match escaped(&rest[len..]) {
                    Some((c, len)) => {
                        out.push(c);
                        self.at += len;
                    }
                    None => self.break_off("an escape sequence of JSON"),
                },
                _ => {
                    self.break_off("the closing quote of a text");
                    return out;
                }
            }
        }
    }

    /// Reads a list, item by item.
    pub(crate) fn list(&mut self, expected: &str, item: &mut dyn FnMut(&mut Self)) {
        if self.peek() != Some(b'[') {
            return self.mismatch(expected);
        }
        self.enter();
        let mut is_first = true;
        while self.goes_on(&mut is_first, b']') {
            item(self);
        }
    }

    /// Reads an object, entry by entry: what is called has to read the value.
    pub(crate) fn entries(&mut self, expected: &str, value: &mut dyn FnMut(&mut Self, String)) {
        if self.peek() != Some(b'{') {
            return self.mismatch(expected);
        }
        self.enter();
        let mut is_first = true;
        while self.goes_on(&mut is_first, b'}') {
            if self.peek() != Some(b'"') {
                return self.break_off("a key in quotes");
            }
            let key = self.text();
            if !self.accept(b':') {
                return self.break_off("`:`");
            }
            value(self, key);
        }
    }

    /// Takes the beginning of a list or an object.
    fn enter(&mut self) {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let at = self.at;
            return self.refuse(at, || format!("more than {MAX_DEPTH} lists or objects within each other"));
        }
        self.at += 1;
    }

    /// Whether a list or an object goes on; takes what is between its parts, or its end.
    fn goes_on(&mut self, is_first: &mut bool, end: u8) -> bool {
        if self.accept(end) {
            self.depth -= 1;
            return false;
        }
        let end = char::from(end);
        if !std::mem::take(is_first) && !self.accept(b',') {
            self.break_off(&format!("`,` or `{end}`"));
        }
        self.wrong.is_none()
    }

    /// Takes a value without a look at what it is.
    pub(crate) fn skip(&mut self) {
        match self.peek() {
            Some(b'[') => self.list("", &mut Self::skip),
            Some(b'{') => self.entries("", &mut |json, _| json.skip()),
            Some(b'"') => drop(self.text()),
            _ => drop(self.word()),
        }
    }
}

/// The length of the number at the beginning, and of what could be meant as one.
fn number_len(text: &str) -> usize {
    let ends = |c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E');
    let len = text.find(ends).unwrap_or(text.len());
    let digits = text[..len].trim_start_matches('-');
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && !(digits.starts_with('0') && digits[1..].starts_with(|c: char| c.is_ascii_digit()));
    if is_number { len } else { 0 }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn refused<T: Read + Default + fmt::Debug>(text: &str, at: usize, message: &str) {
        let wrong = from_json::<T>(text).unwrap_err();
        assert_eq!((wrong.at, wrong.message.as_str()), (at, message), "{text}");
    }

    #[test]
    fn texts_numbers_and_lists_are_read() {
        assert_eq!(from_json(r#" "a\"\\\/\n\u00e9\ud83d\ude00é" "#), Ok("a\"\\/\né\u{1f600}é".to_owned()));
        assert_eq!(from_json("[ ]"), Ok(Vec::<u32>::new()));
        assert_eq!(from_json("[0, 17 ,4294967295]"), Ok(vec![0_u32, 17, 4_294_967_295]));
        assert_eq!(from_json(r#"[null, "a"]"#), Ok(vec![None, Some("a".to_owned())]));
        assert_eq!(from_json("true"), Ok(true));
    }

    #[test]
    fn what_is_no_json_is_told_with_its_place() {
        refused::<Vec<u32>>("[1,", 2, "expected a value, found the end");
        refused::<Vec<u32>>("[1 2]", 3, "expected `,` or `]`, found '2'");
        refused::<Vec<u32>>("[1,]", 3, "expected a value, found ']'");
        refused::<Vec<u32>>("[01]", 1, "expected a value, found '0'");
        refused::<Vec<u32>>("[1] 2", 4, "expected the end, found '2'");
        refused::<bool>("trouble", 2, "expected true, found 'o'");
        refused::<String>("\"a\nb\"", 2, "expected the closing quote of a text, found '\\n'");
        refused::<String>(r#""\x""#, 1, "expected an escape sequence of JSON, found '\\\\'");
        refused::<String>(r#""\ud83dx""#, 1, "expected an escape sequence of JSON, found '\\\\'");
    }

    #[test]
    fn what_is_of_another_type_is_told_with_its_place() {
        refused::<String>(" 7", 1, "invalid type: integer `7`, expected a string");
        refused::<Vec<String>>("[null]", 1, "invalid type: null, expected a string");
        refused::<bool>("[]", 0, "invalid type: sequence, expected a boolean");
        refused::<u32>("\"a\"", 0, "invalid type: string \"a\", expected a whole number, 0 to 4294967295");
        refused::<u32>("-1", 0, "invalid type: integer `-1`, expected a whole number, 0 to 4294967295");
        refused::<u32>("1.5", 0, "invalid value: `1.5`, expected a whole number, 0 to 4294967295");
    }

    #[test]
    fn what_is_nested_too_deeply_is_refused_before_the_stack_ends() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let skipped = |text: &str| {
            let mut json = Json { text, at: 0, depth: 0, wrong: None };
            json.skip();
            json.wrong.map(|wrong| (wrong.at, wrong.is_syntax))
        };
        assert_eq!(skipped(&nested(64)), None);
        assert_eq!(skipped(&nested(65)), Some((64, false)));
        assert_eq!(skipped(&"[{\"a\":".repeat(100_000)), Some((192, false)));
        assert_eq!(skipped(&format!("[{}]", "[],{},".repeat(100) + "0")), None);
    }

    #[test]
    fn anything_can_be_skipped() {
        let mut json =
            Json { text: r#"{"a": [1, {"b": "]"}, true], "c": -1.5e3} 7"#, at: 0, depth: 0, wrong: None };
        json.skip();
        assert_eq!((json.number(), json.wrong), (7, None));
    }

    proptest! {
        #[test]
        fn texts_are_read_as_others_read_them(text in ".{0,20}") {
            prop_assert_eq!(from_json::<String>(&serde_json::to_string(&text).unwrap()), Ok(text));
        }

        #[test]
        fn what_others_refuse_is_refused(text in r#"[\[\]",\\u0d8n1 ]{0,12}"#) {
            let (own, other) = (from_json::<Vec<String>>(&text), serde_json::from_str::<Vec<String>>(&text));
            prop_assert_eq!(own.ok(), other.ok(), "{}", text);
        }

        #[test]
        fn numbers_are_read_as_others_read_them(text in "[0-9.eE+-]{1,8}") {
            prop_assert_eq!(from_json::<u32>(&text).ok(), serde_json::from_str::<u32>(&text).ok(), "{}", text);
        }
    }
}
