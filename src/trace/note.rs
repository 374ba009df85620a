//! Readers' annotations of steps.

use crate::machine::{plain, sort_short};
use serde::Serialize;

/// The longest note that is kept, in characters.
pub const MAX_NOTE_CHARS: usize = 1_000;

/// The most notes that a branch keeps: one a step, on so many steps.
pub const MAX_NOTES: usize = 100;

/// A reader's annotation of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The step, counted from 1; 0 is the initial state.
    pub step: usize,
    /// The text, always plain.
    pub text: String,
}

/// The notes of a branch that ends after `len` steps: in the order of its steps, one a step, each within its limits.
/// Several on one step become one, each on a line of its own.
pub fn tidy_notes(notes: &[Note], len: usize) -> Vec<Note> {
    let told = notes.iter().filter(|note| note.step <= len && !note.text.trim().is_empty());
    // Far more than are kept, and few enough to be sorted one by one.
    let mut told: Vec<&Note> = told.take(10 * MAX_NOTES).collect();
    sort_short(&mut told, |a, b| a.step < b.step);
    let mut out: Vec<Note> = Vec::new();
    for note in told {
        match out.last_mut().filter(|last| last.step == note.step) {
            Some(last) => {
                last.text.push('\n');
                last.text.push_str(note.text.trim());
            }
            None => out.push(Note { step: note.step, text: note.text.trim().to_owned() }),
        }
    }
    out.truncate(MAX_NOTES);
    for note in &mut out {
        note.text = plain(&note.text);
        if let Some((cut, _)) = note.text.char_indices().nth(MAX_NOTE_CHARS) {
            note.text.truncate(cut);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(step: usize, text: &str) -> Note {
        Note { step, text: text.into() }
    }

    #[test]
    fn notes_are_ordered_and_one_a_step() {
        let notes = [note(2, "b "), note(0, "a"), note(2, " "), note(2, "c"), note(9, "beyond")];
        assert_eq!(tidy_notes(&notes, 3), [note(0, "a"), note(2, "b\nc")]);
    }

    #[test]
    fn limits_cut_at_a_character() {
        let long = "é".repeat(MAX_NOTE_CHARS + 5);
        assert_eq!(tidy_notes(&[note(1, &long)], 1)[0].text.chars().count(), MAX_NOTE_CHARS);
        let many: Vec<Note> = (0..MAX_NOTES + 5).map(|step| note(step, "x")).collect();
        assert_eq!(tidy_notes(&many, many.len()).len(), MAX_NOTES);
    }
}
