//! `cargo xtask conformance record`: the kept records, made afresh.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::helper::{build as build_helper, helper};
use super::{maven, plans};
use crate::process::say;
use crate::repo;

/// Runs the plans and writes one file a record. A run that could not be driven to its end is told, and kept as it is.
pub(super) fn record(names: &[String]) -> Result<()> {
    let plans = plans::plans(names)?;
    let missing = maven::build()?;
    let (mut stopped, mut left) = (Vec::new(), Vec::new());
    for (module, plans) in maven::by_module(plans)? {
        if missing.contains(&module.as_str()) {
            left.push(format!("{} of {module}", plans.len()));
            continue;
        }
        let found = maven::records(maven::drive(&module, &plans)?)?;
        ensure!(found.len() == plans.len(), "{module}: {} records of {} plans", found.len(), plans.len());
        for (name, lines) in found {
            let end: Value = serde_json::from_str(lines.last().map_or("", String::as_str))?;
            if end["end"] != "complete" {
                stopped.push(format!("{name}: {}", end["why"]));
            }
            let path = repo::root().join("tests").join("conformance").join(format!("{name}.jsonl"));
            fs::create_dir_all(path.parent().context("a record has a folder")?)?;
            fs::write(&path, lines.join("\n") + "\n")
                .with_context(|| format!("cannot write {}", path.display()))?;
            say(&format!("   {name}: {} entries", lines.len() - 2));
        }
    }
    confirm()?;
    if !left.is_empty() {
        say(&format!("Not made, since the harness can't be built here: {}", left.join(", ")));
    }
    ensure!(stopped.is_empty(), "some runs could not be driven to their end:\n  {}", stopped.join("\n  "));
    say("Records written; `cargo xtask conformance replay` holds them against the models");
    Ok(())
}

/// Writes into the scenarios what confirms them.
fn confirm() -> Result<()> {
    build_helper()?;
    say(&helper(&["confirm"], "")?);
    Ok(())
}
