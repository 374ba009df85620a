//! From a link to its page.

use super::page::{Link, LinkBranch, Page, Source};
use super::problem::LinkError;
use super::{LINK_FORMAT, MAX_HANDED_LINK_BYTES, MAX_LINK_BYTES, length, percent};
use crate::machine::{Event, MAX_ENTRIES, plain};
use crate::trace::{MAX_BRANCHES, MAX_EVENTS, MAX_NOTE_CHARS, MAX_NOTES, Note};

/// Reads the fragment of a page, with or without its `#`.
///
/// Only the form is checked here; [`Link::restore`] asks the model. What mail and chat programs do to
/// links is undone: percent codes for allowed characters, `&amp;`, blanks around it.
///
/// # Errors
/// The first part that is not of the form, with what was expected.
pub fn decode(text: &str) -> Result<Page, LinkError> {
    decode_within(MAX_LINK_BYTES, text)
}

/// The same for a fragment that is handed from one program of this page to another, and may be longer than any link.
///
/// # Errors
/// As [`decode`].
pub fn decode_handed(text: &str) -> Result<Page, LinkError> {
    decode_within(MAX_HANDED_LINK_BYTES, text)
}

fn decode_within(bytes: usize, text: &str) -> Result<Page, LinkError> {
    if text.len() > bytes {
        let found = format!("{} bytes", text.len());
        return Err(LinkError::new("length", &found, format!("at most {bytes} bytes")));
    }
    let text = text.trim();
    let text = text.strip_prefix('#').unwrap_or(text);
    // No path holds a `?`, so a link whose only `?` is encoded was encoded as a whole.
    let whole = !text.contains('?') && (text.contains("%3F") || text.contains("%3f"));
    let decoded = if whole { percent::decode(text) } else { text.to_owned() };
    let text = decoded.strip_prefix('#').unwrap_or(&decoded);
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let path = percent::decode(path);
    let mut pairs: Vec<_> = query.split('&').filter(|pair| !pair.is_empty()).map(pair).collect();
    let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    let source = match parts[..] {
        [] => {
            let system = pairs.into_iter().find(|(key, _)| key == "system").map(|(_, value)| value);
            return Ok(Page::Start { system });
        }
        [id] if is_id(id) => Source::Scenario(id.to_owned()),
        ["model", id] if is_id(id) => Source::Model(id.to_owned()),
        _ => {
            let expected = "the id of a scenario, or `model/` and the id of a model";
            return Err(LinkError::new("path", &path, expected));
        }
    };
    let mut reader = Reader::new(source);
    if let Some(at) = pairs.iter().position(|(key, _)| key == "len") {
        let mut after = pairs.split_off(at + 1);
        let stated = std::mem::take(&mut pairs[at].1);
        pairs.truncate(at);
        reader.link.cut = length::mend(&stated, &mut after, query);
        pairs.append(&mut after);
    } else {
        reader.link.cut = length::mend_short(&mut pairs, text);
    }
    for (key, value) in pairs {
        reader.read(key, value)?;
    }
    reader.finish().map(Page::Run)
}

#[inline(never)]
pub(super) fn pair(text: &str) -> (String, String) {
    let (key, value) = text.split_once('=').unwrap_or((text, ""));
    let key = percent::decode(key);
    (key.strip_prefix("amp;").unwrap_or(&key).to_owned(), percent::decode(value))
}

/// The link as far as it was read.
struct Reader {
    link: Link,
    /// Single keys that were given.
    seen: Vec<&'static str>,
    /// The fixes that `run` was made under.
    under: Option<Vec<String>>,
}

impl Reader {
    fn new(source: Source) -> Self {
        Self { link: Link::new(source), seen: Vec::new(), under: None }
    }

    fn read(&mut self, key: String, value: String) -> Result<(), LinkError> {
        let is_setting = key.starts_with("p.") || key.starts_with("b.");
        if is_setting && self.link.parameters.len() + self.link.budgets.len() == MAX_ENTRIES {
            return Err(LinkError::new(
                &key,
                &value,
                format!("at most {MAX_ENTRIES} parameters and budgets"),
            ));
        }
        if let Some(id) = key.strip_prefix("p.") {
            return match self.link.parameters.insert(id.to_owned(), value) {
                None => Ok(()),
                Some(first) => Err(twice(&key, &first)),
            };
        }
        if let Some(id) = key.strip_prefix("b.") {
            return match self.link.budgets.insert(id.to_owned(), number(&key, &value)?) {
                None => Ok(()),
                Some(first) => Err(twice(&key, &first.to_string())),
            };
        }
        match key.as_str() {
            "v" => {
                self.once("v", &value)?;
                if value != LINK_FORMAT.to_string() {
                    return Err(LinkError::new("v", &value, format!("format {LINK_FORMAT}")));
                }
            }
            "m" => {
                self.once("m", &value)?;
                self.link.model_version = Some(model_version(&value)?);
            }
            "fix" => {
                self.once("fix", &value)?;
                self.link.fixes = Some(names("fix", &value)?);
            }
            "at" => {
                self.once("at", &value)?;
                self.link.at = position(&value)?;
            }
            "try" => {
                self.once("try", &value)?;
                if value != "1" {
                    return Err(LinkError::new("try", &value, "1"));
                }
                self.link.lesson = true;
            }
            "under" => {
                self.once("under", &value)?;
                self.under = Some(names("under", &value)?);
            }
            "run" => {
                self.once("run", &value)?;
                self.branch("run", None, &value)?;
                self.link.current = self.link.branches.len();
            }
            "alt" => match value.split_once('!') {
                Some((fixes, events)) => self.branch("alt", Some(names("alt", fixes)?), events)?,
                None => self.branch("alt", None, &value)?,
            },
            "note" => self.note(&value)?,
            _ => self.link.ignored.push(key),
        }
        Ok(())
    }

