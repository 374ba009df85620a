//! Trunk, which bundles the page.

use std::path::PathBuf;

use anyhow::Result;

use crate::tools::cargo_install::Package;
use crate::tools::version::Version;

/// Any 0.21 will do; 0.22 wants a newer compiler and has another minifier.
pub(crate) fn ensure() -> Result<PathBuf> {
    let package = Package {
        name: "trunk",
        program: "trunk",
        version: Version::new(0, 21, 14),
        locked: true,
        takes: "about 6 minutes",
    };
    package.ensure(|version| (version.major, version.minor) == (0, 21))
}
