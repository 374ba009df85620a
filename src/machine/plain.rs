//! Plain text: what a text from outside may have in it.

/// Whether a character changes how others are shown instead of showing something.
///
/// A control character can repaint a terminal, and a direction mark can turn the text after it around, in a
/// terminal and on the page alike.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text without such characters, and without what stands for characters that were lost.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|&c| !is_hidden(c) && c != char::REPLACEMENT_CHARACTER).collect()
}
