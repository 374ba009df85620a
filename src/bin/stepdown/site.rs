//! `stepdown site`

use crate::export::base_address;
use crate::failure::Failure;
use crate::raster;
use crate::scenarios;
use clap::Args;
use std::fs;
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use stepdown::export::{Document, Format, site, write};

#[derive(Debug, Args)]
pub(crate) struct SiteArgs {
    /// The folder of the app
    folder: String,
    /// The address that the folder is published at, as in `https://example.org/stepdown/`
    #[arg(long, value_name = "URL")]
    base: String,
}

/// Writes a folder for every scenario, with its page, its oEmbed answer and its image.
pub(crate) fn answer(args: &SiteArgs) -> Result<String, Failure> {
    let base = base_address(&args.base)?;
    let base = format!("{}/", base.trim_end_matches('/'));
    if !Path::new(&args.folder).is_dir() {
        return Err(Failure::file(&args.folder, "there is no such folder; expected that of the app"));
    }
    let all = scenarios::all()?;
    let count = all.len();
    for (at, loaded) in all.into_iter().enumerate() {
        let trace = loaded.scenario.trace();
        let end = trace.branch().events.len();
        let failed = |message| Failure::at(&loaded.scenario.id, "run", message);
        let mut document = Document::new(Some(loaded.scenario.clone()), trace).map_err(failed)?;
        let folder = Path::new(&args.folder).join(site::folder(&document));
        put(&folder, "index.html", site::page(&document, &base).as_bytes())?;
        put(&folder, site::OEMBED, site::oembed(&document, &base).as_bytes())?;
        // The image tells the whole story.
        document.trace = document.trace.at(end);
        let svg = write(&document, Format::Svg).map_err(failed)?;
        put(&folder, site::IMAGE, &raster::png(&svg).map_err(failed)?)?;
        tell(at + 1, count);
    }
    Ok(format!("{count} scenarios have pages in {}/s for {base}\n", args.folder))
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let path = folder.join(name);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
    written.map_err(|error| Failure::file(path.to_string_lossy(), format!("it can't be written: {error}")))
}

fn tell(done: usize, of: usize) {
    let mut err = stderr();
    if err.is_terminal() {
        let end = if done == of { "\n" } else { "" };
        let _ = write!(err, "\r{done} of {of} scenarios{end}");
    }
}
