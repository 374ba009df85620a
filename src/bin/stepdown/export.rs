//! `stepdown export`

use crate::export_source;
use crate::failure::Failure;
use crate::files;
use crate::output::Answer;
use crate::progress::{SLICE, Ticker};
use crate::raster;
use clap::Args;
use std::fs;
use std::io::{IsTerminal, stdout};
use stepdown::export::{Document, Format, Verdicts, html, write};
use stepdown::model::{self, MatrixJob};
use stepdown::scenario::MatrixQuestion;
use stepdown::share::MAX_CARRIER_BYTES;

/// The page that a run is put in, when no other is named.
const TEMPLATE: &str = "dist/stepdown.html";

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The id of a scenario, a file, a link, or an SVG or HTML file that was exported
    scenario: String,
    /// What it is written as: html, svg, png, md, json, itf, chrome or shiviz
    #[arg(long, value_parser = format)]
    format: Format,
    /// A fix to play under, instead of those of the run; repeat it for more, `none` for none
    #[arg(long = "fix", value_name = "ID")]
    pub(crate) fixes: Vec<String>,
    /// The step that is shown
    #[arg(long, value_name = "STEP")]
    pub(crate) at: Option<usize>,
    /// The address of the app, as in `https://example.org/stepdown/`, for links
    #[arg(long, value_name = "URL")]
    base: Option<String>,
    /// The file to write, instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Search nothing: verdicts over all orders and what decides about the run are not told
    #[arg(long)]
    no_verdicts: bool,
    /// The page that `--format html` puts the run in
    #[arg(long, value_name = "FILE", default_value = TEMPLATE)]
    template: String,
}

impl ExportArgs {
    /// What is exported, as it was named.
    pub(crate) fn given(&self) -> &str {
        &self.scenario
    }
}

fn format(word: &str) -> Result<Format, String> {
    Format::from_word(word).ok_or_else(|| {
        let words: Vec<_> = Format::ALL.into_iter().map(Format::word).collect();
        format!("expected one of {}", words.join(", "))
    })
}

/// Writes a run in a format.
pub(crate) fn answer(args: &ExportArgs) -> Result<Answer, Failure> {
    let (mut document, notices) = export_source::open(args)?;
    if let Some(base) = &args.base {
        document.base = Some(base_address(base)?.to_owned());
    }
    if args.format == Format::Png && args.output.is_none() && stdout().is_terminal() {
        return Err(Failure::flag("--output", "an image is no text; expected a file or a pipe for it"));
    }
    if !args.no_verdicts {
        document.verdicts = verdicts(&document, args.format)?;
    }
    let bytes = match args.format {
        Format::Html => {
            let template = template(&args.template)?;
            html(&document, &template).map_err(|message| Failure::file(&args.template, message))?.into_bytes()
        }
        Format::Png => {
            let svg = written(&document, Format::Svg)?;
            raster::png(&svg).map_err(|message| Failure::flag("--format", message))?
        }
        format => written(&document, format)?.into_bytes(),
    };
    let Some(path) = &args.output else { return Ok(Answer { notices, ..Answer::bytes(bytes) }) };
    let place = |path: &str| fs::canonicalize(path).ok();
    if place(path).is_some_and(|output| place(args.given()).is_some_and(|given| given == output)) {
        return Err(Failure::flag("--output", "it is the file that is exported; expected another one"));
    }
    fs::write(path, bytes).map_err(|error| Failure::file(path, format!("it can't be written: {error}")))?;
    Ok(Answer { notices, ..Answer::good(String::new()) })
}

/// The address of an app, as it was given.
pub(crate) fn base_address(base: &str) -> Result<&str, Failure> {
    if ["https://", "http://", "file:"].iter().any(|scheme| base.starts_with(scheme)) {
        return Ok(base);
    }
    Err(Failure::flag("--base", format!("found `{base}`; expected an address with https://")))
}

fn written(document: &Document, format: Format) -> Result<String, Failure> {
    write(document, format).map_err(|message| Failure::flag("--format", message))
}

/// The text of the template, with what makes it when it is not there.
fn template(path: &str) -> Result<String, Failure> {
    if !fs::exists(path).unwrap_or(false) {
        let message =
            "there is no such file; build it with `cargo xtask dist`, or name another by --template";
        return Err(Failure::file(path, message));
    }
    files::text(path, "the page in one file", MAX_CARRIER_BYTES)
}

/// What the format tells of all orders.
fn verdicts(document: &Document, format: Format) -> Result<Verdicts, Failure> {
    let wants = format.wants();
    let failed = |error: String| Failure::flag("--format", error);
    let mut ticker = Ticker::new();
    let mut found = Verdicts::default();
    if wants.check {
        let (config, ask) = document.check();
        let mut job = model::check(&config, &ask).map_err(|error| failed(error.to_string()))?;
        while job.advance(SLICE) {
            ticker.tell("check: ", Some(job.progress()));
        }
        found.report = Some(job.report());
    }
    if let Some(MatrixQuestion { config, fixes, properties, limits }) =
        document.matrix().filter(|_| wants.matrix)
    {
        let job = MatrixJob::new(&config, &fixes, &properties, limits);
        let mut job = job.map_err(|error| failed(error.to_string()))?;
        while job.advance(SLICE) {
            ticker.tell(&format!("set {} of {}: ", job.done() + 1, job.total()), job.progress());
        }
        found.matrix = Some(job.matrix().clone());
    }
    if wants.explanation {
        let (config, events) = document.explanation();
        found.causes = Some(model::causes(&config, &events).map_err(|error| failed(error.to_string()))?);
    }
    ticker.end();
    Ok(found)
}
