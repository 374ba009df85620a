//! `stepdown check`

use crate::args::Format;
use crate::failure::Failure;
use crate::files::{self, ScenarioFile};
use crate::output::{Answer, BAD_INPUT, NOT_MET, pretty};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use stepdown::scenario::{Report, compare, load};
use stepdown::share::{Link, Page, Source, encode};

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders of files, or ids; none for all scenarios
    files: Vec<String>,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// A file that could be compared.
struct Checked {
    file: ScenarioFile,
    id: String,
    report: Report,
}

/// Compares every file. One that is bad does not keep the others from being compared.
pub(crate) fn answer(args: &CheckArgs) -> Result<Answer, Failure> {
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
    for text in texts {
        match text.and_then(check) {
            Ok(good) => checked.push(good),
            Err(failure) => failures.push(failure),
        }
    }
    let met = checked.iter().all(|checked| checked.report.mismatches.is_empty());
    let code = match (failures.is_empty(), met) {
        (false, _) => BAD_INPUT,
        (true, false) => NOT_MET,
        (true, true) => 0,
    };
    let text =
        if args.format.json { as_json(&checked, &failures) } else { as_text(&checked, failures.len()) };
    Ok(Answer { text, failures, code })
}

fn check(file: ScenarioFile) -> Result<Checked, Failure> {
    let loaded = load(&file.name, &file.text)?;
    let scenario = &loaded.scenario;
    let name = Path::new(&file.name).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name != format!("{}.json", scenario.id) {
        let message = format!("the id is `{}` and the file is `{name}`; expected `{0}.json`", scenario.id);
        return Err(Failure::at(&file.name, "$.id", message));
    }
    let expects = |e: &stepdown::scenario::Expectation| {
        e.outcome.len() + e.keys.len() + usize::from(e.diverges_at.is_some())
    };
    if scenario.expect.iter().map(expects).sum::<usize>() == 0 {
        let message = "nothing is expected; expected at least one outcome, key or divergence";
        return Err(Failure::at(&file.name, "$.expect", message));
    }
    let report = compare(&loaded);
    Ok(Checked { id: scenario.id.clone(), file, report })
}

fn as_text(checked: &[Checked], bad: usize) -> String {
    let mut out = String::new();
    let (mut expectations, mut mismatches) = (0, 0);
    for Checked { file, id, report } in checked {
        expectations += report.expectations;
        mismatches += report.mismatches.len();
        let word = if report.mismatches.is_empty() { "ok  " } else { "FAIL" };
        let _ = writeln!(out, "{word} {}  {}", file.name, count(report.expectations, "expectation"));
        for (index, mismatch) in report.mismatches.iter().enumerate() {
            let (path, expected, found) = (&mismatch.path, &mismatch.expected, &mismatch.found);
            let _ = writeln!(out, "     {path}: expected {expected}, found {found}");
            // One reproduction for all mismatches under the same fixes.
            if report.mismatches.get(index + 1).is_none_or(|next| next.fixes != mismatch.fixes) {
                let source = Source::Scenario(id.clone());
                let link = Link { fixes: Some(mismatch.fixes.clone()), ..Link::new(source) };
                let command = mismatch.command(&file.again);
                let _ = writeln!(out, "     replay: {command}   or {}", encode(&Page::Run(link)));
            }
        }
    }
    let _ = write!(out, "{}, {}", count(checked.len(), "file"), count(expectations, "expectation"));
    let _ = match (mismatches, bad) {
        (0, 0) => writeln!(out, ", all met"),
        (_, 0) => writeln!(out, ", {mismatches} not met"),
        (_, _) => writeln!(out, ", {mismatches} not met; {} with bad input", count(bad, "more file")),
    };
    out
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn as_json(checked: &[Checked], failures: &[Failure]) -> String {
    let file = |Checked { file, report, .. }: &Checked| {
        let mismatches: Vec<_> = report
            .mismatches
            .iter()
            .map(|m| json!({ "path": m.path, "fixes": m.fixes, "expected": m.expected, "found": m.found }))
            .collect();
        json!({
            "file": file.name,
            "ok": mismatches.is_empty(),
            "expectations": report.expectations,
            "mismatches": mismatches,
        })
    };
    let mut out = json!({ "files": checked.iter().map(file).collect::<Vec<_>>() });
    if let Some(first) = failures.first() {
        out["error"] = first.json();
        out["errors"] = failures.iter().map(Failure::json).collect::<Value>();
    }
    pretty(&out)
}
