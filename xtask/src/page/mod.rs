//! Building the page with Trunk.

mod imports;
mod records;
mod single;
mod slim;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::process::{run, say};
use crate::repo;
use crate::tools::rustc;
use crate::tools::wasm_env::WasmEnv;

/// Builds the release page into `dist/`, after installing what that needs.
pub(crate) fn build() -> Result<()> {
    let env = WasmEnv::for_page()?;
    // Trunk runs without a network, so that it never downloads a tool; the packages must be there before.
    let mut fetch = env.command("cargo")?;
    run(fetch.args(["fetch", "--target", rustc::WASM]).current_dir(repo::root()))?;
    let plain = (!env.optimised()).then(|| PlainIndex::write(repo::root())).transpose()?;
    let mut command = env.command("trunk")?;
    command.args(["build", "--release", "--offline=true"]).current_dir(repo::root());
    if let Some(plain) = &plain {
        command.arg(&plain.0);
    }
    make_no_color_readable(&mut command);
    make_private(&mut command);
    run(&mut command)?;
    if env.optimised() {
        slim::folder(&env, &repo::dist())?;
        slim::rest(&env, &repo::dist())?;
    }
    records::copy(&repo::dist())?;
    single::build(&env)?;
    say(&sizes(&repo::dist())?);
    Ok(())
}

/// Trunk reads `NO_COLOR` as true or false and refuses the customary `1`.
fn make_no_color_readable(command: &mut Command) {
    match env::var_os("NO_COLOR") {
        Some(value) if !value.is_empty() => command.env("NO_COLOR", "true"),
        _ => command.env_remove("NO_COLOR"),
    };
}

/// The page names the place of a panic, not the folders of whoever built it.
fn make_private(command: &mut Command) {
    if env::var_os("CARGO_ENCODED_RUSTFLAGS").is_some() || env::var_os("RUSTFLAGS").is_some() {
        return;
    }
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let sources = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let remap = |entry: fs::DirEntry| format!("--remap-path-prefix={}=", entry.path().display());
    let flags: Vec<_> = sources.into_iter().flatten().flatten().map(remap).collect();
    if !flags.is_empty() {
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    }
}

/// What `index.html` has Trunk ask of wasm-opt for the page's own program.
fn wasm_opt_flags() -> Result<Vec<String>> {
    const BEGIN: &str = r#"data-bin="app""#;
    const FLAGS: &str = "data-wasm-opt-params=\"";
    let index = fs::read_to_string(repo::root().join("index.html")).context("cannot read index.html")?;
    let flags = index.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(FLAGS)?.1.split_once('"'));
    let (flags, _) = flags.with_context(|| format!("index.html has no {FLAGS} for the page"))?;
    Ok(flags.split_whitespace().map(str::to_owned).collect())
}

/// A copy of `index.html` that asks for no wasm-opt, removed when it goes out of scope. Trunk has no switch
/// for that and resolves all paths from the folder of the file, so the copy has to lie beside it.
struct PlainIndex(PathBuf);

impl PlainIndex {
    fn write(root: &Path) -> Result<Self> {
        let text = fs::read_to_string(root.join("index.html")).context("cannot read index.html")?;
        let path = root.join("index.plain.html");
        fs::write(&path, without_wasm_opt(&text)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self(path))
    }
}

impl Drop for PlainIndex {
    fn drop(&mut self) {
        // A file left behind does no harm.
        let _ = fs::remove_file(&self.0);
    }
}

fn without_wasm_opt(index: &str) -> Result<String> {
    const ON: &str = r#"data-wasm-opt="z""#;
    ensure!(index.contains(ON), "index.html has no {ON} to switch off");
    Ok(index.replace(ON, r#"data-wasm-opt="0""#))
}

/// One line on what was built: a size that jumps should be seen at once.
fn sizes(dist: &Path) -> Result<String> {
    let parts = ["wasm", "js", "css"].map(|ending| {
        let bytes: u64 = repo::file_names(dist, "", &format!(".{ending}"))?
            .iter()
            .filter_map(|name| fs::metadata(dist.join(name)).ok())
            .map(|data| data.len())
            .sum();
        Ok(format!("{} KB {ending}", bytes.div_ceil(1000)))
    });
    let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
    Ok(format!("Built {}: {}", dist.display(), parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::without_wasm_opt;
    use crate::repo;

    #[test]
    fn wasm_opt_can_be_switched_off() {
        let index = fs::read_to_string(repo::root().join("index.html")).unwrap();
        let plain = without_wasm_opt(&index).unwrap();
        assert!(!plain.contains(r#"data-wasm-opt="z""#) && plain.contains(r#"data-wasm-opt="0""#));
        assert!(without_wasm_opt("<html>").is_err());
    }
}
