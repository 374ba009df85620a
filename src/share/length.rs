//! How long a link says it is, so that one that was cut off, or that got something added, is noticed.
//!
//! Characters are counted as they are before percent-encoding: programs encode and decode links as they like.

use super::page::Cut;
use super::{LINK_FORMAT, percent};

/// The characters of a query as written.
pub(super) fn of_query(query: &str) -> usize {
    percent::decode(query).chars().count()
}

/// Reads the pairs after a `len`, cut off or with something added. What is incomplete is left out, and so is what
/// was added.
pub(super) fn mend(stated: &str, after: &mut Vec<(String, String)>, raw: &str) -> Option<Cut> {
    let Some(stated) = stated.parse().ok().filter(|_| !after.is_empty()) else {
        // Something always follows, so the number itself was cut.
        after.clear();
        return Some(Cut { read: 0, of: None });
    };
    let found = after.iter().map(pair_length).sum::<usize>() + after.len().saturating_sub(1);
    if found >= stated && !ends_in_code(raw) {
        take_away(after, found - stated);
        return None;
    }
    leave_incomplete_out(after);
    Some(Cut { read: found.min(stated), of: Some(stated) })
}

/// What chat and mail programs put behind a link, which none ends with.
const BEHIND: [char; 13] = ['.', ',', ';', ':', '!', '?', ')', ']', '}', '>', '"', '\'', '*'];

/// Mends the end of a link that does not say how long it is: it is short, so nothing of it was left out in its middle.
/// What was put behind it is taken away. Cut off is one that ends within what announces the rest.
pub(super) fn mend_short(pairs: &mut Vec<(String, String)>, raw: &str) -> Option<Cut> {
    let cut = Some(Cut { read: 0, of: None });
    let announced = pairs.iter().any(|(key, _)| key == "v");
    let alone = pairs.len() == 1;
    match pairs.last_mut() {
        None => raw.ends_with('?').then_some(cut).flatten(),
        Some((key, value))
            if key == "v" && (value.is_empty() || alone && *value == LINK_FORMAT.to_string()) =>
        {
            pairs.pop();
            cut
        }
        Some((key, value)) if announced && value.is_empty() && ["l", "le"].contains(&key.as_str()) => {
            pairs.clear();
            cut
        }
        Some((key, value)) if ["at", "fix", "try"].contains(&key.as_str()) => {
            let end = value.find('?').unwrap_or(value.len());
            let kept = value[..end].trim_end_matches(BEHIND).len();
            value.truncate(kept);
            None
        }
        Some(_) => None,
    }
}

fn pair_length((key, value): &(String, String)) -> usize {
    key.chars().count() + 1 + value.chars().count()
}

/// Whether a text ends within a percent code, which no writer does.
fn ends_in_code(raw: &str) -> bool {
    let tail = raw.rsplit('%').next().unwrap_or_default();
    raw.contains('%') && tail.len() < 2 && tail.chars().all(|c| c.is_ascii_hexdigit())
        || percent::decode(raw).ends_with(char::REPLACEMENT_CHARACTER)
}

/// Takes characters away at the end.
fn take_away(after: &mut Vec<(String, String)>, mut more: usize) {
    while more > 0 {
        let Some((_, value)) = after.last_mut() else { return };
        let count = value.chars().count();
        if count >= more {
            *value = value.chars().take(count - more).collect();
            return;
        }
        let whole = after.pop().map_or(0, |pair| pair_length(&pair)) + 1;
        more = more.saturating_sub(whole);
    }
}

/// The last pair is as far as it goes: of a schedule whole events are kept, of a note the text so far, and a setting
/// that may lack a digit is not guessed.
fn leave_incomplete_out(after: &mut Vec<(String, String)>) {
    let Some((key, value)) = after.last_mut() else { return };
    match key.as_str() {
        "run" | "alt" if value.contains('~') => {
            value.truncate(value.rfind('~').unwrap_or(0));
        }
        "note" if value.contains('!') => {
            *value = value.trim_end_matches([char::REPLACEMENT_CHARACTER, '%']).to_owned();
            value.push('…');
        }
        _ => drop(after.pop()),
    }
}
