//! Text within other notations.

/// Appends a text as text of XML or HTML, inside an element or within quotes. Control characters, which XML can't
/// hold, become blanks.
pub(super) fn xml(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
}

/// A text as text of XML or HTML.
pub(super) fn as_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    xml(text, &mut out);
    out
}
