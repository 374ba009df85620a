//! The forms of the objects in a scenario file.
//!
//! *Invariant*: they agree with the JSON Schema, which is generated from the types.

use super::fields::objects;
use super::file::{Claim, Confirmed, Expectation, Goal, Matrix, Narration, Scenario, Source, StepText};
use crate::trace::Note;

objects! {
    closed Scenario "an object with a scenario" {
        format, id, title, question, summary, model, schedule, narration, expect, versions;
        schema = "$schema", start_here, parameters, budgets, fixes, matrix, notes, goal, claims, signature, advice,
        sources, confirmed
    }
    closed Matrix "an object with fixes and properties" { fixes, properties; }
    closed Narration "an object with report, code and steps" { steps; report, code }
    closed StepText "an object with step and text" { step, text; }
    closed Note "an object with step and text" { step, text; }
    closed Expectation "an object with fixes, outcome, keys and verdicts" {
        fixes; outcome, keys, diverges_at, verdicts
    }
    closed Goal "an object with reach or prevent" { within; reach, prevent, hints }
    closed Claim "an object with report, verdict and evidence" {
        report, verdict, evidence; step, log, property, fixes, budgets, expect
    }
    closed Source "an object with title and url" { title; url }
    closed Confirmed "an object with on, date and record" { on, date, record; }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Object, schema};
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[track_caller]
    fn check(object: &dyn Object, schema: &Value) {
        let form = object.form();
        let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
        let required = schema["required"].as_array().unwrap().iter();
        let required: BTreeSet<_> = required.map(|name| name.as_str().unwrap().to_owned()).collect();
        let known: BTreeSet<_> = schema["properties"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(names(form.required), required, "{}", form.expected);
        assert_eq!(&names(form.required) | &names(form.optional), known, "{}", form.expected);
        assert_eq!(schema["additionalProperties"] == Value::Bool(false), !form.is_open, "{}", form.expected);
    }

    #[test]
    fn the_forms_are_those_of_the_schema() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        check(&Scenario::default(), &schema);
        let parts: [(&str, &dyn Object); 9] = [
            ("Matrix", &Matrix::default()),
            ("Narration", &Narration::default()),
            ("StepText", &StepText::default()),
            ("Note", &Note::default()),
            ("Expectation", &Expectation::default()),
            ("Goal", &Goal::default()),
            ("Claim", &Claim::default()),
            ("Source", &Source::default()),
            ("Confirmed", &Confirmed::default()),
        ];
        for (name, part) in parts {
            check(part, &schema["$defs"][name]);
        }
    }
}
