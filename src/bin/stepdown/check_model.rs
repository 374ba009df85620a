//! `stepdown check --model M`

use crate::check::CheckArgs;
use crate::configuration::{flag_error, list};
use crate::failure::Failure;
use crate::output::{Answer, LIMIT, NOT_MET, pretty};
use crate::progress::{SLICE, Ticker};
use crate::verdict::{self, Extent};
use serde_json::{Value, json};
use std::fmt::Write;
use stepdown::check::{Counterexample, Report, Verdict};
use stepdown::machine::{Config, ModelInfo};
use stepdown::model::{self, Ask};

/// Checks one configuration over all orders.
pub(crate) fn answer(args: &CheckArgs, model: &str) -> Result<Answer, Failure> {
    let config = args.config.config(model, &list(&args.fixes))?;
    let ask = Ask { properties: list(&args.properties), limits: args.limits(), thorough: true };
    let mut job = model::check(&config, &ask).map_err(|error| flag_error(&error))?;
    let mut ticker = Ticker::new();
    while job.advance(SLICE) {
        ticker.tell("", Some(job.progress()));
    }
    ticker.end();
    let report = job.report();
    let info = model::find(model).map(model::Model::info);
    let info = info.ok_or_else(|| Failure::flag("--model", "there is no such model"))?;
    let violated = report.findings.iter().any(|finding| finding.verdict == Verdict::Violated);
    let code = match (report.is_exhaustive(), violated) {
        (false, _) => LIMIT,
        (true, true) => NOT_MET,
        (true, false) => 0,
    };
    let text =
        if args.format.json { as_json(&config, info, &report) } else { as_text(&config, info, &report) };
    Ok(Answer::new(text, Vec::new(), code))
}

fn as_text(config: &Config, info: &'static ModelInfo, report: &Report) -> String {
    let mut out = verdict::configuration(config, info);
    let _ = writeln!(out, "\n{}\n", verdict::extent(report));
    verdict::findings(config, report, &mut out);
    let _ = writeln!(out, "\n{} states at rest, {} with nothing enabled", report.rests, report.dead_ends);
    if report.endings < report.rests {
        let _ = writeln!(out, "  how the first {} of them end", report.endings);
    }
    for ending in &report.outcomes {
        let keys = ending.keys.iter().map(|(key, freshness)| format!("{key} {}", freshness.word()));
        let broken = ending.broken.iter().map(|property| format!("{property} broken"));
        let words: Vec<_> = keys.chain(broken).collect();
        let _ = writeln!(out, "  {:>8}  {}", ending.states, words.join(", "));
    }
    let _ = writeln!(out, "\nleaves out");
    for text in info.leaves_out {
        let _ = writeln!(out, "  - {text}");
    }
    out
}

fn as_json(config: &Config, info: &'static ModelInfo, report: &Report) -> String {
    let extent = Extent::of(config, info, report);
    let verdicts: Vec<_> = report.findings.iter().map(|finding| verdict::as_json(finding, &extent)).collect();
    let spared = |told: &Option<Counterexample>| told.as_ref().map(|told| json!(told.events));
    let sparing = report.findings.iter().filter(|finding| finding.counterexample.is_some()).map(|finding| {
        json!({
            "property": finding.property,
            "fewest_faults": spared(&finding.fewest_faults),
            "fewest_switches": spared(&finding.fewest_switches),
        })
    });
    let outcomes = report.outcomes.iter().map(|ending| {
        let keys: serde_json::Map<String, Value> =
            ending.keys.iter().map(|(key, freshness)| (key.clone(), freshness.word().into())).collect();
        json!({ "states": ending.states, "keys": keys, "broken": ending.broken, "example": ending.example.events })
    });
    pretty(&json!({
        "verdicts": verdicts,
        "counterexamples": sparing.collect::<Vec<_>>(),
        "transitions": report.transitions,
        "at_rest": report.rests,
        "dead_ends": report.dead_ends,
        "outcomes": outcomes.collect::<Vec<_>>(),
        "leaves_out": info.leaves_out,
    }))
}
