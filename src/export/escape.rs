//! Text within other notations.

use std::fmt::Write;

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

/// A text in Markdown, as it stands: no markup, no HTML, on one line of a paragraph, a list or a table.
pub(super) fn as_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for (at, line) in text.trim().lines().enumerate() {
        if at > 0 {
            out.push_str("<br>");
        }
        markdown_line(line, &mut out);
    }
    out
}

fn markdown_line(line: &str, out: &mut String) {
    // What would begin a list or a heading is text, too.
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    for (at, c) in line.char_indices() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '$' => out.extend(['\\', c]),
            '-' | '+' | '=' if at == 0 => out.extend(['\\', c]),
            '.' | ')' if at > 0 && at == digits => out.extend(['\\', c]),
            // A mention would call somebody.
            '@' => out.push_str("&#64;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}

/// A sentence in Markdown whose parts between backticks are code, as in the sentences of models.
pub(super) fn as_prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return as_markdown(text);
    }
    let part = |(at, part): (usize, &&str)| {
        if at % 2 == 1 {
            return as_code(part);
        }
        // Blanks at the seams stay; what stands after code begins no line.
        let blank = |is: bool| if is { " " } else { "" };
        let inner = part.trim();
        let before = blank(at > 0 && part.starts_with(char::is_whitespace));
        let after = blank(!inner.is_empty() && part.ends_with(char::is_whitespace));
        format!("{before}{}{after}", as_markdown(inner))
    };
    parts.iter().enumerate().map(part).collect()
}

/// A text as code within a line of Markdown or a cell of a table. A cell ends at a `|` even within backticks; with one of
/// those in it, all characters that Markdown gives a meaning are written as references.
pub(super) fn as_code(text: &str) -> String {
    let is_literal = !text.is_empty() && text.trim() == text;
    if is_literal && !text.contains(|c: char| matches!(c, '`' | '|') || c.is_control()) {
        return format!("`{text}`");
    }
    let mut out = String::from("<code>");
    for c in text.chars() {
        match c {
            '&' | '<' | '>' | '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '@' | ':' | '$'
            | '!' => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push_str("</code>");
    out
}

/// A text within a Mermaid diagram: letters, digits and harmless signs stay, all else is a reference.
pub(super) fn as_mermaid(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        // This word alone ends a block.
        let is_end = word.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case("end");
        for c in word.chars() {
            let is_harmless = c.is_alphanumeric() || matches!(c, '.' | ',' | '\'' | '/' | '-');
            if is_harmless && !(is_end && matches!(c, 'e' | 'E')) {
                out.push(c);
            } else {
                let _ = write!(out, "#{};", u32::from(c));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_reader_stays_text() {
        let note = "<script>alert(1)</script> ]]> \"q\" | `code` *b*\n- x @me";
        assert_eq!(
            as_xml(note),
            "&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &quot;q&quot; | `code` *b*\n- x @me"
        );
        assert_eq!(
            as_markdown(note),
            "&lt;script&gt;alert(1)&lt;/script&gt; \\]\\]&gt; \"q\" \\| \\`code\\` \\*b\\*<br>\\- x &#64;me"
        );
        assert_eq!(as_markdown("1. one"), "1\\. one");
        assert_eq!(as_mermaid("a; b\n\"end\" #1"), "a#59; b #34;#101;nd#34; #35;1");
        assert_eq!(as_xml("a\u{1}b"), "a b");
    }

    #[test]
    fn code_of_a_sentence_is_code() {
        assert_eq!(as_prose("Sets `a|b` to *x*"), "Sets <code>a&#124;b</code> to \\*x\\*");
        assert_eq!(as_prose("Runs `stop_leader`."), "Runs `stop_leader`.");
        assert_eq!(as_prose("one ` alone"), "one \\` alone");
    }
}
