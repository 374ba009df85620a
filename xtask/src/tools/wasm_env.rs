//! The environment of everything that is built for wasm: variables, and a search path on which the right
//! tools come first.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::say;
use crate::tools::{node, terser, trunk, wasm_bindgen, wasm_opt, wasm_std};

/// What commands that build for wasm are given.
pub(crate) struct WasmEnv {
    variables: Vec<(&'static str, OsString)>,
    folders: Vec<PathBuf>,
    optimised: bool,
}

impl WasmEnv {
    /// For lints: the standard library.
    pub(crate) fn std_only() -> Result<Self> {
        Ok(Self { variables: wasm_std::ensure()?, folders: Vec::new(), optimised: false })
    }

    /// For tests: the runner of wasm-bindgen, too.
    pub(crate) fn for_tests() -> Result<Self> {
        Self::std_only()?.with(&wasm_bindgen::ensure()?)
    }

    /// For the page: Trunk and all that it calls. Without Node.js it does without wasm-opt.
    pub(crate) fn for_page() -> Result<Self> {
        let mut env = Self::for_tests()?.with(&trunk::ensure()?)?;
        if let Err(error) = node::find() {
            say(&format!(
                "warning: {error:#}; the page is built without wasm-opt and terser and is larger than it should be"
            ));
            return Ok(env);
        }
        env = env.with(&wasm_opt::ensure()?)?.with(&terser::ensure()?)?;
        env.optimised = true;
        Ok(env)
    }

    /// Whether wasm-opt can be used.
    pub(crate) fn optimised(&self) -> bool {
        self.optimised
    }

    /// Whether the standard library is built along, by a compiler that is not the one in use elsewhere.
    pub(crate) fn builds_std(&self) -> bool {
        !self.variables.is_empty()
    }

    /// A command that finds the tools.
    pub(crate) fn command(&self, program: &str) -> Result<Command> {
        let old = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(self.folders.iter().cloned().chain(env::split_paths(&old)))
            .context("a folder of the search path has a separator in its name")?;
        // Looked up by us: on some systems a new search path does not count for the program itself.
        let program =
            which::which_in(program, Some(&path), ".").with_context(|| format!("{program} is missing"))?;
        let mut command = Command::new(program);
        command.env("PATH", path).envs(self.variables.iter().cloned());
        Ok(command)
    }

    fn with(mut self, program: &Path) -> Result<Self> {
        let folder = program.parent().context("a program lies in a folder")?;
        self.folders.push(folder.to_owned());
        Ok(self)
    }
}
