//! A scenario file that is being edited: what is changed, and what is wrong with it.

use crate::machine::{ModelInfo, ParameterInfo, Value};
use crate::model;
use crate::scenario::{Expectation, FreshnessWord, OutcomeWord, Place, Scenario, compare, load, write};
use crate::trace::{Comparison, MAX_NOTE_CHARS, Note, Player, TraceError, tidy_notes};
use std::rc::Rc;

/// A draft as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The text of the file.
    pub text: String,
    /// What is wrong with it, each with its JSON path.
    pub problems: Vec<(String, String)>,
    /// Whether it can be opened all the same: what is wrong is only what it expects.
    pub opens: bool,
}

impl Checked {
    /// Loads a draft as any file is loaded, and compares its run with what it expects.
    pub fn of(draft: &Scenario) -> Self {
        let text = write(draft);
        match load(&file_name(draft), &text) {
            Err(problem) => {
                let path = match problem.place {
                    Place::Path(path) => path,
                    other => other.to_string(),
                };
                Self { text, problems: vec![(path, problem.message)], opens: false }
            }
            Ok(loaded) => {
                let mismatches = compare(&loaded).mismatches.into_iter();
                let told = mismatches.map(|wrong| {
                    let message =
                        format!("the file says {}; the run comes to {}", wrong.expected, wrong.found);
                    (wrong.path, message)
                });
                let mut problems: Vec<_> = told.collect();
                // Files that were written without one still open.
                if draft.title.trim().is_empty() {
                    problems.push(("$.title".into(), "there is none; expected what the run is about".into()));
                }
                if !draft.expect.iter().any(Expectation::says_something) {
                    let nothing = "nothing is expected, and `stepdown check` has nothing to prove; expected at least one outcome";
                    problems.push(("$.expect".into(), nothing.into()));
                }
                Self { text, problems, opens: true }
            }
        }
    }

