//! The standard library for the page's target.

use std::env;
use std::ffi::OsString;
use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{run, say};
use crate::tools::{debian_std, rustc};

/// Finds or installs it, and gives the variables that builds for wasm need to use it; mostly none.
///
/// `STEPDOWN_WASM_STD=debian` takes the second way at once, so that it can be tested where the first works.
pub(crate) fn ensure() -> Result<Vec<(&'static str, OsString)>> {
    match env::var("STEPDOWN_WASM_STD").as_deref() {
        Ok("debian") => return debian_std::ensure(),
        Ok("") | Err(_) => {}
        Ok(other) => bail!("STEPDOWN_WASM_STD is `{other}`; the only value it takes is `debian`"),
    }
    if rustc::has_wasm_std() {
        return Ok(Vec::new());
    }
    let mut tried = Vec::new();
    match by_rustup() {
        Ok(()) => return Ok(Vec::new()),
        Err(error) => tried.push(format!("rustup: {error:#}")),
    }
    say("rustup cannot fetch the standard library for wasm; trying Debian's packages");
    match debian_std::ensure() {
        Ok(variables) => return Ok(variables),
        Err(error) => tried.push(format!("Debian's packages: {error:#}")),
    }
    bail!(
        "the Rust standard library for {target} is missing and could not be installed\n  tried {tried}\n  \
         With rustup and a connection, `rustup target add {target}` installs it.",
        target = rustc::WASM,
        tried = tried.join("\n  tried "),
    )
}

fn by_rustup() -> Result<()> {
    if which::which("rustup").is_err() {
        bail!("it is not installed");
    }
    say("Fetching the Rust standard library for wasm, a few seconds");
    run(Command::new("rustup").args(["target", "add", rustc::WASM]))?;
    if !rustc::has_wasm_std() {
        bail!("`rustup target add` succeeded, but the compiler still has no such library");
    }
    Ok(())
}
