//! A section of a postmortem.

use super::escape::{as_code, as_markdown, as_prose};
use super::{Document, markdown_verdicts, mermaid};
use crate::machine::{Config, ModelInfo};
use crate::share::MAX_LINK_BYTES;
use crate::timeline::window::Window;
use std::fmt::Write;

pub(super) fn markdown(document: &Document) -> String {
    let mut out = String::new();
    let scenario = document.scenario.as_deref();
    let info = document.player.info();
    let _ = writeln!(out, "## {}\n", as_markdown(&document.title()));
    let summary = scenario.map_or(info.summary, |scenario| scenario.summary.as_str());
    let _ = writeln!(out, "{}\n", as_prose(summary));
    if scenario.is_some() && !document.is_own_run() {
        out.push_str("The run below differs from this story in its steps or its configuration.\n\n");
    }
    configuration(document, info, &mut out);
    story(document, &mut out);
    steps(document, &mut out);
    notes(document, &mut out);
    diagram(document, &mut out);
    markdown_verdicts::outcome(document, &mut out);
    markdown_verdicts::verdicts(document, &mut out);
    markdown_verdicts::matrix(document, &mut out);
    if let Some(scenario) = scenario {
        list("What to do", scenario.advice.iter().map(|advice| as_prose(advice)), &mut out);
        let source = |source: &crate::scenario::Source| match &source.url {
            Some(url) => format!("[{}]({})", as_markdown(&source.title), address(url)),
            None => as_markdown(&source.title),
        };
        list("Sources", scenario.sources.iter().map(source), &mut out);
    }
    link(document, &mut out);
    out
}

/// A heading and a list; nothing without an item.
pub(super) fn list(title: &str, items: impl Iterator<Item = String>, out: &mut String) {
    let items: Vec<_> = items.collect();
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "### {title}\n");
    for item in items {
        let _ = writeln!(out, "- {item}");
    }
    out.push('\n');
}

fn configuration(document: &Document, info: &ModelInfo, out: &mut String) {
    let Config { parameters, budgets, fixes, .. } = document.config();
    let versions = document.scenario.as_ref().map_or(info.versions, |scenario| scenario.versions.as_str());
    let words = |words: Vec<String>| if words.is_empty() { "none".to_owned() } else { words.join(", ") };
    let parameters = parameters.iter().map(|(id, value)| as_code(&format!("{id}={value}"))).collect();
    let budgets = budgets.iter().map(|(id, amount)| as_code(&format!("{id}={amount}"))).collect();
    let title = |fix: &String| {
        let known = info.fixes.iter().find(|known| known.id == fix);
        format!("{} ({})", as_prose(known.map_or("", |known| known.title)), as_code(fix))
    };
    let rows = [
        ("System", as_markdown(info.system.title())),
        ("Versions", as_prose(versions)),
        ("Model", as_code(&info.versioned())),
        ("Parameters", words(parameters)),
        ("Most faults", words(budgets)),
        ("Fixes on", words(fixes.iter().map(title).collect())),
    ];
    out.push_str("| | |\n| --- | --- |\n");
    for (name, told) in rows {
        let _ = writeln!(out, "| {name} | {told} |");
    }
    out.push('\n');
}

/// What the report concluded and what the code does; only told of the run it was written about.
fn story(document: &Document, out: &mut String) {
    let Some(scenario) = document.scenario.as_deref().filter(|_| document.is_own_run()) else { return };
    let told = [
        ("What the report said", &scenario.narration.report),
        ("What the code does", &scenario.narration.code),
    ];
    for (title, text) in told {
        if let Some(text) = text {
            let _ = writeln!(out, "**{title}.** {}\n", as_prose(text));
        }
    }
}

fn steps(document: &Document, out: &mut String) {
    let player = &*document.player;
    let layout = player.info().log_layout;
    let narrated = document.scenario.as_deref().filter(|_| document.is_own_run());
    out.push_str("### Steps\n\n| Step | Who | What happened | Log |\n| ---: | --- | --- | --- |\n");
    if let Some(text) = narrated.and_then(|scenario| scenario.text_at(0)) {
        let _ = writeln!(out, "| 0 | | *At the start.* {} | |", as_prose(text));
    }
    for step in 1..=player.len() {
        let view = player.step(step);
        let actor = &player.actors()[view.actor];
        let who = if actor.node.is_empty() {
            actor.title.to_owned()
        } else {
            format!("{}, {}", actor.title, actor.node)
        };
        let mut what = as_prose(&view.sentence);
        if let Some(guard) = &view.refused {
            what = format!("~~{what}~~ Not possible: {}", as_prose(guard));
        }
        if view.class.is_fault() {
            what = format!("**Fault.** {what}");
        }
        for property in &view.violates {
            let _ = write!(what, " **Breaks {}.**", as_code(property));
        }
        if let Some(text) = narrated.and_then(|scenario| scenario.text_at(step)) {
            let _ = write!(what, "<br>{}", as_prose(text));
        }
        let log: Vec<_> = view
            .log
            .iter()
            .map(|record| as_code(record.line.render(layout, record.moment).trim_end()))
            .collect();
        let _ = writeln!(out, "| {step} | {} | {what} | {} |", as_markdown(&who), log.join("<br>"));
    }
    out.push('\n');
}

fn notes(document: &Document, out: &mut String) {
    let note = |note: &crate::trace::Note| {
        let at = if note.step == 0 { "At the start".to_owned() } else { format!("Step {}", note.step) };
        format!("**{at}.** {}", as_markdown(&note.text))
    };
    list("Notes", document.branch().notes.iter().map(note), out);
}

fn diagram(document: &Document, out: &mut String) {
    let Window { first, last } = document.drawn(mermaid::MOST_STEPS);
    out.push_str("### Sequence\n\n");
    if last + 1 - first < document.player.len() {
        let _ = writeln!(out, "Drawn are steps {first} to {last}; the table has all of them.\n");
    }
    let _ = writeln!(out, "```mermaid\n{}```\n", mermaid::mermaid(document));
}

fn link(document: &Document, out: &mut String) {
    out.push_str("### Run it\n\n");
    if document.fragment.len() > MAX_LINK_BYTES {
        out.push_str("The run is too long for a link; its scenario file or its drawing opens in the app.\n");
        return;
    }
    let link = document.link();
    if document.base.is_some() {
        let _ = writeln!(out, "[Step through this run]({})", address(&link));
    } else {
        let _ = writeln!(out, "The run in the app, after its address: {}", as_code(&link));
    }
}

/// An address as the target of a link.
fn address(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            '|' => out.push_str("%7C"),
            c if c.is_whitespace() || c.is_control() => out.push_str("%20"),
            c => out.push(c),
        }
    }
    out
}
