//! The step that uses the built page as a reader would.

use std::process::Command;

use anyhow::Result;

use crate::http::{StaticServer, require_page};
use crate::process::{run, run_within};
use crate::repo;
use crate::suite::step::Outcome;
use crate::tools::{chromium, node, packages};

/// A test that forgets to close its browser keeps Node.js from ending.
const MINUTES: u32 = 30;

/// Runs `tests/browser/*.test.mjs` against `dist/`.
pub(crate) fn test() -> Result<Outcome> {
    let folder = repo::browser_tests();
    let files = repo::file_names(&folder, "", ".test.mjs")?;
    if files.is_empty() {
        return Ok(Outcome::Skipped("there is no tests/browser/*.test.mjs yet".to_owned()));
    }
    require_page(&repo::dist())?;
    let node = node::find()?;
    let chromium = chromium::ensure()?;
    packages::ensure(&folder)?;
    // Some tests read what the command writes.
    let mut build = Command::new("cargo");
    run(build.args(["build", "--package", "stepdown", "--bin", "stepdown"]).current_dir(repo::root()))?;
    let built = repo::target().join("debug").join("stepdown");
    StaticServer::bind(repo::dist(), 0)?.during(|url| {
        let mut command = Command::new(node);
        // The files are named one by one: patterns are only understood by later versions.
        command.args(["--test", "--test-reporter=spec"]).args(files).current_dir(folder);
        command.env("STEPDOWN_URL", url).env("STEPDOWN_CHROMIUM", chromium).env("STEPDOWN_COMMAND", built);
        run_within(MINUTES, &mut command)
    })?;
    Ok(Outcome::Passed)
}
