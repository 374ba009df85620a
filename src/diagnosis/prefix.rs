//! What stands before the message of a log line: what carried it here, time, level, thread and logger.

use crate::machine::Level;

/// A line, taken apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefix<'a> {
    /// The level, where the line says it.
    pub level: Option<Level>,
    /// The thread, where the line says it.
    pub thread: Option<&'a str>,
    /// The logger, where the line says it.
    pub logger: Option<&'a str>,
    /// What is left.
    pub message: &'a str,
}

/// The most marks of carriers before one line: a collector's column, a container's, a timestamp of the runtime.
const CARRIERS: usize = 4;

/// The longest word that is taken for the name of a pod or a container.
const NAME_BYTES: usize = 253;

impl<'a> Prefix<'a> {
    /// Takes a line apart. A line without any prefix is all message.
    pub fn read(line: &'a str) -> Self {
        let mut rest = line.trim();
        for _ in 0..CARRIERS {
            if let Some(prefix) = after_time(rest).and_then(layout) {
                return prefix;
            }
            let Some(carried) = without_carrier(rest) else { break };
            rest = carried;
        }
        Self { message: rest, ..Self::default() }
    }
}

/// The line behind a date and time: `2026-07-15T09:00:00,000`, with a blank for the `T`, with a dot, with a zone.
fn after_time(line: &str) -> Option<&str> {
    let date = "dddd-dd-dd";
    let time = "dd:dd:dd";
    let fits = |shape: &str, text: &str| {
        let digit = |(s, b): (u8, u8)| if s == b'd' { b.is_ascii_digit() } else { s == b };
        text.len() >= shape.len() && shape.bytes().zip(text.bytes()).all(digit)
    };
    if !fits(date, line) || !matches!(line.as_bytes().get(date.len()), Some(b'T' | b' ')) {
        return None;
    }
    let rest = line.get(date.len() + 1..).filter(|rest| fits(time, rest))?.get(time.len()..)?;
    // A fraction and a zone are of these characters only.
    let end = rest.find(' ')?;
    let tail = &rest[..end];
    let is_tail = tail.bytes().all(|b| b.is_ascii_digit() || b",.:+-Z".contains(&b));
    is_tail.then(|| rest[end..].trim_start())
}

/// Level, thread or context, logger and message, in the layouts of Druid and Flink.
fn layout(rest: &str) -> Option<Prefix<'_>> {
    let (word, rest) = rest.split_once(' ')?;
    let level = Some(Level::of_word(word)?);
    let rest = rest.trim_start();
    if let Some((thread, behind)) = rest.strip_prefix('[').and_then(|inner| inner.split_once("] "))
        && let Some((logger, message)) = behind.trim_start().split_once(" - ")
        && is_name(logger.trim_end())
    {
        return Some(Prefix { level, thread: Some(thread), logger: Some(logger.trim_end()), message });
    }
    if let Some((logger, behind)) = rest.split_once(' ')
        && is_name(logger)
        && let Some(context) = behind.trim_start().strip_prefix('[')
        && let Some((_, message)) = context.split_once("] - ")
    {
        return Some(Prefix { level, thread: None, logger: Some(logger), message });
    }
    Some(Prefix { level, message: rest, ..Prefix::default() })
}

/// The line without what a carrier put before it.
fn without_carrier(line: &str) -> Option<&str> {
    // `kubectl logs --prefix`: [pod/NAME/CONTAINER]
    if let Some((mark, rest)) = line.strip_prefix('[').and_then(|inner| inner.split_once("] "))
        && mark.contains('/')
        && is_name(mark)
    {
        return Some(rest.trim_start());
    }
    // A quotation in a mail or a chat.
    if let Some(rest) = line.strip_prefix("> ") {
        return Some(rest.trim_start());
    }
    // The runtime's own time, with the stream and a tag in files of the Container Runtime Interface.
    if let Some(rest) = after_time(line) {
        let streams = ["stdout F ", "stderr F ", "stdout P ", "stderr P "];
        return Some(streams.iter().find_map(|stream| rest.strip_prefix(stream)).unwrap_or(rest));
    }
    let (name, rest) = line.split_once(' ')?;
    if !is_name(name) {
        return None;
    }
    // Compose: NAME | line
    let rest = rest.trim_start();
    if let Some(rest) = rest.strip_prefix("| ") {
        return Some(rest);
    }
    // Columns of pod and container: only before a time, since a message may begin with a word as well.
    let second = rest.split_once(' ').filter(|(name, _)| is_name(name)).map(|(_, rest)| rest.trim_start());
    [Some(rest), second].into_iter().flatten().find(|rest| after_time(rest).is_some())
}

fn is_name(word: &str) -> bool {
    (1..=NAME_BYTES).contains(&word.len())
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./$:".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLINK: &str =
        "2026-07-15 09:00:00,000 INFO  org.example.Service                     [] - It - stopped";
    const DRUID: &str = "2026-07-15T09:00:00,000 INFO [main] org.example.Service - It - stopped";

    #[track_caller]
    fn check(line: &str, thread: Option<&str>) {
        let expected = Prefix {
            level: Some(Level::Info),
            thread,
            logger: Some("org.example.Service"),
            message: "It - stopped",
        };
        assert_eq!(Prefix::read(line), expected, "{line}");
    }

    #[test]
    fn layouts_are_taken_apart() {
        check(FLINK, None);
        check(DRUID, Some("main"));
        check(&DRUID.replace('T', " "), Some("main"));
        check(&DRUID.replace(",000", ".000Z").replace("main", "qtp-1 [x"), Some("qtp-1 [x"));
        check(&format!("{FLINK}\r\n"), None);
    }

    #[test]
    fn carriers_are_left_out() {
        for carrier in [
            "  ",
            "> ",
            "> > jm1 | ",
            "jm1 | ",
            "broker-1   | ",
            "[pod/druid-0/druid] ",
            "druid-0 ",
            "druid-0 coordinator ",
            "2026-07-15T07:00:00.123456789Z ",
            "2026-07-15T09:00:00.123456789+02:00 stdout F ",
            "[pod/druid-0/druid] 2026-07-15T07:00:00.123456789Z ",
        ] {
            check(&format!("{carrier}{DRUID}"), Some("main"));
            check(&format!("{carrier}{FLINK}"), None);
        }
    }

    #[test]
    fn what_has_no_prefix_is_all_message() {
        for line in
            ["", "It - stopped", "INFO it stopped", "2026-07-15", "2026-07-15T09:00:00", "é 2026-07-1é"]
        {
            assert_eq!(Prefix::read(line), Prefix { message: line, ..Prefix::default() });
        }
        let carried = Prefix::read("2026-07-15T07:00:00.123456789Z It stopped");
        assert_eq!((carried.level, carried.message), (None, "It stopped"));
        let levelled = Prefix::read("2026-07-15 09:00:00,000 WARN It - stopped");
        assert_eq!((levelled.level, levelled.message), (Some(Level::Warn), "It - stopped"));
    }
}
