//! `cargo xtask dist`: a folder to publish.

use std::process::Command;

use anyhow::Result;

use crate::args::DistArgs;
use crate::page;
use crate::process::{run, say};
use crate::repo;

/// Builds the page and, for an address, what programs see that unfurl links to it.
pub(crate) fn dist(args: &DistArgs) -> Result<()> {
    if !args.no_build {
        page::build()?;
    }
    let dist = repo::dist();
    match &args.base {
        Some(base) => {
            let mut cargo = Command::new("cargo");
            cargo.args(["run", "--quiet", "--bin", "stepdown", "--", "site"]).arg(&dist);
            run(cargo.args(["--base", base]).current_dir(repo::root()))?;
        }
        None => say("Without --base URL no pages of scenarios are written: unfurlers want whole addresses"),
    }
    say(&format!("{} can be published, at any address", dist.display()));
    Ok(())
}
