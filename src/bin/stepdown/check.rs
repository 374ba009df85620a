//! `stepdown check`

use crate::check_model;
use crate::configuration::ConfigArgs;
use crate::failure::Failure;
use crate::files::{self, ScenarioFile};
use crate::json_flag::Format;
use crate::output::{Answer, BAD_INPUT, LIMIT, NOT_MET, pretty};
use crate::signatures;
use crate::verdict::{self, Extent};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use stepdown::check::{Finding, Limits};
use stepdown::diagnosis::Logs;
use stepdown::machine::Config;
use stepdown::model;
use stepdown::scenario::{Expectation, Mismatch, Proof, Proved, Reproduction, compare, load, prove};
use stepdown::share::{Link, LinkBranch, Page, Source, encode};

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders of files, or ids; none for all scenarios
    #[arg(conflicts_with = "model")]
    files: Vec<String>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// A fix that is on; repeat it for more
    #[arg(long = "fix", value_name = "ID", requires = "model")]
    pub(crate) fixes: Vec<String>,
    /// A property; repeat it for more. Without it all of the model
    #[arg(long = "property", value_name = "ID", requires = "model")]
    pub(crate) properties: Vec<String>,
    /// States, at most; a search that reaches it gives no answer
    #[arg(long, value_name = "STATES", default_value_t = Limits::COMMAND.states, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    #[command(flatten)]
    pub(crate) format: Format,
}

impl CheckArgs {
    /// How far a search may go.
    pub(crate) fn limits(&self) -> Limits {
        Limits { states: self.limit, ..Limits::COMMAND }
    }
}

/// A file that could be compared.
struct Checked {
    file: ScenarioFile,
    config: Config,
    id: String,
    /// How many expectations were compared or proved.
    expectations: usize,
    mismatches: Vec<Mismatch>,
    proof: Proof,
    /// The scenarios that its signature can't tell from it.
    look_alikes: Vec<String>,
}

/// Compares and proves every file. One that is bad does not keep the others from being checked.
pub(crate) fn answer(args: &CheckArgs) -> Result<Answer, Failure> {
    if let Some(model) = &args.config.model {
        return check_model::answer(args, model);
    }
    // A scenario is proved as it is written. What a flag would change must not pass for checked.
    let flags = [("--fix", &args.fixes), ("--property", &args.properties)];
    let other = flags.into_iter().find(|(_, values)| !values.is_empty()).map(|(flag, _)| flag);
    if let Some(flag) = args.config.given().or(other) {
        let message = "goes with --model and not with scenarios, which are proved as they are written";
        return Err(Failure::flag(flag, message));
    }
    let mut texts = Vec::new();
    if args.files.is_empty() {
        texts = files::all()?;
        if texts.is_empty() {
            return Err(Failure::file("scenarios", "there are no scenarios; expected at least one file"));
        }
    }
    for argument in &args.files {
        match files::expand(argument) {
            Ok(more) => texts.extend(more),
            Err(failure) => texts.push(Err(failure)),
        }
    }
    let (mut checked, mut failures) = (Vec::new(), Vec::new());
    let logs = signatures::logs();
    for text in texts {
        match text.and_then(|file| check(file, args.limits(), &logs)) {
            Ok(good) => checked.push(good),
            Err(failure) => failures.push(failure),
        }
    }
    let met = checked.iter().all(|checked| checked.mismatches.is_empty());
    let limited = checked.iter().any(|checked| checked.proof.is_limited());
    let code = match (failures.is_empty(), limited, met) {
        (false, _, _) => BAD_INPUT,
        (true, true, _) => LIMIT,
        (true, false, false) => NOT_MET,
        (true, false, true) => 0,
    };
    let text =
        if args.format.json { as_json(&checked, &failures) } else { as_text(&checked, failures.len()) };
    Ok(Answer::new(text, failures, code))
}

fn check(file: ScenarioFile, limits: Limits, logs: &[Logs]) -> Result<Checked, Failure> {
    let loaded = load(&file.name, &file.text)?;
    let scenario = &loaded.scenario;
    let name = Path::new(&file.name).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if file.is_named && name != format!("{}.json", scenario.id) {
        let message = format!("the id is `{}` and the file is `{name}`; expected `{0}.json`", scenario.id);
        return Err(Failure::at(&file.name, "$.id", message));
    }
    if !scenario.expect.iter().any(Expectation::says_something) {
        let message = "nothing is expected; expected at least one outcome, key, divergence or verdict";
        return Err(Failure::at(&file.name, "$.expect", message));
    }
    let (report, mut proof) = (compare(&loaded), prove(&loaded, limits));
    let mut mismatches = report.mismatches;
    mismatches.append(&mut proof.mismatches);
    let signed = usize::from(!scenario.signature.is_empty());
    let look_alikes = Logs::of(&loaded).look_alikes(logs).unwrap_or_else(|unfit| {
        mismatches.push(signatures::mismatch(scenario, unfit));
        Vec::new()
    });
    let expectations = report.expectations + proof.expectations + signed;
    let (config, id) = (scenario.config(), scenario.id.clone());
    Ok(Checked { file, config, id, expectations, mismatches, proof, look_alikes })
}

