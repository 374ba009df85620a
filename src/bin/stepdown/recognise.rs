//! `stepdown recognise`

use crate::failure::Failure;
use crate::files;
use crate::json_flag::Format;
use crate::output::pretty;
use crate::scenarios;
use clap::Args;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use stepdown::diagnosis::{Index, MAX_PASTE_BYTES, ReadLine, Recognised, Story, recognise};
use stepdown::share::{Link, Page, Source, encode};

#[derive(Debug, Args)]
pub(crate) struct RecogniseArgs {
    /// A file with log lines as Druid or Flink print them, not as JSON; `-` for the standard input
    #[arg(default_value = "-")]
    file: String,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// What the lines are, and which scenarios have them in this order.
pub(crate) fn answer(args: &RecogniseArgs) -> Result<String, Failure> {
    let what = "log lines";
    let (name, text) = match args.file.as_str() {
        "-" => {
            let name = "standard input";
            (name, files::read_all(name, std::io::stdin().lock(), what, MAX_PASTE_BYTES)?)
        }
        path => (path, files::text(path, what, MAX_PASTE_BYTES)?),
    };
    let index = Index::of(&scenarios::all()?);
    let recognised = recognise(&text, &index).map_err(|message| Failure::file(name, message))?;
    Ok(if args.format.json { as_json(&recognised) } else { as_text(&recognised) })
}

fn as_text(recognised: &Recognised) -> String {
    let told = recognised.told();
    let mut out = format!("{}\n", told.said);
    let width = told.lines.last().map_or(1, |line| line.number.to_string().len());
    for line in &told.lines {
        let sign = if line.known { ' ' } else { '?' };
        let _ = writeln!(out, "{:width$} {sign} {}\n{:width$}     {}", line.number, line.text, "", line.told);
    }
    out.push_str("\nscenarios with these lines in this order\n");
    if told.stories.is_empty() {
        out.push_str("  none\n");
    }
    let width = told.stories.iter().map(|story| story.scenario.len()).max().unwrap_or(0);
    for story in &told.stories {
        let link = link(&story.scenario, story.step);
        let _ = writeln!(out, "  {:width$}  {}\n  {:width$}  {link}", story.scenario, story.told, "");
    }
    out
}

/// The page's link to a step.
fn link(scenario: &str, step: usize) -> String {
    let mut link = Link::new(Source::Scenario(scenario.to_owned()));
    link.at = step;
    encode(&Page::Run(link))
}

fn as_json(recognised: &Recognised) -> String {
    pretty(&json!({
        "lines": recognised.lines.iter().map(|line| line_json(line, recognised)).collect::<Vec<_>>(),
        "scenarios": recognised.stories.iter().map(story_json).collect::<Vec<_>>(),
    }))
}

fn line_json(line: &ReadLine, recognised: &Recognised) -> Value {
    let slots: Map<String, Value> =
        line.slots.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    let template = |template: &stepdown::diagnosis::Template| {
        json!({
            "level": template.level,
            "logger": template.logger,
            "message": template.message,
            "models": template.models,
        })
    };
    let place = |place: &stepdown::diagnosis::Place| json!({ "scenario": place.scenario, "node": place.node, "steps": place.steps });
    let seen = line.seen.map(|seen| &recognised.seen[seen]);
    json!({
        "line": line.number,
        "message": line.text,
        "trace_lines": line.trace_lines,
        "recognised": seen.is_some(),
        "weak": line.weak,
        "form_of": line.form_of,
        "slots": slots,
        "templates": seen.iter().flat_map(|seen| seen.templates.iter().map(template)).collect::<Vec<_>>(),
        "places": seen.iter().flat_map(|seen| seen.places.iter().map(place)).collect::<Vec<_>>(),
    })
}

fn story_json(story: &Story) -> Value {
    let held = |held: &stepdown::diagnosis::Held| json!({ "line": held.number, "node": held.node, "step": held.step });
    json!({
        "scenario": story.scenario,
        "title": story.title,
        "fit": story.words(),
        "signature": story.signed,
        "lines": story.held.iter().map(held).collect::<Vec<_>>(),
        "link": link(&story.scenario, story.step()),
    })
}
