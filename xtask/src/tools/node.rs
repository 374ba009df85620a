//! Node.js and npm: they carry wasm-opt and run the tests in the browser. Building the page works without.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::tools::version_of;

/// The oldest major version that the tests run with.
const OLDEST: u32 = 20;

/// Finds Node.js; it is never installed, since most systems come with a way of their own to do that.
pub(crate) fn find() -> Result<PathBuf> {
    let Ok(node) = which::which("node") else {
        bail!("Node.js is missing; install version {OLDEST} or later with npm");
    };
    match version_of(&node) {
        Some(version) if version.major >= OLDEST => Ok(node),
        Some(version) => bail!("Node.js is version {version}; {OLDEST} or later is needed"),
        None => bail!("{} does not say its version", node.display()),
    }
}

/// An `npm` command.
pub(crate) fn npm() -> Result<Command> {
    find()?;
    match which::which("npm") {
        Ok(npm) => Ok(Command::new(npm)),
        Err(_) => bail!("npm is missing; it comes with Node.js"),
    }
}
