//! The wasm-bindgen command, with the runner of the tests in the browser beside it.

use std::path::PathBuf;

use anyhow::Result;

use crate::tools::cargo_install::Package;
use crate::tools::lock::locked_version;

/// It must be exactly the version of the library: the two share a private format.
pub(crate) fn ensure() -> Result<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    let package = Package {
        name: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version,
        // The lock file of 0.2.130 names a package that was withdrawn.
        locked: false,
        takes: "about 3 minutes",
    };
    package.ensure(|found| *found == version)
}
