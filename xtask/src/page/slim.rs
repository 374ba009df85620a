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

/// Slims what is fetched beside the programs: one style sheet compresses better than two, and nobody reads the loader
/// where it is published.
pub(super) fn rest(env: &WasmEnv, folder: &Path) -> Result<()> {
    let index = folder.join("index.html");
    let sheets = repo::file_names(folder, "app-", ".css")?
        .into_iter()
        .chain(repo::file_names(folder, "stage-", ".css")?);
    let sheets: Vec<_> = sheets.collect();
    if let [first, second] = sheets.as_slice() {
        let (all, other) = (folder.join(first), folder.join(second));
        let page = without_sheet(&read(&index)?, second)?;
        fs::write(&all, read(&all)? + &read(&other)?)
            .with_context(|| format!("cannot write {}", all.display()))?;
        fs::write(&index, page).with_context(|| format!("cannot write {}", index.display()))?;
        fs::remove_file(&other).with_context(|| format!("cannot remove {}", other.display()))?;
    }
    minify(env, &folder.join("boot.js"), Glue::Script)
}

/// A page without the link to a style sheet.
fn without_sheet(page: &str, sheet: &str) -> Result<String> {
    let at = page.find(sheet).with_context(|| format!("index.html has no {sheet}"))?;
    let begin = page[..at].rfind("<link").context("a style sheet is linked")?;
    let end = at + page[at..].find('>').context("a link ends")? + 1;
    Ok(format!("{}{}", &page[..begin], &page[end..]))
}

/// Slims one program and its glue.
pub(super) fn program(env: &WasmEnv, wasm: &Path, glue: &Path, kind: Glue) -> Result<()> {
    let old = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let (new, short) = imports::shorten(&old, &read(glue)?)?;
    fs::write(wasm, new).with_context(|| format!("cannot write {}", wasm.display()))?;
    fs::write(glue, short).with_context(|| format!("cannot write {}", glue.display()))?;
    minify(env, glue, kind)
}

fn minify(env: &WasmEnv, script: &Path, kind: Glue) -> Result<()> {
    let mut terser = env.command("terser")?;
    terser.args(["--compress", "passes=2", "--mangle", "--output"]).arg(script).arg(script);
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

#[cfg(test)]
mod tests {
    use super::without_sheet;

    #[test]
    fn the_link_to_a_sheet_is_taken_out() {
        let page = r#"<meta><link rel="stylesheet" href="./a.css"><link href="./b.css" rel="stylesheet"><b>"#;
        assert_eq!(
            without_sheet(page, "b.css").unwrap(),
            r#"<meta><link rel="stylesheet" href="./a.css"><b>"#
        );
        assert!(without_sheet(page, "c.css").is_err());
    }
}
