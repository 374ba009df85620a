//! The records of the real classes, beside the page: a scenario that one confirms has a link to it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::repo;

/// Copies `tests/conformance/*/*.jsonl` to `dist/conformance/`.
pub(super) fn copy(dist: &Path) -> Result<()> {
    let from = repo::root().join("tests").join("conformance");
    for entry in fs::read_dir(&from).with_context(|| format!("cannot read {}", from.display()))? {
        let folder = entry?.path();
        let Some(name) = folder.file_name().filter(|_| folder.is_dir()) else { continue };
        let to = dist.join("conformance").join(name);
        fs::create_dir_all(&to).with_context(|| format!("cannot make {}", to.display()))?;
        for file in repo::file_names(&folder, "", ".jsonl")? {
            fs::copy(folder.join(&file), to.join(&file)).with_context(|| format!("cannot copy {file}"))?;
        }
    }
    Ok(())
}
