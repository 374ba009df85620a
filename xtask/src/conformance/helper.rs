//! The project's own side, which knows the models: `conformance/driver`.

use std::env::consts::EXE_SUFFIX;
use std::process::Command;

use anyhow::Result;

use crate::process::{converse, run};
use crate::repo;

/// Builds it; walks replay thousands of runs, so speed matters.
pub(super) fn build() -> Result<()> {
    let mut cargo = Command::new("cargo");
    run(cargo.args(["build", "--profile", "fast", "--example", "conformance"]).current_dir(repo::root()))
}

/// Runs it, and gives what it prints.
pub(super) fn helper(arguments: &[&str], input: &str) -> Result<String> {
    let program = repo::target().join("fast").join("examples").join(format!("conformance{EXE_SUFFIX}"));
    converse(Command::new(program).args(arguments).current_dir(repo::root()), input)
}
