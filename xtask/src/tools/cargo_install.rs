//! Tools that are Rust packages: a prebuilt binary when `cargo binstall` is there and can fetch it, else built
//! from source into the cache folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{run, say, succeeds};
use crate::tools::version::Version;
use crate::tools::{cache, find};

/// A Rust package that installs one program.
pub(crate) struct Package {
    /// Name in the registry.
    pub(crate) name: &'static str,
    /// Name of the program.
    pub(crate) program: &'static str,
    /// The version to install.
    pub(crate) version: Version,
    /// Whether to build with the package's own lock file.
    pub(crate) locked: bool,
    /// How long building takes on two cores.
    pub(crate) takes: &'static str,
}

impl Package {
    /// Finds the program with an accepted version, or installs it.
    pub(crate) fn ensure(&self, accept: impl Fn(&Version) -> bool) -> Result<PathBuf> {
        let (name, version) = (self.program, self.version);
        let root = cache()?.join(format!("{name}-{version}"));
        let bin = root.join("bin");
        if let Some(program) = find(name, &bin, accept) {
            return Ok(program);
        }
        fs::create_dir_all(&root).with_context(|| format!("cannot create {}", root.display()))?;
        if !self.prebuilt(&root) {
            self.build(&root)?;
        }
        find(name, &bin, |found| *found == version)
            .with_context(|| format!("no {name} of version {version} in {}", bin.display()))
    }

    /// Tries `cargo binstall`; its own way of building is left to us, so that a person is told about it.
    fn prebuilt(&self, root: &Path) -> bool {
        if !succeeds(Command::new("cargo").args(["binstall", "-V"])) {
            return false;
        }
        say(&format!("Fetching {} {} with cargo binstall, a few seconds", self.name, self.version));
        run(Command::new("cargo")
            .args(["binstall", "--no-confirm", "--disable-strategies", "compile", "--root"])
            .arg(root)
            .arg(format!("{}@{}", self.name, self.version)))
        .inspect_err(|error| say(&format!("No prebuilt {}: {error:#}", self.name)))
        .is_ok()
    }

    fn build(&self, root: &Path) -> Result<()> {
        say(&format!("Building {} {} from source, once: {}", self.name, self.version, self.takes));
        // A target folder that outlives an interruption: the next try goes on where this one stopped.
        let target = root.join("target");
        let mut command = Command::new("cargo");
        command.args(["install", self.name, "--version", &self.version.to_string(), "--root"]).arg(root);
        command.arg("--target-dir").arg(&target);
        if self.locked {
            command.arg("--locked");
        }
        // Outside the checkout, whose configuration is not meant for other people's packages.
        run(command.current_dir(root))
            .with_context(|| format!("could not install {} {}", self.name, self.version))?;
        // Only space would be lost if this fails.
        let _ = fs::remove_dir_all(target);
        Ok(())
    }
}
