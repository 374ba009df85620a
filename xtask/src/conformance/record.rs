//! `cargo xtask conformance record`: the kept records, made afresh.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::helper::{build as build_helper, helper};
use super::{maven, plans};
use crate::process::say;
use crate::repo;

/// Runs the plans and writes one file a record. A run that could not be driven to its end is told, and leaves the record that
/// is there.
pub(super) fn record(names: &[String]) -> Result<()> {
    build_helper()?;
    let plans = plans::plans(names)?;
    plans::check(&plans)?;
    let plans = maven::by_module(plans)?;
    let missing = maven::build(&plans)?;
    let (mut stopped, mut left, mut written) = (Vec::new(), Vec::new(), 0);
    for (module, plans) in plans {
        if missing.contains(&module.as_str()) {
            left.push(format!("{} of {module}", plans.len()));
            continue;
        }
        for (name, lines) in maven::drive(&module, &plans)? {
            let end: Value = serde_json::from_str(lines.last().map_or("", String::as_str))?;
            if end["end"] != "complete" {
                stopped.push(format!("{name}: {}", end["why"]));
                continue;
            }
            let path = repo::root().join("tests").join("conformance").join(format!("{name}.jsonl"));
            fs::create_dir_all(path.parent().context("a record has a folder")?)?;
            fs::write(&path, lines.join("\n") + "\n")
                .with_context(|| format!("cannot write {}", path.display()))?;
            say(&format!("   {name}: {} entries", lines.len() - 2));
            written += 1;
        }
    }
    // Writes into the scenarios what confirms them.
    say(&helper(&["confirm"], "")?);
    say(&format!(
        "{written} records written; `cargo xtask conformance replay` holds them against the models"
    ));
    if !left.is_empty() {
        let told = format!("not made, since the harness can't be built here: {}", left.join(", "));
        // Whoever asks for all of them gets those that can be made.
        ensure!(names.is_empty(), "{told}");
        say(&told);
    }
    ensure!(
        stopped.is_empty(),
        "some runs could not be driven to their end, and their records stay as they are:\n  {}",
        stopped.join("\n  ")
    );
    Ok(())
}
