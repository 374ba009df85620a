//! What of a record its model does not do.

use stepdown::conformance::{Record, strays};
use stepdown::model;

/// How a record is not what its model does, if it is not. One that was stopped is held against the model as far as it goes.
pub(crate) fn difference(record: &Record) -> Option<String> {
    match model::replay(record) {
        Err(error) => Some(error.to_string()),
        Ok(Err(mismatch)) => Some(mismatch.to_string()),
        Ok(Ok(_)) => passed_over(record),
    }
}

/// What the search goes past, because the model has no word for it: a new line, something thrown by the way.
fn passed_over(record: &Record) -> Option<String> {
    let info = model::find(&record.head.model)?.info();
    let strays = strays(record, info.templates);
    (!strays.is_empty()).then(|| strays.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn record() -> Record {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/flink/40114-own-loss.jsonl");
        Record::read(&fs::read_to_string(file).expect("a file")).expect("a record").remove(0)
    }

    #[test]
    fn a_kept_record_is_no_difference() {
        assert_eq!(difference(&record()), None);
    }

    #[test]
    fn a_line_without_a_template_is_a_difference() {
        let mut record = record();
        let printed = record.entries.iter().flat_map(|entry| &entry.log).next().expect("a line").clone();
        let (level, message) = ("ERROR".to_owned(), "Something new.".to_owned());
        record.entries[2].log.push(stepdown::conformance::Line { level, message, ..printed });
        let told = difference(&record).expect("a difference");
        assert!(told.starts_with("entry 3: no template of flink-election prints ERROR"), "{told}");
    }

    #[test]
    fn an_exception_at_an_event_that_succeeds_is_a_difference() {
        let mut record = record();
        record.entries[0].exception = Some("java.lang.Error: no".into());
        let told = difference(&record).expect("a difference");
        assert!(told.starts_with("entry 1: ") && told.ends_with("threw java.lang.Error: no"), "{told}");
    }

    #[test]
    fn a_run_that_the_model_does_not_have_is_a_difference() {
        let mut record = record();
        record.entries[0].event = Some("jm1.executor.run".into());
        assert!(difference(&record).expect("a difference").starts_with("the first 0 entries match"));
    }
}
