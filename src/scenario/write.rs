//! From a scenario to its file, in the order of the keys that the shipped files have.

use super::data::Data;
use super::file::{
    Claim, ClaimVerdict, Confirmed, Expectation, FreshnessWord, Goal, Matrix, Narration, OutcomeWord,
    Scenario, Source, StepText, VerdictWord,
};
use crate::machine::{Event, ShortMap, Value};
use crate::trace::Note;

/// The text of a scenario file.
pub fn write(scenario: &Scenario) -> String {
    scenario.data().over_many_lines()
}

/// What has a form in JSON.
pub(crate) trait Written {
    /// Its form.
    fn data(&self) -> Data;

    /// Whether a key that may be absent is left out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Structs with their keys in order; those in parentheses may be absent.
macro_rules! written {
    ($($type:ident { $($field:tt),* })*) => {
        $(impl Written for $type {
            fn data(&self) -> Data {
                let entries = [$(written!(@entry self $field)),*];
                Data::Object(entries.into_iter().flatten().collect())
            }
        })*
    };
    (@entry $self:ident ($field:ident)) => {
        written!(@optional $self $field stringify!($field))
    };
    (@entry $self:ident ($field:ident = $name:literal)) => {
        written!(@optional $self $field $name)
    };
    (@entry $self:ident $field:ident) => {
        Some((stringify!($field).to_owned(), $self.$field.data()))
    };
    (@optional $self:ident $field:ident $name:expr) => {
        (!$self.$field.is_absent()).then(|| ($name.to_owned(), $self.$field.data()))
    };
}

written! {
    Scenario {
        (schema = "$schema"), format, id, title, question, (start_here), summary, model, (parameters), (budgets),
        (fixes), (matrix), schedule, narration, (notes), expect, (goal), (claims), (signature), (advice), versions,
        (sources), (confirmed)
    }
    Matrix { fixes, properties }
    Narration { (report), (code), steps }
    StepText { step, text }
    Note { step, text }
    Expectation { fixes, (outcome), (keys), (diverges_at), (verdicts) }
    Goal { (reach), (prevent), within, (hints) }
    Claim { report, verdict, evidence, (step), (log), (property), (fixes), (budgets), (expect) }
    Source { title, (url) }
    Confirmed { on, date, record }
}

impl Written for String {
    fn data(&self) -> Data {
        Data::text(self)
    }
}

impl Written for bool {
    fn data(&self) -> Data {
        Data::Flag(*self)
    }

    fn is_absent(&self) -> bool {
        !self
    }
}

impl Written for u32 {
    fn data(&self) -> Data {
        Data::Number(u64::from(*self))
    }
}

impl Written for usize {
    fn data(&self) -> Data {
        Data::count(*self)
    }
}

impl Written for Event {
    fn data(&self) -> Data {
        Data::text(self.as_str())
    }
}

impl Written for Value {
    fn data(&self) -> Data {
        match self {
            Self::Number(number) => number.data(),
            Self::Word(word) => word.data(),
            Self::Words(words) => words.data(),
        }
    }
}

impl<T: Written> Written for Vec<T> {
    fn data(&self) -> Data {
        Data::List(self.iter().map(T::data).collect())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Written> Written for Option<T> {
    fn data(&self) -> Data {
        self.as_ref().map_or(Data::Null, T::data)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Written> Written for ShortMap<String, T> {
    fn data(&self) -> Data {
        Data::object(self.iter().map(|(key, value)| (key.clone(), value.data())))
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

/// Enums by their words.
macro_rules! words {
    ($($type:ident { $($variant:ident $word:literal),* })*) => {
        $(impl Written for $type {
            fn data(&self) -> Data {
                Data::text(match self { $(Self::$variant => $word),* })
            }
        })*
    };
}

words! {
    VerdictWord { Holds "holds", Violated "violated" }
    OutcomeWord { Holds "holds", Violated "violated", Lost "lost" }
    FreshnessWord { Fresh "fresh", Stale "stale", Missing "missing" }
    ClaimVerdict { Confirmed "confirmed", Wrong "wrong", Half "half" }
}

impl Written for super::Question {
    fn data(&self) -> Data {
        Data::text(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::parse;
    use std::fs;

    #[test]
    fn every_shipped_scenario_is_written_as_serde_json_writes_it() {
        let mut seen = 0;
        for entry in fs::read_dir("scenarios").unwrap() {
            let path = entry.unwrap().path();
            let shipped = fs::read_to_string(&path).unwrap();
            let scenario = parse("shipped", &shipped).unwrap();
            let written = write(&scenario);
            assert_eq!(parse("written", &written).unwrap(), scenario, "{}", path.display());
            let expected = serde_json::to_string_pretty(&scenario).unwrap();
            assert_eq!(written.trim_end(), expected, "{}", path.display());
            seen += 1;
        }
        assert!(seen > 40, "{seen}");
    }
}
