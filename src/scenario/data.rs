//! JSON as it is written: a tree of values, and its text on one line or over many.

use std::fmt::Write;

/// A JSON value. The keys of an object keep their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Data {
    /// `null`
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A whole number.
    Number(u64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Data>),
    /// An object.
    Object(Vec<(String, Data)>),
}

impl Data {
    /// A text.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A list of texts.
    pub(crate) fn texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::List(texts.into_iter().map(|text| Self::text(text.as_ref())).collect())
    }

    /// A count.
    pub(crate) fn count(count: usize) -> Self {
        Self::Number(count as u64)
    }

    /// An object.
    pub(crate) fn object<K: Into<String>>(entries: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Object(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }

    /// The text on one line.
    pub(crate) fn on_one_line(&self) -> String {
        let mut out = String::new();
        self.write(None, &mut out);
        out
    }

    /// The text over many lines, indented by two blanks, with a line feed at the end.
    pub(crate) fn over_many_lines(&self) -> String {
        let mut out = String::new();
        self.write(Some(0), &mut out);
        out.push('\n');
        out
    }

    fn write(&self, depth: Option<usize>, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::Number(number) => {
                let _ = write!(out, "{number}");
            }
            Self::Text(text) => write_text(text, out),
            Self::List(items) => group(('[', ']'), items, depth, out, Data::write),
            Self::Object(entries) => group(('{', '}'), entries, depth, out, |(key, value), inner, out| {
                write_text(key, out);
                out.push_str(if inner.is_some() { ": " } else { ":" });
                value.write(inner, out);
            }),
        }
    }
}

fn group<T>(
    (open, close): (char, char),
    items: &[T],
    depth: Option<usize>,
    out: &mut String,
    write: impl Fn(&T, Option<usize>, &mut String),
) {
    let line = |depth: Option<usize>, out: &mut String| {
        if let Some(depth) = depth {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", depth));
        }
    };
    out.push(open);
    let inner = depth.map(|depth| depth + 1);
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        line(inner, out);
        write(item, inner, out);
    }
    if !items.is_empty() {
        line(depth, out);
    }
    out.push(close);
}

/// A text in its quotes.
fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_serde_json_writes_it() {
        let texts = Data::texts(["a\"b\\c\n\r\t\u{8}\u{c}\u{1}é</script>", ""]);
        let empty = [("list", Data::List(Vec::new())), ("object", Data::Object(Vec::new()))];
        let data = Data::object([
            ("texts", texts),
            ("flag", Data::Flag(true)),
            ("none", Data::Null),
            ("most", Data::Number(u64::MAX)),
            ("empty", Data::object(empty)),
        ]);
        let parsed: serde_json::Value = serde_json::from_str(&data.on_one_line()).unwrap();
        assert_eq!(parsed["texts"][0], "a\"b\\c\n\r\t\u{8}\u{c}\u{1}é</script>");
        assert_eq!(parsed["most"], u64::MAX);
        let one: serde_json::Value = serde_json::from_str("{\"a\": [1, {\"b\": []}]}").unwrap();
        let inner = Data::object([("b", Data::List(Vec::new()))]);
        let data = Data::object([("a", Data::List(vec![Data::Number(1), inner]))]);
        assert_eq!(data.over_many_lines(), format!("{one:#}\n"));
        assert_eq!(data.on_one_line(), one.to_string());
    }
}
