//! `stepdown scenarios`

use crate::failure::Failure;
use crate::files;
use crate::output::pretty;
use serde_json::{Value, json};
use std::fmt::Write;
use stepdown::scenario::{Loaded, load};

/// Every scenario, as a list grouped by question or as an array.
pub(crate) fn answer(json: bool) -> Result<String, Failure> {
    let mut loaded = Vec::new();
    for text in files::all()? {
        let text = text?;
        loaded.push(load(&text.name, &text.text)?);
    }
    if json {
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
