//! From a page to its link.

use super::page::{Link, LinkBranch, Page, Source};
use super::{LINK_FORMAT, length, percent};
use crate::machine::Event;
use crate::trace::Note;
use std::fmt::Write;

/// The fragment of a page, `#` included.
pub fn encode(page: &Page) -> String {
    let mut out = Writer { text: "#/".to_owned(), any: false };
    match page {
        Page::Start { system } => {
            if let Some(system) = system {
                percent::encode(system, out.key("system"));
            }
        }
        Page::Run(link) => run(link, &mut out),
    }
    out.text
}

/// The text so far, and whether its query has begun.
struct Writer {
    text: String,
    any: bool,
}

impl Writer {
    /// Begins `key=` and returns the text for the value to be appended to.
    fn key(&mut self, key: &str) -> &mut String {
        self.text.push(if self.any { '&' } else { '?' });
        self.any = true;
        percent::encode(key, &mut self.text);
        self.text.push('=');
        &mut self.text
    }
}

fn run(link: &Link, out: &mut Writer) {
    let id = match &link.source {
        Source::Scenario(id) => id,
        Source::Model(id) => {
            out.text.push_str("model/");
            id
        }
    };
    percent::encode(id, &mut out.text);
    if link.model_version.is_some() || !link.branches.is_empty() || link.notes.is_some() {
        number(LINK_FORMAT, out.key("v"));
    }
    if !link.branches.is_empty() || link.notes.is_some() {
        let mut rest = Writer { text: String::new(), any: false };
        query(link, &mut rest);
        let length = length::of_query(rest.text.get(1..).unwrap_or_default());
        number(length, out.key("len"));
    }
    query(link, out);
}

/// What follows the format and the length.
fn query(link: &Link, out: &mut Writer) {
    if let Some((model, version)) = &link.model_version {
        let text = out.key("m");
        percent::encode(model, text);
        text.push('.');
        number(version, text);
    }
    if let Some(fixes) = &link.fixes {
        names(fixes, out.key("fix"));
    }
    if link.at > 0 {
        number(link.at, out.key("at"));
    }
    if link.lesson {
        number(1, out.key("try"));
    }
    for (id, value) in &link.parameters {
        percent::encode(value, out.key(&format!("p.{id}")));
    }
    for (id, amount) in &link.budgets {
        number(amount, out.key(&format!("b.{id}")));
    }
    match link.notes.as_deref() {
        Some([]) => drop(out.key("note")),
        notes => self::notes(notes.unwrap_or_default(), out),
    }
    for (index, branch) in link.branches.iter().enumerate() {
        if link.current == index + 1 {
            events(&branch.events, out.key("run"));
            if let Some(fixes) = &branch.fixes {
                names(fixes, out.key("under"));
            }
        } else {
            alternative(branch, out.key("alt"));
        }
        notes(&branch.notes, out);
    }
}

fn alternative(branch: &LinkBranch, text: &mut String) {
    if let Some(fixes) = &branch.fixes {
        names(fixes, text);
        text.push('!');
    }
    events(&branch.events, text);
}

fn notes(notes: &[Note], out: &mut Writer) {
    for note in notes {
        let text = out.key("note");
        number(note.step, text);
        text.push('!');
        percent::encode(&note.text, text);
    }
}

fn names(names: &[String], text: &mut String) {
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            text.push('+');
        }
        percent::encode(name, text);
    }
}

fn events(events: &[Event], text: &mut String) {
    for (index, event) in events.iter().enumerate() {
        if index > 0 {
            text.push('~');
        }
        // The notation of events has no character that a link would have to encode.
        text.push_str(event.as_str());
    }
}

fn number(number: impl std::fmt::Display, text: &mut String) {
    let _ = write!(text, "{number}");
}
