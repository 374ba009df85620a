//! wasm-opt, which makes the page smaller.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::process::{run, say};
use crate::tools::version::Version;
use crate::tools::{cache, find, node};

/// The version that `Trunk.toml` asks for, too; older ones do not know what new Rust compilers emit.
const VERSION: Version = Version::new(132, 0, 0);

/// Finds wasm-opt, or installs it from npm.
pub(crate) fn ensure() -> Result<PathBuf> {
    let folder = cache()?.join(format!("binaryen-{VERSION}"));
    let bin = folder.join("node_modules").join(".bin");
    let look = || find("wasm-opt", &bin, |version| *version == VERSION);
    if let Some(program) = look() {
        return Ok(program);
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    say("Installing wasm-opt from npm, a few seconds");
    let package = format!("binaryen@{VERSION}");
    run(node::npm()?.args(["install", "--no-audit", "--no-fund", "--prefix"]).arg(&folder).arg(package))?;
    look().with_context(|| format!("no wasm-opt of version {VERSION} in {}", bin.display()))
}
