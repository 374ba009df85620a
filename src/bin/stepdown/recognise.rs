//! `stepdown recognise`

use crate::args::Format;
use crate::failure::Failure;
use crate::files;
use crate::output::pretty;
use crate::scenarios;
use clap::Args;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use stepdown::diagnosis::{Index, MAX_PASTE_BYTES, ReadLine, Recognised, Seen, Story, recognise};
use stepdown::share::{Link, Page, Source, encode};

/// How many scenarios are told of a line as text.
const MOST_PLACES: usize = 3;

#[derive(Debug, Args)]
pub(crate) struct RecogniseArgs {
    /// A file with log lines, or `-` for the standard input
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
    let mut out = String::new();
    let lines = recognised.lines.len();
    let _ = writeln!(out, "{} of {lines} line{} recognised", recognised.count(), plural(lines));
    let number = recognised.lines.last().map_or(1, |line| line.number.to_string().len());
    for line in &recognised.lines {
        let sign = if line.seen.is_some() { ' ' } else { '?' };
        let _ = writeln!(out, "{:number$} {sign} {}", line.number, line.text);
        let told = line.seen.map_or("no model prints it".into(), |seen| printed(&recognised.seen[seen]));
        let _ = writeln!(out, "{:number$}     {told}", "");
        if let Some(weak) = &line.weak {
            let _ = writeln!(out, "{:number$}     but {weak}", "");
        }
    }
    out.push_str("\nscenarios with these lines in this order\n");
    if recognised.stories.is_empty() {
        out.push_str("  none\n");
    }
    let width = recognised.stories.iter().map(|story| story.scenario.len()).max().unwrap_or(0);
    for story in &recognised.stories {
        let signed = if story.signed { "; has its signature" } else { "" };
        let _ = writeln!(out, "  {:width$}  {}{signed}", story.scenario, story.words());
        let _ = writeln!(
            out,
            "  {:width$}  {}, {}   {}",
            "",
            story.nodes().join(", "),
            steps(story),
            link(story)
        );
    }
    out
}

/// Which models print a line, and where some scenarios do.
fn printed(seen: &Seen) -> String {
    let models: Vec<&str> =
        seen.templates.iter().flat_map(|template| &template.models).map(String::as_str).collect();
    let places = seen.places.iter().take(MOST_PLACES);
    let places: Vec<_> = places
        .map(|place| format!("{} step {} ({})", place.scenario, list(&place.steps), place.node))
        .collect();
    let more = match seen.places.len().saturating_sub(MOST_PLACES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let places = if places.is_empty() { "no scenario prints it".into() } else { places.join(", ") + &more };
    format!("{}: {places}", models.join(", "))
}

fn steps(story: &Story) -> String {
    let steps: Vec<usize> = story.held.iter().map(|held| held.step).collect();
    format!("step{} {}", plural(steps.len()), list(&steps))
}

fn list(steps: &[usize]) -> String {
    let mut steps = steps.to_vec();
    steps.dedup();
    steps.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The page's link to the step of the last line.
fn link(story: &Story) -> String {
    let mut link = Link::new(Source::Scenario(story.scenario.clone()));
    link.at = story.step();
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
        "link": link(story),
    })
}