    /// What is wrong with what stands at a path, or below it.
    pub fn at(&self, path: &str) -> Option<&str> {
        let is_below = |known: &str| {
            known.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.problems.iter().find(|(known, _)| is_below(known)).map(|(_, message)| message.as_str())
    }
}

/// The name of the file of a draft.
pub fn file_name(draft: &Scenario) -> String {
    let id = if draft.id.is_empty() { "scenario" } else { &draft.id };
    format!("{id}.json")
}

/// Sets a parameter. The model's default is not written, unless the draft did so before.
pub fn set_parameter(draft: &mut Scenario, info: &ParameterInfo, value: Value) {
    if draft.parameters.get(info.id).is_none() && value == info.kind.default_value() {
        return;
    }
    draft.parameters.insert(info.id.to_owned(), value);
    forget_verdicts(draft);
}

/// Sets a budget, by the same rule.
pub fn set_budget(draft: &mut Scenario, id: &str, default: u32, amount: u32) {
    if draft.budgets.get(id).is_none() && amount == default {
        return;
    }
    draft.budgets.insert(id.to_owned(), amount);
    forget_verdicts(draft);
}

/// Verdicts over all orders are about the parameters and budgets that they were found under.
fn forget_verdicts(draft: &mut Scenario) {
    for expectation in &mut draft.expect {
        expectation.verdicts = std::iter::empty().collect();
    }
}

/// Switches a fix, as the page does: at most one of a group stays on.
pub fn toggle_fix(draft: &mut Scenario, info: &ModelInfo, fix: &str) {
    draft.fixes = info.toggled(&draft.fixes, fix);
}

/// Sets the note on a step; an empty text takes it away.
pub fn set_note(draft: &mut Scenario, step: usize, text: &str) {
    draft.notes.retain(|note| note.step != step);
    let text = text.chars().take(MAX_NOTE_CHARS).collect();
    draft.notes.push(Note { step, text });
    draft.notes = tidy_notes(&draft.notes, draft.schedule.len());
}

/// The run of a draft under a set of fixes.
///
/// # Errors
/// When it does not play.
pub fn run(draft: &Scenario, fixes: &[String]) -> Result<Rc<dyn Player>, TraceError> {
    let empty = model::open(&draft.config().with_fixes(fixes)).map_err(TraceError::Config)?;
    empty.replay(&draft.schedule)
}

/// What the run of a draft comes to under a set of fixes, as an expectation.
///
/// # Errors
/// When it does not play, or does not come to rest.
pub fn expected(draft: &Scenario, fixes: &[String]) -> Result<Expectation, String> {
    let play = |fixes: &[String]| run(draft, fixes).map_err(|error| error.to_string());
    let comparison = Comparison::new(play(&draft.fixes)?, play(fixes)?);
    if !comparison.after.at_rest {
        return Err("the run does not come to rest; expected one whose outcome can be told".into());
    }
    let outcomes = &comparison.after.outcomes;
    let outcome = outcomes
        .properties
        .iter()
        .filter_map(|(info, outcome)| Some((info.id.to_owned(), OutcomeWord::of(*outcome)?)));
    let known = model::find(&draft.model).map_or(&[][..], model::Model::keys);
    let keys = outcomes.keys.iter().filter(|(key, _)| known.contains(key));
    let divergence = comparison.divergence.as_ref().map_or(0, crate::trace::Divergence::step);
    Ok(Expectation {
        fixes: fixes.to_vec(),
        outcome: outcome.collect(),
        keys: keys.map(|&(key, freshness)| (key.to_owned(), FreshnessWord::of(freshness))).collect(),
        diverges_at: (*fixes != draft.fixes).then_some(divergence),
        ..Expectation::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::subject::tests::subject;
    use super::*;

    fn draft() -> Scenario {
        (*subject("#/flink-40114-own-loss", None).scenario.unwrap()).clone()
    }

    fn info() -> &'static ModelInfo {
        model::find("flink-election").unwrap().info()
    }

    #[test]
    fn a_shipped_scenario_has_nothing_wrong_and_its_text_loads() {
        let checked = Checked::of(&draft());
        assert_eq!((checked.problems, checked.opens), (vec![], true));
        assert_eq!(*load("draft.json", &checked.text).unwrap().scenario, draft());
    }

    #[test]
    fn an_error_has_the_path_of_its_field() {
        let wrong = |change: fn(&mut Scenario)| {
            let mut draft = draft();
            change(&mut draft);
            let checked = Checked::of(&draft);
            assert!(!checked.opens || checked.problems.is_empty(), "{:?}", checked.problems);
            checked
        };
        assert!(wrong(|draft| draft.id = "Not An Id".into()).at("$.id").is_some());
        let checked = wrong(|draft| draft.budgets.extend([("loss".into(), 99)]));
        assert!(checked.at("$.budgets.loss").is_some_and(|message| message.contains("expected 0 to")));
        assert_eq!(checked.at("$.budgets.los"), None);
        assert!(checked.at("$.budgets").is_some() && checked.at("$.id").is_none());
    }

    #[test]
    fn an_expectation_that_the_run_does_not_meet_is_told_and_taking_the_run_puts_it_right() {
        let mut draft = draft();
        let right = draft.expect[0].clone();
        let (property, word) = right.outcome.iter().next().map(|(id, word)| (id.clone(), *word)).unwrap();
        let other = if word == OutcomeWord::Holds { OutcomeWord::Violated } else { OutcomeWord::Holds };
        draft.expect[0].outcome.insert(property.clone(), other);
        let checked = Checked::of(&draft);
        let told = checked.at(&format!("$.expect[0].outcome.{property}")).unwrap();
        assert!(checked.opens && told.contains("the run comes to"), "{told}");
        draft.expect[0] = expected(&draft, &right.fixes).unwrap();
        assert_eq!(Checked::of(&draft).problems, []);
    }

    #[test]
    fn a_draft_without_a_title_is_told_so_and_still_opens() {
        let mut draft = draft();
        draft.title = "  ".into();
        let checked = Checked::of(&draft);
        assert!(checked.opens && checked.at("$.title").is_some_and(|told| told.contains("expected what")));
    }

    #[test]
    fn a_draft_that_expects_nothing_is_told_so_and_still_opens() {
        let mut draft = draft();
        draft.expect.clear();
        let checked = Checked::of(&draft);
        assert!(
            checked.opens && checked.at("$.expect").is_some_and(|told| told.contains("nothing is expected"))
        );
    }

    #[test]
    fn what_is_expected_under_each_fix_is_met() {
        let mut draft = draft();
        draft.expect.clear();
        for fix in info().fixes {
            draft.expect.push(expected(&draft, &[fix.id.to_owned()]).unwrap());
        }
        assert_eq!(Checked::of(&draft).problems, []);
        assert!(draft.expect.iter().all(|expectation| expectation.diverges_at.is_some()));
    }

    #[test]
    fn defaults_stay_unwritten_and_a_change_forgets_verdicts() {
        let mut draft = draft();
        assert!(draft.expect.iter().any(|expectation| !expectation.verdicts.is_empty()));
        let before = draft.clone();
        let spare = info().faults.iter().find(|fault| draft.budgets.get(fault.id).is_none()).unwrap();
        set_budget(&mut draft, spare.id, spare.default, spare.default);
        assert_eq!(draft, before);
        set_budget(&mut draft, spare.id, spare.default, spare.max);
        assert_eq!(draft.budgets.get(spare.id), Some(&spare.max));
        assert!(draft.expect.iter().all(|expectation| expectation.verdicts.is_empty()));
    }

    #[test]
    fn notes_are_set_and_taken_away() {
        let mut draft = draft();
        set_note(&mut draft, 2, "<script>alert(1)</script>");
        assert_eq!(draft.notes.last().map(|note| note.step), Some(2));
        assert!(Checked::of(&draft).text.contains("<script>"));
        set_note(&mut draft, 2, "");
        assert!(draft.notes.iter().all(|note| note.step != 2));
        set_note(&mut draft, 999, "beyond");
        assert!(draft.notes.iter().all(|note| note.step != 999));
    }
}