fn as_text(checked: &[Checked], bad: usize) -> String {
    let mut out = String::new();
    let (mut expectations, mut not_met, mut searched) = (0, 0, 0);
    for checked in checked {
        let Checked { file, mismatches, proof, .. } = checked;
        expectations += checked.expectations;
        not_met += mismatches.len();
        let word = if mismatches.is_empty() { "ok  " } else { "FAIL" };
        searched += proof.proved.iter().map(|proved| u64::from(proved.report.states)).sum::<u64>();
        let limit = proof.proved.iter().find_map(|proved| proved.report.limit);
        let limit = limit.map_or(String::new(), |limit| format!(", {limit}"));
        let _ = writeln!(out, "{word} {}  {}{limit}", file.name, count(checked.expectations, "expectation"));
        if !checked.look_alikes.is_empty() {
            let _ = writeln!(out, "     {}: {}", signatures::SAME_LINES, checked.look_alikes.join(", "));
        }
        for (index, mismatch) in mismatches.iter().enumerate() {
            let Mismatch { path, expected, found, .. } = mismatch;
            let _ = writeln!(out, "     {path}: expected {expected}, found {found}");
            // One reproduction for all mismatches that are seen in the same way.
            let same =
                |next: &Mismatch| next.fixes == mismatch.fixes && next.reproduction == mismatch.reproduction;
            if !mismatches.get(index + 1).is_some_and(same) {
                let command = mismatch.command(&file.again);
                let _ = writeln!(out, "     replay: {command}   or {}", link(checked, mismatch));
            }
        }
    }
    let (files, expectations) = (count(checked.len(), "file"), count(expectations, "expectation"));
    let _ = write!(out, "{files}, {expectations}, {searched} states searched");
    let _ = match (not_met, bad) {
        (0, 0) => writeln!(out, ", all met"),
        (_, 0) => writeln!(out, ", {not_met} not met"),
        (_, _) => writeln!(out, ", {not_met} not met; {} with bad input", count(bad, "more file")),
    };
    out
}

/// The page's link to what is seen: the scenario's own run, or the counterexample.
fn link(checked: &Checked, mismatch: &Mismatch) -> String {
    let mut link = Link::new(Source::Scenario(checked.id.clone()));
    link.fixes = Some(mismatch.fixes.clone());
    if let Reproduction::Check { config, events: Some(events), .. } = &mismatch.reproduction {
        let differs = |(id, most): &(&String, &u32)| checked.config.budgets.get(*id) != Some(*most);
        link.budgets = config.budgets.iter().filter(differs).map(|(id, most)| (id.clone(), *most)).collect();
        link.at = events.len();
        link.branches = vec![LinkBranch::new(Some(mismatch.fixes.clone()), events.clone())];
        link.current = 1;
    }
    encode(&Page::Run(link))
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn as_json(checked: &[Checked], failures: &[Failure]) -> String {
    let file = |checked: &Checked| {
        let mismatches: Vec<_> = checked
            .mismatches
            .iter()
            .map(|m| json!({ "path": m.path, "fixes": m.fixes, "expected": m.expected, "found": m.found }))
            .collect();
        let verdicts = checked.proof.proved.iter().flat_map(|Proved { config, report }| {
            let info = model::find(&config.model).map(model::Model::info);
            let verdict =
                move |finding: &Finding| Some(verdict::as_json(finding, &Extent::of(config, info?, report)));
            report.findings.iter().filter_map(verdict).collect::<Vec<_>>()
        });
        json!({
            "file": checked.file.name,
            "ok": mismatches.is_empty(),
            "expectations": checked.expectations,
            "mismatches": mismatches,
            "look_alikes": checked.look_alikes,
            "verdicts": verdicts.collect::<Vec<_>>(),
        })
    };
    let mut out = json!({ "files": checked.iter().map(file).collect::<Vec<_>>() });
    if let Some(first) = failures.first() {
        out["error"] = first.json();
        out["errors"] = failures.iter().map(Failure::json).collect::<Value>();
    }
    pretty(&out)
}
