//! Log lines as data: the same declaration prints a line and recognises a pasted one.

use super::{Counter, LogLayout};
use std::fmt::Write;

/// The level of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The finest.
    Trace,
    /// For those who debug.
    Debug,
    /// Normal course.
    Info,
    /// Unexpected, survived.
    Warn,
    /// Failed.
    Error,
}

impl Level {
    /// All levels, the finest first.
    pub const ALL: [Self; 5] = [Self::Trace, Self::Debug, Self::Info, Self::Warn, Self::Error];

    /// The level of a printed word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word)
    }

    /// As printed.
    pub fn word(self) -> &'static str {
        match self {
            Self::Trace => "TRACE",
            Self::Debug => "DEBUG",
            Self::Info => "INFO",
            Self::Warn => "WARN",
            Self::Error => "ERROR",
        }
    }
}

/// A line the real system can print: exactly its template, with named slots in braces.
#[derive(Debug, PartialEq, Eq)]
pub struct LogTemplate {
    /// The level.
    pub level: Level,
    /// The full name of the logger.
    pub logger: &'static str,
    /// The message with slots such as `{component}`.
    pub message: &'static str,
}

impl LogTemplate {
    /// Reads a message that this template printed: what its slots hold, in their order. A slot holds as little as it
    /// can, and the last one what is left, so every part of the template is looked for once.
    pub fn read<'a>(&self, message: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
        let mut slots: Vec<(&'static str, &'a str)> = Vec::new();
        let Some((before, mut name)) = next_slot(self.message) else {
            return (message == self.message).then_some(slots);
        };
        let mut text = &self.message[before.len() + name.len() + 2..];
        let mut rest = message.strip_prefix(before)?;
        loop {
            let next = next_slot(text);
            let (value, after) = match next {
                None => (rest.strip_suffix(text)?, ""),
                Some((between, _)) => rest.split_once(between)?,
            };
            if slots.iter().any(|&(known, held)| known == name && held != value) {
                return None;
            }
            slots.push((name, value));
            let Some((between, slot)) = next else { return Some(slots) };
            text = &text[between.len() + slot.len() + 2..];
            (name, rest) = (slot, after);
        }
    }

    /// How many bytes of the message are text: of two templates that read a message, the one with more says more.
    pub fn text_length(&self) -> usize {
        let (mut length, mut rest) = (0, self.message);
        while let Some((before, slot)) = next_slot(rest) {
            length += before.len();
            rest = &rest[before.len() + slot.len() + 2..];
        }
        length + rest.len()
    }

    /// Whether what a slot holds is a word of the system itself, the same in every installation. All else is a name or
    /// a number of one.
    pub fn is_word(slot: &str) -> bool {
        WORDS.contains(&slot)
    }
}

/// The slots that hold words of the system.
const WORDS: [&str; 8] = ["class", "component", "event", "lifecycle", "method", "object", "stage", "type"];

/// A printed line: a template and what filled its slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The template.
    pub template: &'static LogTemplate,
    /// The node whose log it is, as in `jm1`.
    pub node: &'static str,
    /// The name of the thread that prints it.
    pub thread: &'static str,
    /// The slots by name.
    pub slots: Vec<(&'static str, String)>,
    /// The slots that the run's history fills, by name.
    pub counts: Vec<(&'static str, Count)>,
}

/// A slot that shows a counter.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The counter.
    pub of: Counter,
    /// How its number is written.
    pub word: fn(u32) -> String,
}

impl PartialEq for Count {
    fn eq(&self, other: &Self) -> bool {
        self.of == other.of
    }
}

impl Eq for Count {}

impl LogLine {
    /// Fills the slots that show counters, with their numbers in order.
    pub(crate) fn fill(&mut self, numbers: &mut impl Iterator<Item = u32>) {
        for (slot, count) in self.counts.drain(..) {
            self.slots.push((slot, (count.word)(numbers.next().unwrap_or(0))));
        }
    }

    /// The message with its slots filled.
    ///
    /// # Panics
    /// When a slot of the template is not filled: an error in the model.
    pub fn message(&self) -> String {
        let mut out = String::with_capacity(self.template.message.len() + 32);
        let mut rest = self.template.message;
        while let Some((before, slot)) = next_slot(rest) {
            out.push_str(before);
            let (_, value) = self.slots.iter().find(|(name, _)| *name == slot).unwrap_or_else(|| {
                panic!("the slot {slot} of the template `{}` is not filled", self.template.message)
            });
            out.push_str(value);
            rest = &rest[before.len() + slot.len() + 2..];
        }
        out.push_str(rest);
        out
    }

