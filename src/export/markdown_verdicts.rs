//! What a section of a postmortem says of outcomes and verdicts, always with their limits.

use super::Document;
use super::escape::{as_code, as_markdown, as_prose};
use super::markdown::list;
use crate::check::{Bounds, Cell, Finding, Matrix, Verdict};
use crate::machine::{PropertyInfo, seconds};
use crate::trace::{Decision, NoReturn, no_returns};
use std::fmt::Write;

/// How the run ends, where it was lost, and what decided.
pub(super) fn outcome(document: &Document, out: &mut String) {
    let player = &*document.player;
    let settled = player.settled();
    let steps = if settled.added == 1 { "step" } else { "steps" };
    let rest = if settled.at_rest { "at rest" } else { "cut off before it comes to rest" };
    let _ = writeln!(
        out,
        "### How it ends\n\nThe system goes on by itself for {} {steps} and is {rest}.\n\n| Property or key | |\n| --- | --- |",
        settled.added
    );
    for (info, outcome) in &settled.outcomes.properties {
        let _ = writeln!(out, "| {} ({}) | {} |", as_prose(info.title), as_code(info.id), outcome.word());
    }
    for (key, freshness) in &settled.outcomes.keys {
        let _ = writeln!(out, "| key {} | {} |", as_code(key), freshness.word());
    }
    out.push('\n');
    for NoReturn { property, step, last_escape } in no_returns(player) {
        let since = if step == 0 { "the start".to_owned() } else { format!("step {step}") };
        let escape = last_escape
            .map_or(String::new(), |escape| format!("; the last way back was after step {escape}"));
        let _ = writeln!(out, "- No way back from {since} on: {}{escape}.", as_prose(property.title));
    }
    for cause in document.verdicts.causes.iter().flatten() {
        let told = match &cause.decided_by {
            Decision::Order(race) => {
                format!("the order of steps {} and {} alone decides", race.first, race.second)
            }
            Decision::Fault(step) => format!("without the fault of step {step} it holds"),
            Decision::Start => "the initial state breaks it".to_owned(),
            Decision::Schedule => "no exchange of two steps and no fault less saves it".to_owned(),
        };
        let _ =
            writeln!(out, "- {} is broken at step {}: {told}.", as_code(&cause.property), cause.broken_at);
    }
    if !out.ends_with("\n\n") {
        out.push('\n');
    }
}

/// The verdicts over all orders.
pub(super) fn verdicts(document: &Document, out: &mut String) {
    let Some(report) = &document.verdicts.report else {
        out.push_str("No verdict over all orders is told here: nothing was searched.\n\n");
        return;
    };
    let infos = document.player.property_infos();
    out.push_str("### In every order of all events\n\n");
    let limit = report.limit.map_or("exhaustive: every reachable state was looked at".to_owned(), |limit| {
        format!("**{limit}**, so what holds is not known")
    });
    let _ = writeln!(
        out,
        "{} states, depth {}, {} steps; {limit}. Under the parameters, faults and fixes above.\n",
        report.states, report.depth, report.transitions
    );
    out.push_str("| Property | Kind | Verdict |\n| --- | --- | --- |\n");
    for finding in &report.findings {
        let kind = finding.kind.word().replace('_', " ");
        let _ = writeln!(out, "| {} | {kind} | {} |", property(&infos, &finding.property), told(finding));
    }
    out.push('\n');
    let leaves_out = document.player.info().leaves_out;
    list("What the model leaves out", leaves_out.iter().map(|text| as_prose(text)), out);
}

fn property(infos: &[PropertyInfo], id: &str) -> String {
    let title = infos.iter().find(|info| info.id == id).map_or("", |info| info.title);
    format!("{} ({})", as_prose(title), as_code(id))
}

fn told(finding: &Finding) -> String {
    let mut told = match (finding.verdict, finding.length()) {
        (Verdict::Holds, _) => "holds".to_owned(),
        (Verdict::Violated, None) => "**violated**".to_owned(),
        (Verdict::Violated, Some(0)) => "**violated** by the initial state".to_owned(),
        (Verdict::Violated, Some(1)) => "**violated** in 1 step".to_owned(),
        (Verdict::Violated, Some(steps)) => format!("**violated** in {steps} steps"),
        (Verdict::Limit, _) => "no answer: a limit was reached".to_owned(),
    };
    if let Some(Bounds { min_ticks, max_ticks, tick_us }) = finding.range {
        let (min, max) = (seconds(min_ticks, tick_us), seconds(max_ticks, tick_us));
        let _ = write!(told, "; {min} to {max} s");
    }
    told
}

/// The most sets of fixes whose table is shown at once; a longer one unfolds.
const SHOWN_SETS: usize = 16;

/// The fix matrix.
pub(super) fn matrix(document: &Document, out: &mut String) {
    let Some(matrix) = &document.verdicts.matrix else { return };
    out.push_str("### Which fixes suffice\n\n");
    let sets = matrix.sets_told(&matrix.minimal_for_all(), "; or ");
    let _ = writeln!(out, "- Minimal sets for all properties of the table: {}", as_markdown(&sets));
    let _ = writeln!(out, "- Fixes without effect: {}", as_markdown(&matrix.fixes_told(&matrix.inert())));
    let _ =
        writeln!(out, "- Fixes that only move it: {}\n", as_markdown(&matrix.fixes_told(&matrix.moves())));
    let folds = matrix.cells.len() > SHOWN_SETS;
    if folds {
        let _ = writeln!(out, "<details><summary>All {} sets of fixes</summary>\n", matrix.cells.len());
    }
    table(matrix, out);
    out.push_str("\n✓ holds in every order; ✗ violated, with the steps of the shortest counterexample; ? a limit was reached.\n\n");
    if folds {
        out.push_str("</details>\n\n");
    }
}

fn table(matrix: &Matrix, out: &mut String) {
    out.push_str("| Fixes on | States |");
    for property in &matrix.properties {
        let _ = write!(out, " {} |", as_code(property));
    }
    let _ = writeln!(out, "\n| --- | ---: |{}", " --- |".repeat(matrix.properties.len()));
    for cell in matrix.order() {
        let fixes = matrix.fixes_of(cell);
        let fixes: Vec<_> = fixes.iter().map(|fix| as_code(fix)).collect();
        let fixes = if fixes.is_empty() { "none".to_owned() } else { fixes.join(" + ") };
        let Cell { states, limit, findings, .. } = &matrix.cells[cell];
        let limited = if limit.is_some() { " (limit)" } else { "" };
        let _ = write!(out, "| {fixes} | {states}{limited} |");
        for finding in findings {
            let _ = match (finding.verdict, finding.length()) {
                (Verdict::Holds, _) => write!(out, " ✓ |"),
                (Verdict::Violated, Some(steps)) => write!(out, " ✗ {steps} |"),
                (Verdict::Violated, None) => write!(out, " ✗ |"),
                (Verdict::Limit, _) => write!(out, " ? |"),
            };
        }
        out.push('\n');
    }
}
