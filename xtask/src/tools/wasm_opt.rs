//! wasm-opt, which makes the page smaller.

use std::path::PathBuf;

use anyhow::Result;

use crate::tools::npm_tool::NpmTool;
use crate::tools::version::Version;

/// The version that `Trunk.toml` asks for, too; older ones do not know what new Rust compilers emit.
const WASM_OPT: NpmTool =
    NpmTool { program: "wasm-opt", package: "binaryen", version: Version::new(132, 0, 0) };

/// Finds wasm-opt, or installs it from npm.
pub(crate) fn ensure() -> Result<PathBuf> {
    WASM_OPT.ensure()
}
