//! The steps that need nothing but Rust.

use std::process::Command;

use anyhow::Result;

use crate::process::run;
use crate::repo;
use crate::suite::step::Outcome;

/// Formatting.
pub(crate) fn fmt() -> Result<Outcome> {
    cargo(&["fmt", "--all", "--check"])
}

/// Lints of everything that is built for the host.
pub(crate) fn clippy() -> Result<Outcome> {
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])
}

/// Tests of the library, the command and this program; other members have tests that are run by hand.
pub(crate) fn native() -> Result<Outcome> {
    cargo(&["test", "--package", "stepdown", "--package", "xtask"])
}

/// Documentation: a link to nowhere is an error.
pub(crate) fn doc() -> Result<Outcome> {
    let mut command = Command::new("cargo");
    command.args(["doc", "--no-deps", "--lib"]).env("RUSTDOCFLAGS", "-D warnings");
    run(command.current_dir(repo::root()))?;
    Ok(Outcome::Passed)
}

fn cargo(arguments: &[&str]) -> Result<Outcome> {
    run(Command::new("cargo").args(arguments).current_dir(repo::root()))?;
    Ok(Outcome::Passed)
}
