//! `cargo xtask conformance`: runs released classes of the modelled systems, and holds what they did against the models.
//!
//! Nothing else needs it: the records are kept in the project, and `cargo xtask test` replays those.

mod helper;
mod maven;
mod plans;
mod random;
mod record;
mod records;

use std::process::Command;

use anyhow::Result;

use crate::args::ConformanceCommand;
use crate::process::run;
use crate::repo;

/// Runs what was asked for; false when a record is not what its model says.
pub(crate) fn conformance(command: &ConformanceCommand) -> Result<bool> {
    match command {
        ConformanceCommand::Record { names } => record::record(names).map(|()| true),
        ConformanceCommand::Replay => replay().map(|()| true),
        ConformanceCommand::Random(options) => random::random(options),
    }
}

/// The tests that hold the kept records against the models.
fn replay() -> Result<()> {
    let mut cargo = Command::new("cargo");
    run(cargo.args(["test", "--package", "stepdown", "--test", "conformance"]).current_dir(repo::root()))
}
