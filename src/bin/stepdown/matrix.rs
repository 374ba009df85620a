//! `stepdown matrix`

use crate::configuration::{ConfigArgs, flag_error, list};
use crate::failure::Failure;
use crate::files;
use crate::output::{Answer, LIMIT, pretty};
use crate::progress::{SLICE, Ticker};
use crate::verdict::{self, Extent};
use clap::Args;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use stepdown::check::{Cell, Finding, Limits, Matrix, Verdict};
use stepdown::machine::{Config, ModelInfo};
use stepdown::model::{self, MatrixJob};
use stepdown::scenario::load;

#[derive(Debug, Args)]
pub(crate) struct MatrixArgs {
    /// The id of a scenario, or a file
    #[arg(required_unless_present = "model", conflicts_with = "model")]
    scenario: Option<String>,
    #[command(flatten)]
    config: ConfigArgs,
    /// The fixes, joined by commas; without it those of the scenario's matrix, or all of the model
    #[arg(long, value_name = "A,B,...")]
    fixes: Vec<String>,
    /// A property; repeat it for more. Without it those of the scenario's matrix, or all of the model
    #[arg(long = "property", value_name = "ID")]
    properties: Vec<String>,
    /// States a cell, at most
    #[arg(long, value_name = "STATES", default_value_t = Limits::COMMAND.states, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Checks every set of fixes.
pub(crate) fn answer(args: &MatrixArgs) -> Result<Answer, Failure> {
    let (config, mut fixes, mut properties) = match &args.scenario {
        Some(scenario) => of_scenario(scenario)?,
        None => (args.config.config(args.config.model.as_deref().unwrap_or_default(), &[])?, None, None),
    };
    let known =
        model::find(&config.model).ok_or_else(|| Failure::flag("--model", "there is no such model"))?;
    let info = known.info();
    for (given, own) in [(&args.fixes, &mut fixes), (&args.properties, &mut properties)] {
        if !given.is_empty() {
            *own = Some(list(given));
        }
    }
    let all = || info.fixes.iter().map(|fix| fix.id.to_owned()).collect();
    let limits = Limits { states: args.limit, ..Limits::COMMAND };
    let fixes = fixes.unwrap_or_else(all);
    let job = MatrixJob::new(&config, &fixes, &properties.unwrap_or_default(), limits);
    let mut job = job.map_err(|error| matrix_error(&error))?;
    let mut ticker = Ticker::new();
    while job.advance(SLICE) {
        ticker.tell(&format!("set {} of {}: ", job.done() + 1, job.total()), job.progress());
    }
    ticker.end();
    let code = if job.matrix().is_limited() { LIMIT } else { 0 };
    let text = if args.json { as_json(&config, info, &job) } else { as_text(&config, info, job.matrix()) };
    Ok(Answer::new(text, Vec::new(), code))
}

/// A configuration, and the fixes and properties of its matrix where it names some.
type Asked = (Config, Option<Vec<String>>, Option<Vec<String>>);

fn of_scenario(scenario: &str) -> Result<Asked, Failure> {
    let file = files::find(scenario)?;
    let loaded = load(&file.name, &file.text)?;
    let matrix = loaded.scenario.matrix.clone();
    let (fixes, properties) =
        matrix.map_or((None, None), |matrix| (Some(matrix.fixes), Some(matrix.properties)));
    Ok((loaded.scenario.config(), fixes, properties))
}

fn matrix_error(error: &stepdown::machine::ConfigError) -> Failure {
    match error.place {
        stepdown::machine::ConfigPlace::Fix(_) => Failure::flag("--fixes", error.message.clone()),
        _ => flag_error(error),
    }
}

fn set(fixes: &[String]) -> String {
    if fixes.is_empty() { "none".into() } else { fixes.join(" + ") }
}

fn as_text(config: &Config, info: &ModelInfo, matrix: &Matrix) -> String {
    let mut out = verdict::configuration(config, info);
    let rows: Vec<_> = matrix.order().into_iter().map(|cell| (cell, set(&matrix.fixes_of(cell)))).collect();
    let width = rows.iter().map(|(_, set)| set.chars().count()).max().unwrap_or(0).max("fixes".len());
    let _ = write!(out, "\n{:width$}  {:>9}", "fixes", "states");
    for property in &matrix.properties {
        let _ = write!(out, "  {property}");
    }
    out.push('\n');
    for (cell, set) in rows {
        let Cell { states, findings, .. } = &matrix.cells[cell];
        let _ = write!(out, "{set:width$}  {states:>9}");
        for finding in findings {
            let word = word(finding);
            let _ = write!(out, "  {word:<width$}", width = finding.property.len());
        }
        while out.ends_with(' ') {
            out.pop();
        }
        out.push('\n');
    }
    out.push_str(
        "\n✓ holds in every order   ✗ violated, steps of the shortest counterexample   ? limit reached\n",
    );
    let column = matrix.properties.iter().map(String::len).max().unwrap_or(0).max(19);
    let joint = format!("\n  {:<column$}  ", "");
    let sets = |cells: Vec<usize>| matrix.sets_told(&cells, &joint);
    out.push_str("\nminimal sufficient sets\n");
    for (index, property) in matrix.properties.iter().enumerate() {
        let _ = writeln!(out, "  {property:<column$}  {}", sets(matrix.minimal(&[index])));
    }
    let _ = writeln!(out, "  {:<column$}  {}", "all", sets(matrix.minimal_for_all()));
    let _ = writeln!(out, "\nfixes without effect         {}", matrix.fixes_told(&matrix.inert()));
    let _ = writeln!(out, "fixes that only move it      {}", matrix.fixes_told(&matrix.moves()));
    out
}

fn word(finding: &Finding) -> String {
    match (finding.verdict, finding.length()) {
        (Verdict::Holds, _) => "✓".into(),
        (Verdict::Violated, Some(steps)) => format!("✗ {steps}"),
        (Verdict::Violated, None) => "✗".into(),
        (Verdict::Limit, _) => "?".into(),
    }
}

fn as_json(config: &Config, info: &'static ModelInfo, job: &MatrixJob) -> String {
    let matrix = job.matrix();
    let cell = |position: usize| {
        let cell = &matrix.cells[position];
        let config = config.with_fixes(&job.fixes_of(position));
        let Cell { states, depth, limit, .. } = *cell;
        let extent = Extent { config: &config, info, states, depth, limit };
        let verdicts: Vec<_> =
            cell.findings.iter().map(|finding| verdict::as_json(finding, &extent)).collect();
        json!({ "fixes": matrix.fixes_of(position), "verdicts": verdicts })
    };
    let sets =
        |cells: Vec<usize>| cells.into_iter().map(|cell| json!(matrix.fixes_of(cell))).collect::<Value>();
    let by_property = matrix.properties.iter().enumerate();
    let mut minimal: Map<String, Value> =
        by_property.map(|(index, property)| (property.clone(), sets(matrix.minimal(&[index])))).collect();
    minimal.insert("all".into(), sets(matrix.minimal_for_all()));
    pretty(&json!({
        "model": info.id,
        "model_version": info.version,
        "fixes": matrix.fixes,
        "properties": matrix.properties,
        "cells": matrix.order().into_iter().map(cell).collect::<Vec<_>>(),
        "minimal": minimal,
        "inert": matrix.inert(),
        "moves": matrix.moves(),
        "leaves_out": info.leaves_out,
    }))
}
