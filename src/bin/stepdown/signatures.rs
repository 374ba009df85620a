//! `stepdown scenarios --signatures`, and signatures as `stepdown check` tells them.

use crate::files;
use crate::output::pretty;
use serde_json::{Value, json};
use std::fmt::Write;
use stepdown::diagnosis::{Logs, Unfit, absent};
use stepdown::scenario::{Loaded, Mismatch, Reproduction, Scenario, load};

/// What is said of scenarios that print the same lines.
pub(crate) const SAME_LINES: &str = "the lines alone can't tell it from";

/// The logs of all scenarios that load; what is wrong with the others is told where they are checked.
pub(crate) fn logs() -> Vec<Logs> {
    let texts = files::all().unwrap_or_default().into_iter().flatten();
    texts.filter_map(|file| load(&file.name, &file.text).ok()).map(|loaded| Logs::of(&loaded)).collect()
}

/// A signature that is none, as an expectation that is not met.
pub(crate) fn mismatch(scenario: &Scenario, unfit: Unfit) -> Mismatch {
    let path = unfit.at.map_or("$.signature".into(), |at| format!("$.signature[{at}]"));
    Mismatch {
        path,
        fixes: scenario.fixes.clone(),
        expected: unfit.expected,
        found: unfit.found,
        reproduction: Reproduction::Replay,
    }
}

/// A scenario with its signature and what that leaves open.
struct Row<'a> {
    scenario: &'a Scenario,
    system: &'static str,
    told: Result<Vec<String>, Unfit>,
}

/// Which sequence of lines tells which scenario, as a decision table or as an array.
pub(crate) fn answer(loaded: &[Loaded], json: bool) -> String {
    let logs: Vec<Logs> = loaded.iter().map(Logs::of).collect();
    let row = |(loaded, own): (&'_ Loaded, &Logs)| (own.look_alikes(&logs), loaded.system());
    let rows: Vec<Row<'_>> = loaded
        .iter()
        .zip(&logs)
        .map(|pair| (pair.0, row(pair)))
        .map(|(loaded, (told, system))| Row { scenario: &loaded.scenario, system: system.title(), told })
        .collect();
    if json { pretty(&rows.iter().map(as_json).collect()) } else { as_text(&rows) }
}

fn as_text(rows: &[Row<'_>]) -> String {
    let mut out = String::new();
    let mut system = "";
    for row in rows.iter().filter(|row| !row.scenario.signature.is_empty()) {
        if row.system != system {
            system = row.system;
            let _ = writeln!(out, "{system}\n");
        }
        for (at, entry) in row.scenario.signature.iter().enumerate() {
            let (word, text) = match absent(entry) {
                Some(text) => ("no", text),
                None if at == 0 => ("", entry.as_str()),
                None => ("then", entry.as_str()),
            };
            let _ = writeln!(out, "  {word:<4}  {text}");
        }
        let _ = writeln!(out, "     => {}  {}", row.scenario.id, row.scenario.title);
        match &row.told {
            Ok(alike) if alike.is_empty() => {}
            Ok(alike) => {
                let _ = writeln!(out, "        {SAME_LINES}: {}", alike.join(", "));
            }
            Err(Unfit { expected, found, .. }) => {
                let _ = writeln!(out, "        no signature: expected {expected}, found {found}");
            }
        }
        out.push('\n');
    }
    let without: Vec<&str> = rows
        .iter()
        .filter(|row| row.scenario.signature.is_empty())
        .map(|row| row.scenario.id.as_str())
        .collect();
    if !without.is_empty() {
        let _ = writeln!(out, "Without a signature: {}", without.join(", "));
    }
    out
}

fn as_json(row: &Row<'_>) -> Value {
    let (look_alikes, error) = match &row.told {
        Ok(look_alikes) => (look_alikes.clone(), Value::Null),
        Err(Unfit { at, expected, found }) => {
            (Vec::new(), json!({ "entry": at, "expected": expected, "found": found }))
        }
    };
    json!({
        "scenario": row.scenario.id,
        "title": row.scenario.title,
        "system": row.system,
        "signature": row.scenario.signature,
        "look_alikes": look_alikes,
        "error": error,
    })
}
