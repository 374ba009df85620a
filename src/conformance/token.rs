//! A record as a sequence of things to be matched one by one.

use super::record::{Head, Line, Record};
use super::{slot, thread};
use crate::machine::{LogLine, LogTemplate};
use std::collections::BTreeMap;

/// One thing that a record tells.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token<'a> {
    /// Something that an outside observer has a name for.
    Event(&'a str),
    /// A printed line that the model has a template for.
    Line(&'a Line),
    /// What could be seen then.
    Seen(&'a BTreeMap<String, String>),
}

/// Where a token comes from: the number of its entry; one more than there are for the end.
pub(super) type Place = usize;

/// The record as tokens. Lines that the model has no template for are none: [`super::strays`] tells of them.
pub(super) fn tokens<'a>(record: &'a Record, logs: &[&'static LogTemplate]) -> Vec<(Place, Token<'a>)> {
    let mut out = Vec::new();
    let lines = |place: Place, log: &'a [Line], out: &mut Vec<(Place, Token<'a>)>| {
        let known = log.iter().filter(|line| logs.iter().any(|template| is_of(template, line)));
        out.extend(known.map(|line| (place, Token::Line(line))));
    };
    for (place, entry) in (1..).zip(&record.entries) {
        if let Some(event) = &entry.event {
            out.push((place, Token::Event(event)));
        }
        lines(place, &entry.log, &mut out);
        out.push((place, Token::Seen(&entry.seen)));
    }
    let place = record.entries.len() + 1;
    lines(place, &record.end.log, &mut out);
    out.push((place, Token::Seen(&record.end.seen)));
    out
}

/// Whether a template printed the line.
pub(super) fn is_of(template: &LogTemplate, line: &Line) -> bool {
    template.logger == line.logger
        && template.level.word() == line.level
        && template.read(&line.message).is_some()
}

/// What a step tells, of what the record could see.
pub(super) struct Told<'a> {
    /// Whose names the record's threads have.
    harness: &'a str,
    pub(super) event: Option<String>,
    pub(super) lines: Vec<LogLine>,
}

impl<'a> Told<'a> {
    /// Keeps what a record with this head could see.
    pub(super) fn of(head: &'a Head, event: Option<String>, mut lines: Vec<LogLine>) -> Self {
        let event = event.filter(|event| head.sees(event));
        lines.retain(|line| {
            head.loggers.iter().any(|prefix| line.template.logger.starts_with(prefix.as_str()))
        });
        Self { harness: &head.harness, event, lines }
    }

    /// How many tokens it takes.
    pub(super) fn len(&self) -> usize {
        usize::from(self.event.is_some()) + self.lines.len()
    }

    /// How many of the tokens are what it tells, from the first on.
    pub(super) fn agrees(&self, tokens: &[(Place, Token)]) -> usize {
        let events = usize::from(self.event.is_some());
        let agree = |&(at, (_, token)): &(usize, &(Place, Token))| match token {
            Token::Event(name) => at < events && self.event.as_deref() == Some(name),
            Token::Line(read) => at >= events && self.prints(&self.lines[at - events], read),
            Token::Seen(_) => false,
        };
        tokens.iter().enumerate().take(self.len()).take_while(agree).count()
    }

    /// Whether the tokens are what it tells.
    pub(super) fn is(&self, tokens: &[(Place, Token)]) -> bool {
        self.agrees(tokens) == self.len()
    }

    /// Whether the model's line is the printed one, but for names and numbers of one installation.
    fn prints(&self, line: &LogLine, printed: &Line) -> bool {
        is_of(line.template, printed)
            && thread::is_same(self.harness, line.thread, &printed.thread)
            && line
                .template
                .read(&printed.message)
                .is_some_and(|slots| slots.iter().all(|&slot| fills(line, slot)))
    }
}

/// Whether the model fills a slot of its line like that.
fn fills(line: &LogLine, (name, value): (&'static str, &str)) -> bool {
    let of_model = line.slots.iter().find(|(known, _)| *known == name);
    // What a run counts is a value, so there is one.
    of_model.map_or(!slot::is_nothing(value), |(_, of_model)| slot::alike(name, of_model, value))
}
