//! The step that uses the built page as a reader would.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::http::{StaticServer, require_page};
use crate::process::{run, run_within, say};
use crate::repo;
use crate::suite::step::Outcome;
use crate::tools::{chromium, node};

/// A test that forgets to close its browser keeps Node.js from ending.
const MINUTES: u32 = 15;

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
    install_packages(&folder)?;
    StaticServer::bind(repo::dist(), 0)?.during(|url| {
        let mut command = Command::new(node);
        // The files are named one by one: patterns are only understood by later versions.
        command.args(["--test", "--test-reporter=spec"]).args(files).current_dir(folder);
        run_within(MINUTES, command.env("STEPDOWN_URL", url).env("STEPDOWN_CHROMIUM", chromium))
    })?;
    Ok(Outcome::Passed)
}

/// Installs the packages that the lock file names, unless they are there.
fn install_packages(folder: &Path) -> Result<()> {
    let changed = |file: &Path| fs::metadata(file).and_then(|data| data.modified());
    let lock = folder.join("package-lock.json");
    let locked = changed(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    // npm writes this file last.
    let written = folder.join("node_modules").join(".package-lock.json");
    if changed(&written).is_ok_and(|installed| installed >= locked) {
        return Ok(());
    }
    say("Installing the packages of the browser tests from npm, a few seconds");
    run(node::npm()?.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))
}
