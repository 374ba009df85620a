//! The npm packages of the browser tests.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::process::{run, say};
use crate::tools::node;

/// Installs the packages that the lock file names, unless they are there.
pub(crate) fn ensure(folder: &Path) -> Result<()> {
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
