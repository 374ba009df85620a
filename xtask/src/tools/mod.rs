//! The tools that building and testing need: one file a tool, each with one function that finds it or
//! installs it.
//!
//! Everyone looks in the same order: on the search path, in the user's cache folder, and only then is
//! something installed, into that folder. Nothing is installed that the command at hand does not need.

mod apt;
mod cargo_install;
pub(crate) mod chromedriver;
pub(crate) mod chromium;
mod debian_std;
mod lock;
pub(crate) mod node;
mod npm_tool;
pub(crate) mod packages;
pub(crate) mod rustc;
mod terser;
mod trunk;
mod version;
pub(crate) mod wasm_bindgen;
pub(crate) mod wasm_env;
mod wasm_opt;
mod wasm_std;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::capture;
use crate::tools::version::Version;

/// The folder that tools are installed into, and looked for in: `$STEPDOWN_TOOLS`, or `stepdown` in the
/// user's cache folder.
pub(crate) fn cache() -> Result<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("STEPDOWN_TOOLS")
        .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("stepdown")))
        .or_else(|| env::home_dir().map(|home| home.join(".cache").join("stepdown")))
        .context("there is no home folder; set STEPDOWN_TOOLS to a folder for the tools")
}

/// The first program of that name, on the search path and then in `folder`, whose version is accepted.
fn find(name: &str, folder: &Path, accept: impl Fn(&Version) -> bool) -> Option<PathBuf> {
    let on_path = which::which_all(name).into_iter().flatten();
    let in_folder = which::which_in_all(name, Some(folder), ".").into_iter().flatten();
    on_path.chain(in_folder).find(|program| version_of(program).is_some_and(|version| accept(&version)))
}

/// What a program answers to `--version`.
fn version_of(program: &Path) -> Option<Version> {
    Version::find_in(&capture(Command::new(program).arg("--version")).ok()?)
}
