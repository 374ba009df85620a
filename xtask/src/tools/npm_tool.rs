//! Programs that come as npm packages.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::process::{run, say};
use crate::tools::version::Version;
use crate::tools::{cache, find, node};

/// A program of an npm package, in the one version that is used.
pub(super) struct NpmTool {
    pub(super) program: &'static str,
    pub(super) package: &'static str,
    pub(super) version: Version,
}

impl NpmTool {
    /// Finds it, or installs it.
    pub(super) fn ensure(&self) -> Result<PathBuf> {
        let Self { program, package, version } = self;
        let folder = cache()?.join(format!("{package}-{version}"));
        let bin = folder.join("node_modules").join(".bin");
        let look = || find(program, &bin, |found| found == version);
        if let Some(program) = look() {
            return Ok(program);
        }
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        say(&format!("Installing {program} from npm, a few seconds"));
        let install = ["install", "--no-audit", "--no-fund", "--prefix"];
        run(node::npm()?.args(install).arg(&folder).arg(format!("{package}@{version}")))?;
        look().with_context(|| format!("no {program} of version {version} in {}", bin.display()))
    }
}
