//! What a model can find wrong with a scenario.

use super::check_claims::check_claims;
use super::file::Scenario;
use crate::machine::{ConfigError, ConfigPlace, shorten};
use crate::model::{self, Model};
use crate::trace::{MAX_EVENTS, Player, TraceError};
use std::rc::Rc;

/// Something good, or the JSON path of what is wrong with what was expected.
pub(super) type Found<T> = Result<T, (String, String)>;

pub(super) fn check(scenario: &Scenario) -> Found<Rc<dyn Player>> {
    if !is_id(&scenario.id) {
        let message = "expected 1 to 64 characters a-z, 0-9 and `-`, beginning with a letter";
        return Err(("$.id".into(), format!("`{}` is not an id; {message}", shorten(&scenario.id))));
    }
    if scenario.schedule.len() > MAX_EVENTS {
        let message = format!("{} events; expected at most {MAX_EVENTS}", scenario.schedule.len());
        return Err(("$.schedule".into(), message));
    }
    let empty = model::open(&scenario.config()).map_err(config_problem)?;
    let model = model::find(&scenario.model).expect("a model that opens is known");
    let player = empty.replay(&scenario.schedule).map_err(|error| match error {
        TraceError::Event { step, error } => (format!("$.schedule[{}]", step - 1), error.to_string()),
        TraceError::Config(error) => config_problem(error),
        TraceError::Limit(message) => ("$.schedule".into(), message),
    })?;
    if let Some(step) = (1..=player.len()).find(|&step| player.is_refused(step)) {
        let view = player.step(step);
        let message = format!(
            "`{}` is refused here: {}; expected an event that is enabled after step {}",
            view.event,
            view.refused.unwrap_or_default(),
            step - 1
        );
        return Err((format!("$.schedule[{}]", step - 1), message));
    }
    check_story(scenario)?;
    check_expectations(scenario, model)?;
    check_claims(scenario, model, &*player)?;
    Ok(player)
}

fn check_story(scenario: &Scenario) -> Found<()> {
    let steps = scenario.schedule.len();
    let within = |path: String, step: usize| {
        if step <= steps {
            return Ok(());
        }
        Err((path, format!("step {step} is beyond the schedule; expected 0 to {steps}")))
    };
    for (index, text) in scenario.narration.steps.iter().enumerate() {
        within(format!("$.narration.steps[{index}].step"), text.step)?;
    }
    for (index, note) in scenario.notes.iter().enumerate() {
        within(format!("$.notes[{index}].step"), note.step)?;
    }
    for (index, claim) in scenario.claims.iter().enumerate() {
        within(format!("$.claims[{index}].step"), claim.step.unwrap_or(0))?;
    }
    for (index, source) in scenario.sources.iter().enumerate() {
        if source.url.as_ref().is_some_and(|url| !url.starts_with("https://")) {
            let found = shorten(source.url.as_deref().unwrap_or_default());
            let message = format!("`{found}` is not such an address; expected one with https://");
            return Err((format!("$.sources[{index}].url"), message));
        }
    }
    Ok(())
}

fn check_expectations(scenario: &Scenario, model: &dyn Model) -> Found<()> {
    let properties: Vec<_> = model.properties().iter().map(|property| property.id).collect();
    let fixes: Vec<_> = model.info().fixes.iter().map(|fix| fix.id).collect();
    let known = |path: String, kind: &str, id: &str, known: &[&'static str]| {
        if known.contains(&id) {
            return Ok(());
        }
        let (model, id, expected) = (&scenario.model, shorten(id), known.join(", "));
        Err((path, format!("{model} has no {kind} `{id}`; expected one of {expected}")))
    };
    for (index, expectation) in scenario.expect.iter().enumerate() {
        let at = format!("$.expect[{index}]");
        for (fix_index, fix) in expectation.fixes.iter().enumerate() {
            known(format!("{at}.fixes[{fix_index}]"), "fix", fix, &fixes)?;
        }
        if let Some((fix, message)) = model.info().clash(&expectation.fixes) {
            return Err((format!("{at}.fixes[{fix}]"), message));
        }
        for property in expectation.outcome.keys() {
            known(format!("{at}.outcome.{}", shorten(property)), "property", property, &properties)?;
        }
        for property in expectation.verdicts.keys() {
            known(format!("{at}.verdicts.{}", shorten(property)), "property", property, &properties)?;
        }
        for key in expectation.keys.keys() {
            known(format!("{at}.keys.{}", shorten(key)), "key", key, model.keys())?;
        }
    }
    if let Some(matrix) = &scenario.matrix {
        for (index, fix) in matrix.fixes.iter().enumerate() {
            known(format!("$.matrix.fixes[{index}]"), "fix", fix, &fixes)?;
        }
        for (index, property) in matrix.properties.iter().enumerate() {
            known(format!("$.matrix.properties[{index}]"), "property", property, &properties)?;
        }
        let count = model.info().count_fixes(&matrix.fixes);
        if count > 6 {
            let message = format!("{count} fixes; expected at most 6, an exclusive group counted once");
            return Err(("$.matrix.fixes".into(), message));
        }
    }
    if let Some(goal) = &scenario.goal {
        let (path, property) = match (&goal.reach, &goal.prevent) {
            (Some(property), None) => ("$.goal.reach", property),
            (None, Some(property)) => ("$.goal.prevent", property),
            _ => return Err(("$.goal".into(), "expected either `reach` or `prevent`".into())),
        };
        known(path.into(), "property", property, &properties)?;
    }
    Ok(())
}

fn config_problem(error: ConfigError) -> (String, String) {
    let path = match error.place {
        ConfigPlace::Model => "$.model".into(),
        ConfigPlace::Property => "$.matrix.properties".into(),
        ConfigPlace::Parameter(id) => format!("$.parameters.{}", shorten(&id)),
        ConfigPlace::Budget(id) => format!("$.budgets.{}", shorten(&id)),
        ConfigPlace::Fix(index) => format!("$.fixes[{index}]"),
    };
    (path, error.message)
}

fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}
