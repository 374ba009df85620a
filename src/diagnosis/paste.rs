//! A paste, line by line: what is too much, what says nothing, and what only goes on with the line before.

use super::prefix::Prefix;
use std::borrow::Cow;

/// The largest paste that is read, in bytes.
pub const MAX_PASTE_BYTES: usize = 256 << 10;

/// The most lines that are read.
pub const MAX_LINES: usize = 5_000;

/// The longest line that is looked at, in bytes. A longer one is not recognised.
pub const MAX_LINE_BYTES: usize = 16 << 10;

/// A line of a paste, with those that go on with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted<'a> {
    /// Which line it is, counted from 1.
    pub number: usize,
    /// The line, without what colours it.
    pub text: Cow<'a, str>,
    /// How many lines of a stack trace follow.
    pub trace_lines: usize,
}

/// The lines of a paste. Blank ones say nothing, and those of a stack trace belong to the line before.
///
/// # Errors
/// When there is more than is read, or nothing: what was found and what was expected.
pub fn read_paste(text: &str) -> Result<Vec<Pasted<'_>>, String> {
    if text.len() > MAX_PASTE_BYTES {
        return Err(format!("{} bytes; expected at most {MAX_PASTE_BYTES}", text.len()));
    }
    let text = text.trim_start_matches('\u{feff}');
    let mut lines: Vec<Pasted<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if number > MAX_LINES {
            return Err(format!("line {number}: expected at most {MAX_LINES} lines"));
        }
        let text = uncoloured(line);
        if text.trim().is_empty() {
            continue;
        }
        match lines.last_mut() {
            Some(before) if goes_on(&text) => before.trace_lines += 1,
            _ => lines.push(Pasted { number, text, trace_lines: 0 }),
        }
    }
    if lines.is_empty() {
        return Err("there is no line; expected log lines of Druid or Flink".into());
    }
    Ok(lines)
}

/// Whether a line belongs to a stack trace that began before.
fn goes_on(line: &str) -> bool {
    let message = Prefix::read(line).message;
    let text = message.trim_start();
    let more = text.strip_prefix("... ").and_then(|rest| rest.split_once(' '));
    text.starts_with("at ") && text.contains('(')
        || ["Caused by: ", "Suppressed: "].iter().any(|start| text.starts_with(start))
        || more.is_some_and(|(count, rest)| count.parse::<u32>().is_ok() && !rest.is_empty())
        || is_throwable(message)
}

/// Whether a line begins a stack trace: the full name of a class that can be thrown, with or without a message.
fn is_throwable(message: &str) -> bool {
    let name = message.split_once(':').map_or(message, |(name, _)| name);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '$' | '_');
    name.contains('.')
        && name.chars().all(is_name)
        && ["Exception", "Error", "Throwable", ".ISE", ".IAE", ".RE"].iter().any(|end| name.ends_with(end))
}

/// A line without the sequences that colour it in a terminal.
fn uncoloured(line: &str) -> Cow<'_, str> {
    if !line.contains('\u{1b}') {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len());
    let mut parts = line.split('\u{1b}');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let codes = part
            .strip_prefix('[')
            .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
        out.push_str(codes.and_then(|rest| rest.strip_prefix('m')).unwrap_or(part));
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(usize, String, usize)> {
        let lines = read_paste(text).unwrap().into_iter();
        lines.map(|line| (line.number, line.text.into_owned(), line.trace_lines)).collect()
    }

    #[test]
    fn stack_traces_belong_to_the_line_before() {
        let text = "\u{feff}It failed\r\n\r\njava.lang.IllegalStateException: no\r\n\tat a.B.c(B.java:1)\r\n\
                    Caused by: x.Y: z\n\t... 12 common frames omitted\n\t... 3 more\nIt stopped\n";
        assert_eq!(read(text), [(1, "It failed".to_owned(), 5), (8, "It stopped".to_owned(), 0)]);
        assert_eq!(read("\tat a.B.c(B.java:1)\nx")[0].2, 0);
        assert_eq!(read("druid-0 | It failed\ndruid-0 | \tat a.B.c(B.java:1)")[0].2, 1);
    }

    #[test]
    fn colours_are_left_out() {
        assert_eq!(read("\u{1b}[1;31mERROR\u{1b}[0m x \u{1b}]"), [(1, "ERROR x ]".to_owned(), 0)]);
    }

    #[test]
    fn too_much_is_refused() {
        let check = |text: &str, expected: &str| assert_eq!(read_paste(text).unwrap_err(), expected);
        check(&"x".repeat(MAX_PASTE_BYTES + 1), "262145 bytes; expected at most 262144");
        check(&"x\n".repeat(MAX_LINES + 1), "line 5001: expected at most 5000 lines");
        check(" \n\t\n", "there is no line; expected log lines of Druid or Flink");
    }
}
