//! terser, which makes the glue of the page's programs smaller.

use std::path::PathBuf;

use anyhow::Result;

use crate::tools::npm_tool::NpmTool;
use crate::tools::version::Version;

const TERSER: NpmTool = NpmTool { program: "terser", package: "terser", version: Version::new(5, 51, 4) };

/// Finds terser, or installs it from npm.
pub(crate) fn ensure() -> Result<PathBuf> {
    TERSER.ensure()
}
