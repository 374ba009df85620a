//! The run as a scenario file whose expectations the command proves.

use super::Document;
use crate::check::{Finding, Verdict};
use crate::model;
use crate::scenario::{
    Expectation, FORMAT, FreshnessWord, Narration, OutcomeWord, Scenario, VerdictWord, write,
};
use crate::trace::{Note, Outcomes, SETTLE_STEPS, Settled, tidy_notes};

pub(super) fn json(document: &Document) -> Result<String, String> {
    scenario(document).map(|scenario| write(&scenario))
}

/// The run as a scenario. One that nobody changed is the scenario it came from.
///
/// A guard that refuses a step leaves the state as it was, so steps that are struck out are left out, as they are when a
/// reader goes on from there.
///
/// # Errors
/// When the run does not come to rest: no outcome could be expected of it.
pub fn scenario(document: &Document) -> Result<Scenario, String> {
    let player = &document.player;
    let info = player.info();
    if let Some(own) = document.scenario.as_ref().filter(|_| document.is_untouched()) {
        return Ok((**own).clone());
    }
    let steps: Vec<usize> = (1..=player.len()).filter(|&step| !player.is_refused(step)).collect();
    let left_out = player.len() - steps.len();
    let settled = player.settled();
    if !settled.at_rest {
        return Err(format!(
            "the run does not come to rest within {SETTLE_STEPS} steps after its end; expected one whose outcome can be told"
        ));
    }
    let config = document.trace.config.clone();
    let mut out = match &document.scenario {
        Some(own) => kept(document, own, left_out),
        None => Scenario {
            title: format!("A run of the model: {}", info.title),
            summary: format!("{}{}", info.summary, told_left_out(left_out)),
            versions: info.versions.to_owned(),
            ..Scenario::default()
        },
    };
    out.format = FORMAT;
    out.id = document.id();
    out.model.clone_from(&config.model);
    out.notes = moved(&document.branch().notes, &steps);
    out.schedule = steps.iter().map(|&step| player.event(step)).collect();
    out.expect = vec![expectation(document, &settled)];
    (out.parameters, out.budgets, out.fixes) = (config.parameters, config.budgets, config.fixes);
    Ok(out)
}

/// What of the scenario is still so.
fn kept(document: &Document, own: &Scenario, left_out: usize) -> Scenario {
    let shared = shared_steps(document, own);
    let len = document.player.len();
    let same_run = shared == own.schedule.len() && shared == len && document.trace.config.fixes == own.fixes;
    if same_run && same_sizes(document, own) {
        // Only notes differ.
        return Scenario { start_here: false, schema: None, ..own.clone() };
    }
    let fixes = &document.trace.config.fixes;
    let on = if fixes.is_empty() { "no fix on".to_owned() } else { format!("{} on", fixes.join(", ")) };
    let begins = match shared {
        0 => format!("A run of the model of “{}”", own.title),
        _ if shared == len && shared == own.schedule.len() => format!("The steps of “{}”", own.title),
        _ => format!("A run that goes as “{}” up to step {shared}", own.title),
    };
    let same_start = same_sizes(document, own) && *fixes == own.fixes;
    let told = own.narration.steps.iter().filter(|told| told.step <= shared && same_start);
    Scenario {
        title: super::changed(&own.title),
        question: own.question,
        summary: format!("{begins}, with {on}.{}", told_left_out(left_out)),
        matrix: own.matrix.clone(),
        narration: Narration { report: None, code: None, steps: told.cloned().collect() },
        goal: own.goal.clone().filter(|_| same_start),
        versions: own.versions.clone(),
        sources: own.sources.clone(),
        ..Scenario::default()
    }
}

fn told_left_out(steps: usize) -> String {
    match steps {
        0 => String::new(),
        1 => " One step that a guard refuses is left out.".into(),
        _ => format!(" {steps} steps that guards refuse are left out."),
    }
}

/// Whether parameters and budgets are those of the scenario.
fn same_sizes(document: &Document, own: &Scenario) -> bool {
    let (own, here) = (own.config().filled(document.player.info()), document.config());
    own.parameters == here.parameters && own.budgets == here.budgets
}

/// How many steps at the beginning lead to the same states as in the scenario.
fn shared_steps(document: &Document, own: &Scenario) -> usize {
    let player = &document.player;
    let run = model::open(&own.config()).ok().and_then(|empty| empty.replay(&own.schedule).ok());
    let Some(run) = run.filter(|_| same_sizes(document, own)) else { return 0 };
    let same = |&step: &usize| {
        player.event(step) == run.event(step)
            && !player.is_refused(step)
            && player.same_state(step, &*run, step)
    };
    (1..=player.len().min(run.len())).take_while(same).count()
}

/// The notes on the steps that are kept; one on a step that is left out goes to the step before.
fn moved(notes: &[Note], steps: &[usize]) -> Vec<Note> {
    let moved = notes
        .iter()
        .map(|note| Note { step: steps.partition_point(|&step| step <= note.step), text: note.text.clone() });
    tidy_notes(&moved.collect::<Vec<_>>(), steps.len())
}

/// What the run comes to, and what is so in every order as far as that is known.
fn expectation(document: &Document, settled: &Settled) -> Expectation {
    let Outcomes { properties, keys } = &settled.outcomes;
    let outcome = properties
        .iter()
        .filter_map(|(info, outcome)| Some((info.id.to_owned(), OutcomeWord::of(*outcome)?)));
    let keys = keys.iter().map(|&(key, freshness)| (key.to_owned(), FreshnessWord::of(freshness)));
    let findings = document.verdicts.report.iter().flat_map(|report| &report.findings);
    let verdict = |finding: &Finding| {
        let word = match finding.verdict {
            Verdict::Holds => VerdictWord::Holds,
            Verdict::Violated => VerdictWord::Violated,
            Verdict::Limit => return None,
        };
        Some((finding.property.clone(), word))
    };
    Expectation {
        fixes: document.trace.config.fixes.clone(),
        outcome: outcome.collect(),
        keys: keys.collect(),
        diverges_at: None,
        verdicts: findings.filter_map(verdict).collect(),
    }
}
