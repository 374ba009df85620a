//! Where things are in the checkout.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The root of the checkout that this program was built in.
pub(crate) fn root() -> &'static Path {
    // The manifest folder is known at compile time and always has a parent: `xtask` is inside the project.
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The folder that Trunk writes the page to.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// The folder that Cargo builds into.
pub(crate) fn target() -> PathBuf {
    root()
        .join(env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty()).unwrap_or("target".into()))
}

/// The folder of the browser tests.
pub(crate) fn browser_tests() -> PathBuf {
    root().join("tests").join("browser")
}

/// The names of the files in a folder that start and end as given, sorted; none when there is no such folder.
pub(crate) fn file_names(folder: &Path, start: &str, end: &str) -> Result<Vec<String>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with(start) && name.ends_with(end) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{file_names, root};

    #[test]
    fn root_holds_the_workspace() {
        assert!(root().join("Cargo.lock").is_file());
    }

    #[test]
    fn file_names_are_filtered_and_sorted() {
        let names = file_names(&root().join("xtask/src"), "p", ".rs").unwrap();
        assert_eq!(names, ["process.rs"]);
        assert!(file_names(Path::new("no/such/folder"), "", "").unwrap().is_empty());
    }
}
