//! Escape sequences in texts of JSON.

/// What an escape sequence at the beginning stands for, and its length.
pub(super) fn escaped(text: &str) -> Option<(char, usize)> {
    let c = match text.as_bytes().get(1)? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(text),
        &c @ (b'"' | b'\\' | b'/') => char::from(c),
        _ => return None,
    };
    Some((c, 2))
}

/// The same for one or two units of UTF-16, as in `\u00e9`.
fn unicode(text: &str) -> Option<(char, usize)> {
    let unit = |from: usize| {
        let digits = text.get(from..)?.strip_prefix("\\u")?.get(..4)?;
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    };
    let c = char::decode_utf16([unit(0)?].into_iter().chain(unit(6))).next()?.ok()?;
    Some((c, 6 * c.len_utf16()))
}