    fn once(&mut self, key: &'static str, value: &str) -> Result<(), LinkError> {
        if self.seen.contains(&key) {
            return Err(twice(key, value));
        }
        self.seen.push(key);
        Ok(())
    }

    fn branch(&mut self, key: &str, fixes: Option<Vec<String>>, text: &str) -> Result<(), LinkError> {
        // The scenario's own schedule is one of the branches of a trace.
        if self.link.branches.len() + 1 >= MAX_BRANCHES {
            let expected = format!("at most {} schedules", MAX_BRANCHES - 1);
            return Err(LinkError::new(key, "one schedule more", expected));
        }
        let events = events(key, text)?;
        self.link.branches.push(LinkBranch::new(fixes, events));
        Ok(())
    }

    /// A note belongs to the schedule before it.
    fn note(&mut self, value: &str) -> Result<(), LinkError> {
        let notes = match self.link.branches.last_mut() {
            Some(branch) => &mut branch.notes,
            None => self.link.notes.get_or_insert_default(),
        };
        if value.is_empty() {
            return Ok(());
        }
        let expected = "a step and a text, as in `7!The key is gone`";
        let (step, text) = value.split_once('!').ok_or_else(|| LinkError::new("note", value, expected))?;
        let step = number("note", step)? as usize;
        if notes.len() == MAX_NOTES {
            return Err(LinkError::new("note", text, format!("at most {MAX_NOTES} notes on a schedule")));
        }
        if text.chars().nth(MAX_NOTE_CHARS).is_some() {
            return Err(LinkError::new("note", text, format!("at most {MAX_NOTE_CHARS} characters")));
        }
        notes.push(Note { step, text: plain(text) });
        Ok(())
    }

    fn finish(self) -> Result<Link, LinkError> {
        let Self { mut link, under, .. } = self;
        if let Some(under) = under {
            let run = link.current.checked_sub(1).and_then(|index| link.branches.get_mut(index));
            match run {
                Some(run) => run.fixes = Some(under),
                None => return Err(LinkError::new("under", &under.join("+"), "a `run` beside it")),
            }
        }
        Ok(link)
    }
}

fn twice(key: &str, value: &str) -> LinkError {
    LinkError::new(key, value, "the key once, not twice")
}

fn number(key: &str, value: &str) -> Result<u32, LinkError> {
    value.parse().map_err(|_| LinkError::new(key, value, "a whole number"))
}

/// A position beyond all runs is not malformed: it is clamped later, when the run is known.
fn position(value: &str) -> Result<usize, LinkError> {
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(LinkError::new("at", value, "a whole number"));
    }
    Ok(value.parse().unwrap_or(usize::MAX))
}

fn model_version(value: &str) -> Result<(String, u32), LinkError> {
    let parts = value.rsplit_once('.').filter(|(id, _)| is_id(id));
    let version = parts.and_then(|(id, version)| Some((id.to_owned(), version.parse().ok()?)));
    version.ok_or_else(|| LinkError::new("m", value, "a model and its version, as in `flink-election.1`"))
}

/// A list of fixes. A `+` may come back as a blank, and some write a comma.
fn names(key: &str, value: &str) -> Result<Vec<String>, LinkError> {
    let words = value.split(['+', ',', ' ']).filter(|word| !word.is_empty());
    words.map(|word| if is_name(word) { Ok(word.to_owned()) } else { Err(not_a_name(key, word)) }).collect()
}

fn not_a_name(key: &str, word: &str) -> LinkError {
    LinkError::new(key, word, "fixes of a-z, 0-9, `_`, `-` and `.`, joined by `+`")
}

/// A schedule. A `~` too many, as at the end of a link that was cut off, does no harm.
fn events(key: &str, value: &str) -> Result<Vec<Event>, LinkError> {
    let words = value.split('~').filter(|word| !word.is_empty());
    let mut events = Vec::new();
    for word in words {
        if events.len() == MAX_EVENTS {
            return Err(LinkError::new(key, "one event more", format!("at most {MAX_EVENTS} events")));
        }
        let expected = "events of a-z, 0-9, `_` and `.`, at most 64 characters each, joined by `~`";
        events.push(Event::new(word).map_err(|_| LinkError::new(key, word, expected))?);
    }
    Ok(events)
}

fn is_name(word: &str) -> bool {
    word.len() <= 64
        && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.'))
}

/// The form of ids of scenarios and models.
fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}
