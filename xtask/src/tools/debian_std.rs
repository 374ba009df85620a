//! The standard library for wasm from Debian's packages, for places where rustup's own cannot be fetched.
//!
//! Debian ships a compiler together with the source of its standard library. We build that source along with
//! the page, which ordinarily only nightly compilers allow; hence the variables here. They are given to the
//! builds for wasm and to nothing else: the code itself is plain stable Rust.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{run, say};
use crate::tools::{apt, rustc};

/// The name that the compiler gets within rustup.
const TOOLCHAIN: &str = "debian-web";

/// Where the packages put the source of the standard library.
const SOURCE: &str = "/usr/lib/rustlib/src/rust/library/std";

/// Installs the packages when needed and gives the variables that builds for wasm then need.
pub(crate) fn ensure() -> Result<Vec<(&'static str, OsString)>> {
    if which::which("rustup").is_err() {
        bail!("Debian's compiler can only be used beside rustup, and there is no rustup");
    }
    // Asked first: afterwards rustup may answer for the other compiler.
    let linker = linker()?;
    if !(Path::new("/usr/bin/cargo").exists() && Path::new(SOURCE).exists()) {
        apt::install(&["rustc-web", "cargo-web", "rust-web-src"], "about half a minute")?;
    }
    run(Command::new("rustup").args(["toolchain", "link", TOOLCHAIN, "/usr"]))
        .context("rustup does not take Debian's compiler")?;
    say(
        "The standard library for wasm comes from Debian's packages; building it adds about 40 s the first time",
    );
    Ok(vec![
        ("RUSTUP_TOOLCHAIN", TOOLCHAIN.into()),
        ("RUSTC_BOOTSTRAP", "1".into()),
        // Tests unwind; the page aborts.
        ("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort,panic_unwind".into()),
        ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker.into()),
    ])
}

/// Debian's compiler comes without a linker for wasm.
fn linker() -> Result<PathBuf> {
    if let Some(linker) = rustc::own_linker() {
        return Ok(linker);
    }
    let find = || which::which("lld-22").or_else(|_| which::which("rust-lld")).ok();
    if let Some(linker) = find() {
        return Ok(linker);
    }
    apt::install(&["lld-22"], "a few seconds")?;
    find().context("no linker for wasm after installing lld-22")
}
