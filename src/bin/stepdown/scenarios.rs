//! `stepdown scenarios`

use crate::failure::Failure;
use crate::files;
use crate::json_flag::Format;
use crate::output::pretty;
use crate::signatures;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use stepdown::diagnosis::Index;
use stepdown::scenario::{Loaded, load};

#[derive(Debug, Args)]
pub(crate) struct ScenariosArgs {
    /// Print what the log of every scenario has, as the page reads it
    #[arg(long, conflicts_with_all = ["json", "signatures"])]
    logs: bool,
    /// Print which sequence of log lines tells which scenario
    #[arg(long)]
    signatures: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Every scenario, loaded.
pub(crate) fn all() -> Result<Vec<Loaded>, Failure> {
    let mut loaded = Vec::new();
    for text in files::all()? {
        let text = text?;
        loaded.push(load(&text.name, &text.text)?);
    }
    Ok(loaded)
}

/// Every scenario, as a list grouped by question or as an array; or the index of their logs.
pub(crate) fn answer(args: &ScenariosArgs) -> Result<String, Failure> {
    let mut loaded = all()?;
    if args.logs {
        return Ok(Index::of(&loaded).write());
    }
    if args.signatures {
        return Ok(signatures::answer(&loaded, args.format.json));
    }
    if args.format.json {
        return Ok(pretty(&loaded.iter().map(as_json).collect()));
    }
    loaded.sort_by_key(|loaded| loaded.scenario.question);
    let width = loaded.iter().map(|loaded| loaded.scenario.id.len()).max().unwrap_or(0);
    let mut out = String::new();
    let mut question = None;
    for Loaded { scenario, player } in &loaded {
        if question != Some(scenario.question) {
            question = Some(scenario.question);
            let gap = if out.is_empty() { "" } else { "\n" };
            let _ = writeln!(out, "{gap}{}", scenario.question.text());
        }
        let system = player.info().system.title();
        let _ = writeln!(out, "  {:width$}  {} ({system})", scenario.id, scenario.title);
    }
    Ok(out)
}

fn as_json(loaded: &Loaded) -> Value {
    let scenario = &loaded.scenario;
    json!({
        "id": scenario.id,
        "question": scenario.question.word(),
        "title": scenario.title,
        "system": loaded.system().id(),
        "model": scenario.model,
        "fixes": scenario.fixes,
        "steps": scenario.schedule.len(),
        "start_here": scenario.start_here,
        "lesson": scenario.goal.is_some(),
        "summary": scenario.summary,
    })
}
