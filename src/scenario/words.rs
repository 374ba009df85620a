//! Words of a scenario file: an enum without content, read by what its variants are called.
//!
//! One reader serves them all; a derived one each is as long as a struct's.

use super::file::{ClaimVerdict, FreshnessWord, OutcomeWord, Question, VerdictWord};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::fmt;

/// Reads one of some words, as its position among them.
struct Words(&'static [&'static str]);

impl Visitor<'_> for Words {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", self.0.join(", "))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<usize, E> {
        let found = self.0.iter().position(|known| *known == word);
        found.ok_or_else(|| E::unknown_variant(word, self.0))
    }
}

/// Lets enums be read by their words, which are those that serde writes.
macro_rules! words {
    ($($type:ident { $($word:literal $variant:ident),* })*) => {
        $(impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = deserializer.deserialize_str(Words(&[$($word),*]))?;
                Ok([$(Self::$variant),*][word])
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::from_json;
    use serde::{Serialize, de::DeserializeOwned};
    use std::fmt::Debug;

    #[track_caller]
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(words: &[T]) {
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
