//! Whether the evidence of a claim is there.

use super::check::Found;
use super::claim::find_line;
use super::file::{Claim, Scenario};
use crate::machine::{ConfigPlace, shorten};
use crate::model::Model;
use crate::trace::Player;

/// Checks that the evidence is there: the line in the log of the scenario's run, and a question that can be asked.
pub(super) fn check_claims(scenario: &Scenario, model: &dyn Model, run: &dyn Player) -> Found<()> {
    for (index, claim) in scenario.claims.iter().enumerate() {
        check_claim(scenario, claim, model, run)
            .map_err(|(key, message)| (format!("$.claims[{index}].{key}"), message))?;
    }
    Ok(())
}

fn check_claim(scenario: &Scenario, claim: &Claim, model: &dyn Model, run: &dyn Player) -> Found<()> {
    let fail = |key: &str, message: String| Err((key.to_owned(), message));
    if let Some(text) = &claim.log
        && (text.trim().is_empty() || find_line(run, text, claim.step).is_none())
    {
        let records = run.log(1, run.len());
        let such = records.last().map_or("none".into(), |record| shorten(&record.line.message()));
        let (text, lines) = (shorten(text), records.len());
        return fail(
            "log",
            format!(
                "`{text}` is in none of the run's {lines} log lines; expected a part of one such as `{such}`"
            ),
        );
    }
    let with = "together with `property` and `expect`";
    let (property, expected) = match (&claim.property, claim.expect) {
        (Some(property), Some(_)) => (property, scenario.asked(claim)),
        (Some(_), None) => {
            return fail("expect", "nothing is expected of the property; expected holds or violated".into());
        }
        (None, Some(_)) => {
            return fail("property", "a verdict without a property; expected the id of one".into());
        }
        (None, None) if claim.fixes.is_some() => return fail("fixes", format!("expected only {with}")),
        (None, None) if !claim.budgets.is_empty() => return fail("budgets", format!("expected only {with}")),
        (None, None) => return Ok(()),
    };
    let properties: Vec<_> = model.properties().iter().map(|property| property.id).collect();
    if !properties.contains(&property.as_str()) {
        let (model, id, expected) = (&scenario.model, shorten(property), properties.join(", "));
        return fail("property", format!("{model} has no property `{id}`; expected one of {expected}"));
    }
    let Some((config, ..)) = expected else { return Ok(()) };
    if let Err(error) = model.open(&config) {
        let key = match error.place {
            ConfigPlace::Budget(id) => format!("budgets.{}", shorten(&id)),
            ConfigPlace::Fix(at) => format!("fixes[{at}]"),
            _ => "property".into(),
        };
        return Err((key, error.message));
    }
    // A counterexample has to play as a branch of the scenario's run, whose budgets it shares.
    let own = scenario.config().filled(model.info()).budgets;
    match claim.budgets.iter().find(|(id, most)| own.get(*id).is_some_and(|own| *most > own)) {
        Some((id, most)) => fail(
            &format!("budgets.{id}"),
            format!("`{id}` is {most}; expected 0 to {}, the scenario's own budget", own[id]),
        ),
        None => Ok(()),
    }
}