    /// The whole line as the real system would print it.
    pub fn render(&self, layout: LogLayout, moment: Moment) -> String {
        let (level, logger, message) = (self.template.level.word(), self.template.logger, self.message());
        match layout {
            LogLayout::Flink => format!("{} {level:<5} {logger:<60} [] - {message}", moment.with(' ')),
            LogLayout::Druid => {
                format!("{} {level} [{}] {logger} - {message}", moment.with('T'), self.thread)
            }
        }
    }
}

/// The text before the next slot, and the slot's name. A brace that is not around a lower-case word is text.
fn next_slot(text: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|at| at + from) {
        let inner = &text[open + 1..];
        let close = inner.find('}')?;
        let name = &inner[..close];
        if !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') {
            return Some((&text[..open], name));
        }
        from = open + 1;
    }
    None
}

/// A moment of the log's clock: milliseconds after the run began, at 09:00 on a fixed day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment {
    /// Milliseconds since the run began.
    pub ms: u64,
}

impl Moment {
    /// Date and time, joined by the given character. Runs longer than a day wrap to the same date.
    fn with(self, joint: char) -> String {
        let mut out = format!("2026-07-15{joint}");
        self.write_time(&mut out);
        out
    }

    /// The time of day alone, as in `09:00:05,250`.
    pub fn time(self) -> String {
        let mut out = String::with_capacity(12);
        self.write_time(&mut out);
        out
    }

    fn write_time(self, out: &mut String) {
        let s = self.ms / 1_000;
        let (hours, minutes, seconds) = (9 + s / 3_600, s / 60 % 60, s % 60);
        let _ = write!(out, "{:02}:{minutes:02}:{seconds:02},{:03}", hours % 24, self.ms % 1_000);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    static TEMPLATE: LogTemplate = LogTemplate {
        level: Level::Debug,
        logger: "org.example.Service",
        message: "wrote Info{id='{id}'} for {component}.",
    };

    #[test]
    fn fills_slots_and_leaves_other_braces_alone() {
        let line = LogLine {
            template: &TEMPLATE,
            node: "jm1",
            thread: "t-1",
            slots: vec![("id", "null".into()), ("component", "restserver".into())],
            counts: Vec::new(),
        };
        assert_eq!(line.message(), "wrote Info{id='null'} for restserver.");
        assert_eq!(
            line.render(LogLayout::Druid, Moment { ms: 61_001 }),
            "2026-07-15T09:01:01,001 DEBUG [t-1] org.example.Service - wrote Info{id='null'} for restserver."
        );
    }

    #[track_caller]
    fn check(template: &'static str, message: &str, expected: Option<&[(&str, &str)]>) {
        let template = LogTemplate { level: Level::Info, logger: "l", message: template };
        assert_eq!(template.read(message).as_deref(), expected, "{message}");
    }

    #[test]
    fn reads_what_it_prints() {
        check("stopped", "stopped", Some(&[]));
        check("stopped", "stopped.", None);
        check(
            "wrote Info{id='{id}'} for {component}.",
            "wrote Info{id='7'} for a.b.",
            Some(&[("id", "7"), ("component", "a.b")]),
        );
        check(
            "New leader {identity} for {map}.",
            "New leader  for m.",
            Some(&[("identity", ""), ("map", "m")]),
        );
        check("[{a}] of [{b}]", "[x] of [y] of [z]", Some(&[("a", "x"), ("b", "y] of [z")]));
        check("{a}{b}", "xy", Some(&[("a", ""), ("b", "xy")]));
        check("{a}, {a}", "x, y", None);
        check(
            "{address} lost leadership",
            "http://jm-1 lost leadership",
            Some(&[("address", "http://jm-1")]),
        );
        check("{address} lost leadership", "http://jm-1 lost it", None);
    }

    proptest! {
        #[test]
        fn any_message_is_read_or_not(message in "[a{}é, ]{0,40}", template in prop::sample::select(vec!["{a}", "a{b}, {c}a", "{{a}}", "é{a}é{b}"])) {
            let template = LogTemplate { level: Level::Info, logger: "l", message: template };
            if let Some(slots) = template.read(&message) {
                let held: usize = slots.iter().map(|(_, value)| value.len()).sum();
                prop_assert_eq!(held + template.text_length(), message.len());
            }
        }
    }
}
