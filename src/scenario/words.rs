//! Words of a scenario file: an enum without content, read by what its variants are called.

use super::file::{ClaimVerdict, FreshnessWord, OutcomeWord, Question, VerdictWord};
use super::json::{Json, Read};
use crate::machine::{Freshness, shorten};
use crate::trace::PropertyOutcome;

/// Lets enums be read by their words, which are those that serde writes.
macro_rules! words {
    ($($type:ident { $($word:literal $variant:ident),* })*) => {
        $(impl Read for $type {
            fn read(&mut self, from: &mut Json<'_>) {
                *self = [$(Self::$variant),*][read_word(from, &[$($word),*])];
            }
        })*
    };
}

words! {
    Question {
        "who-is-leader" WhoIsLeader,
        "why-lost" WhyLost,
        "why-not-back" WhyNotBack,
        "is-error-dangerous" IsErrorDangerous,
        "what-happens-to-work" WhatHappensToWork,
        "which-setting-helps" WhichSettingHelps
    }
    VerdictWord { "holds" Holds, "violated" Violated }
    OutcomeWord { "holds" Holds, "violated" Violated, "lost" Lost }
    FreshnessWord { "fresh" Fresh, "stale" Stale, "missing" Missing }
    ClaimVerdict { "confirmed" Confirmed, "wrong" Wrong, "half" Half }
}

impl OutcomeWord {
    /// The word for an outcome; none for a question that was cut off at a limit.
    pub fn of(outcome: PropertyOutcome) -> Option<Self> {
        match outcome {
            PropertyOutcome::Holds => Some(Self::Holds),
            PropertyOutcome::Violated => Some(Self::Violated),
            PropertyOutcome::Lost => Some(Self::Lost),
            PropertyOutcome::Limit => None,
        }
    }
}

impl FreshnessWord {
    /// The word for how good a key's value is.
    pub fn of(freshness: Freshness) -> Self {
        match freshness {
            Freshness::Fresh => Self::Fresh,
            Freshness::Stale => Self::Stale,
            Freshness::Missing => Self::Missing,
        }
    }
}

/// Reads one of some words, as its position among them.
fn read_word(from: &mut Json<'_>, words: &[&str]) -> usize {
    let at = from.place();
    let word = from.string();
    words.iter().position(|known| *known == word).unwrap_or_else(|| {
        from.refuse(at, || format!("unknown variant `{}`, {}", shorten(&word), one_of(words)));
        0
    })
}

/// What is expected instead of a word.
pub(super) fn one_of(words: &[&str]) -> String {
    match words {
        [word] => format!("expected `{word}`"),
        [one, other] => format!("expected `{one}` or `{other}`"),
        _ => format!("expected one of `{}`", words.join("`, `")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::from_json;
    use serde::Serialize;
    use std::fmt::Debug;

    #[track_caller]
    fn check<T: Serialize + Read + Default + PartialEq + Debug>(words: &[T]) {
        let json = serde_json::to_string(words).unwrap();
        assert_eq!(from_json::<Vec<T>>(&json).unwrap(), words);
    }

    #[test]
    fn what_is_written_is_read() {
        check(&Question::ALL);
        check(&[VerdictWord::Holds, VerdictWord::Violated]);
        check(&[OutcomeWord::Holds, OutcomeWord::Violated, OutcomeWord::Lost]);
        check(&[FreshnessWord::Fresh, FreshnessWord::Stale, FreshnessWord::Missing]);
        check(&[ClaimVerdict::Confirmed, ClaimVerdict::Wrong, ClaimVerdict::Half]);
        let error = from_json::<VerdictWord>("\"limit\"").unwrap_err().to_string();
        assert!(error.contains("unknown variant `limit`, expected `holds` or `violated`"), "{error}");
    }
}
