//! Makes the page's programs smaller after they were built: short names for imports, and a small glue.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::imports;
use crate::process::run;
use crate::repo;
use crate::tools::wasm_env::WasmEnv;

/// How a program's glue is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glue {
    /// As a module.
    Module,
    /// As a script, whose names others use.
    Script,
}

/// Slims all programs in a folder.
pub(super) fn folder(env: &WasmEnv, folder: &Path) -> Result<()> {
    for name in repo::file_names(folder, "", "_bg.wasm")? {
        let glue = folder.join(name.replace("_bg.wasm", ".js"));
        let kind = if is_module(&glue)? { Glue::Module } else { Glue::Script };
        program(env, &folder.join(name), &glue, kind)?;
    }
    Ok(())
}

/// Slims one program and its glue.
pub(super) fn program(env: &WasmEnv, wasm: &Path, glue: &Path, kind: Glue) -> Result<()> {
    let old = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let (new, short) = imports::shorten(&old, &read(glue)?)?;
    fs::write(wasm, new).with_context(|| format!("cannot write {}", wasm.display()))?;
    fs::write(glue, short).with_context(|| format!("cannot write {}", glue.display()))?;
    let mut terser = env.command("terser")?;
    terser.args(["--compress", "passes=2", "--mangle", "--output"]).arg(glue).arg(glue);
    if kind == Glue::Module {
        terser.arg("--module");
    }
    run(&mut terser)
}

fn is_module(glue: &Path) -> Result<bool> {
    Ok(read(glue)?.contains("\nexport "))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
