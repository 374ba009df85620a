//! A verdict, told with its limits: as JSON and as text.

use serde_json::{Value, json};
use std::fmt::Write;
use stepdown::check::{Bounds, Counterexample, Finding, Limit, Report, Verdict};
use stepdown::machine::{ClosedForm, Config, Kind, ModelInfo, seconds, tenths};
use stepdown::model;

/// What a verdict was found under and how far the search went.
pub(crate) struct Extent<'a> {
    /// The configuration.
    pub(crate) config: &'a Config,
    /// Its model.
    pub(crate) info: &'static ModelInfo,
    /// States found.
    pub(crate) states: u32,
    /// The greatest depth, in steps.
    pub(crate) depth: u32,
    /// The limit that ended the search.
    pub(crate) limit: Option<Limit>,
}

impl<'a> Extent<'a> {
    /// The extent of a report.
    pub(crate) fn of(config: &'a Config, info: &'static ModelInfo, report: &Report) -> Self {
        Self { config, info, states: report.states, depth: report.depth, limit: report.limit }
    }
}

/// A verdict as data.
pub(crate) fn as_json(finding: &Finding, extent: &Extent<'_>) -> Value {
    let config = extent.config.filled(extent.info);
    let mut verdict = json!({
        "property": finding.property,
        "kind": finding.kind.word(),
        "verdict": finding.verdict.word(),
        "states": extent.states,
        "depth": extent.depth,
        "exhaustive": extent.limit.is_none(),
        "parameters": config.parameters,
        "budgets": config.budgets,
        "fixes": config.fixes,
        "counterexample": finding.counterexample.as_ref().map(|told| &told.events),
    });
    if let Some(Bounds { min_ticks, max_ticks, tick_us }) = finding.range {
        let bound = |ticks: u32| json!({ "ticks": ticks, "seconds": in_seconds(ticks, tick_us) });
        verdict["min"] = bound(min_ticks);
        verdict["max"] = bound(max_ticks);
    }
    if let Some((form, agrees)) = closed_form(finding, extent.config, extent.limit) {
        let bound = |ticks: u32| json!({ "ticks": ticks, "seconds": f64::from(ticks) * f64::from(form.tick_us) / 1_000_000.0 });
        verdict["closed_form"] = json!({
            "formula": form.formula,
            "least": bound(form.least),
            "most": bound(form.most),
            "agrees": agrees,
        });
    }
    verdict
}

/// Seconds as a number, as exact as they are shown.
fn in_seconds(ticks: u32, tick_us: u32) -> f64 {
    f64::from(tenths(ticks, tick_us)) / 10.0
}

/// What arithmetic says of a property, and whether what was found agrees.
fn closed_form(finding: &Finding, config: &Config, limit: Option<Limit>) -> Option<(ClosedForm, bool)> {
    let range = finding.range?;
    let form = model::find(&config.model)?.closed_form(config)?;
    (form.property == finding.property).then(|| (form, form.agrees(range.max_ticks, limit.is_none())))
}

/// What a verdict was found under, as lines.
pub(crate) fn configuration(config: &Config, info: &ModelInfo) -> String {
    let config = config.filled(info);
    let join = |words: Vec<String>| if words.is_empty() { "none".to_owned() } else { words.join(" ") };
    let parameters = config.parameters.iter().map(|(id, value)| format!("{id}={value}")).collect();
    let budgets = config.budgets.iter().map(|(id, amount)| format!("{id}={amount}")).collect();
    format!(
        "{}\n  parameters  {}\n  budgets     {}\n  fixes       {}\n",
        info.versioned(),
        join(parameters),
        join(budgets),
        join(config.fixes.clone())
    )
}

/// How far a search went, in words.
pub(crate) fn extent(report: &Report) -> String {
    let limit = report.limit.map_or("exhaustive".to_owned(), |limit| limit.to_string());
    format!("{} states, depth {}, {} steps, {limit}", report.states, report.depth, report.transitions)
}

/// The findings as text: a line each, and the counterexamples below.
pub(crate) fn findings(config: &Config, report: &Report, out: &mut String) {
    let width = report.findings.iter().map(|finding| finding.property.len()).max().unwrap_or(0);
    for finding in &report.findings {
        let answer = match (finding.verdict, finding.length()) {
            (Verdict::Violated, Some(0)) => "violated by the initial state".to_owned(),
            (Verdict::Violated, Some(1)) => "violated in 1 step".to_owned(),
            (Verdict::Violated, Some(steps)) => format!("violated in {steps} steps"),
            (Verdict::Limit, _) => "no answer within the limit".to_owned(),
            (verdict, _) => verdict.word().to_owned(),
        };
        // Breadth first, the first state or step is the nearest; the first lost state is so only in the whole graph.
        let shorter =
            report.limit.is_some() && finding.kind == Kind::Recoverable && finding.counterexample.is_some();
        let shorter = if shorter { "; there may be a shorter one" } else { "" };
        let _ = write!(out, "{:width$}  {answer}{shorter}", finding.property);
        if let Some(Bounds { min_ticks, max_ticks, tick_us }) = finding.range {
            let (min, max) = (seconds(min_ticks, tick_us), seconds(max_ticks, tick_us));
            let _ = write!(out, "; {min_ticks} to {max_ticks} ticks ({min} to {max} s)");
        }
        out.push('\n');
        if let Some((form, agrees)) = closed_form(finding, config, report.limit) {
            let found = if agrees { "agrees" } else { "does not agree" };
            let _ =
                writeln!(out, "  by arithmetic {}: {}; what was found {found}", form.value(), form.formula);
        }
        if let Some(shortest) = &finding.counterexample {
            steps(shortest, out);
        }
        let others =
            [(&finding.fewest_faults, "fewest faults"), (&finding.fewest_switches, "fewest switches")];
        for (other, title) in others {
            if let Some(other) = other {
                let (faults, switches) = (other.faults, other.switches);
                let _ = writeln!(out, "  {title}: {faults} faults, {switches} changes of actor");
                steps(other, out);
            }
        }
    }
}

fn steps(told: &Counterexample, out: &mut String) {
    let width = told.events.len().to_string().len();
    for (index, event) in told.events.iter().enumerate() {
        let _ = writeln!(out, "    {:width$}  {event}", index + 1);
    }
}
