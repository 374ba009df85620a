//! What `stepdown export` is given: a scenario, a link, or a file that carries a run.

use crate::export::ExportArgs;
use crate::failure::Failure;
use crate::files;
use std::rc::Rc;
use stepdown::export::Document;
use stepdown::model;
use stepdown::scenario::{Scenario, load, parse};
use stepdown::share::{Link, LinkError, MAX_CARRIER_BYTES, Page, Source, carried, decode};
use stepdown::trace::Trace;

/// The run, with what is worth knowing about it.
pub(crate) fn open(args: &ExportArgs) -> Result<(Document, Vec<String>), Failure> {
    let argument = args.given();
    let (scenario, mut trace, notices) = if let Some(at) = argument.find("#/") {
        linked(&argument[at..], None)?
    } else if is_carrier(argument) {
        let text = files::text(argument, "an exported SVG or HTML file", MAX_CARRIER_BYTES)?;
        let run = carried(&text).map_err(|message| Failure::file(argument, message))?;
        linked(&run.fragment, run.scenario)?
    } else {
        let file = files::find(argument)?;
        let scenario = load(&file.name, &file.text)?.scenario;
        let trace = scenario.trace();
        (Some(scenario), trace, Vec::new())
    };
    if !args.fixes.is_empty() {
        trace.config.fixes = fixes(&trace, &args.fixes)?;
    }
    if let Some(at) = args.at {
        let steps = trace.branch().events.len();
        if at > steps {
            return Err(Failure::flag("--at", format!("step {at} is beyond the run; expected 0 to {steps}")));
        }
        trace = trace.at(at);
    }
    let is_own = scenario.as_ref().is_some_and(|scenario| !is_shipped(scenario));
    let document = Document::new(scenario, trace).map_err(|message| Failure::at(argument, "run", message))?;
    Ok((if is_own { document.of_own_file() } else { document }, notices))
}

/// Whether the page knows the scenario by its id.
fn is_shipped(scenario: &Scenario) -> bool {
    let text = crate::shipped::text(&format!("{}.json", scenario.id));
    text.and_then(|text| parse("shipped", text).ok()).is_some_and(|shipped| shipped == *scenario)
}

/// Whether a path names a file that can carry a run.
fn is_carrier(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    matches!(extension.as_deref(), Some("svg" | "html" | "htm"))
}

type Opened = (Option<Rc<Scenario>>, Trace, Vec<String>);

/// The run of a link. Its scenario is the one that a file carries beside it, or one that is here.
fn linked(fragment: &str, carried: Option<Scenario>) -> Result<Opened, Failure> {
    let failed = |error: LinkError| {
        Failure::at("link", &error.part, format!("found `{}`; expected {}", error.found, error.expected))
    };
    let link = match decode(fragment).map_err(failed)? {
        Page::Run(link) => link,
        Page::Start { .. } => {
            return Err(Failure::at("link", "fragment", "it opens the start page; expected a run"));
        }
    };
    let scenario = match (&link.source, carried) {
        (_, Some(scenario)) => Some(Rc::new(scenario)),
        (Source::Scenario(id), None) => Some(shipped(id)?),
        (Source::Model(_), None) => None,
    };
    let (trace, notices) = Link::restore(&link, scenario.as_deref()).map_err(failed)?;
    Ok((scenario, trace, notices.into_iter().map(|notice| notice.text).collect()))
}

fn shipped(id: &str) -> Result<Rc<Scenario>, Failure> {
    let file = files::find(id)?;
    Ok(load(&file.name, &file.text)?.scenario)
}

/// The fixes that are on, in the order of the model.
fn fixes(trace: &Trace, given: &[String]) -> Result<Vec<String>, Failure> {
    let none = given.iter().any(|fix| fix == "none");
    if none && given.len() > 1 {
        return Err(Failure::flag("--fix", "`none` stands beside other fixes; expected it alone"));
    }
    let fixes = if none { Vec::new() } else { given.to_vec() };
    let config = trace.config.with_fixes(&fixes);
    let run = model::open(&config).map_err(|error| Failure::flag("--fix", error.message))?;
    Ok(config.filled(run.info()).fixes)
}
