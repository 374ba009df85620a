//! The program through which wasm-bindgen's test runner steers Chromium.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::tools::{apt, version_of};

/// Finds the driver that fits the browser, or installs it on Debian and Ubuntu.
pub(crate) fn ensure(chromium: &Path) -> Result<PathBuf> {
    let driver = find().map_or_else(install, Ok)?;
    // On Windows the browser opens a window instead of saying its version. Where we cannot ask, the driver
    // itself complains if the two do not fit.
    if !cfg!(windows)
        && let (Some(ours), Some(theirs)) = (version_of(&driver), version_of(chromium))
        && ours.major != theirs.major
    {
        bail!(
            "{} is version {ours} and {} is version {theirs}; the first numbers must be equal",
            driver.display(),
            chromium.display(),
        );
    }
    Ok(driver)
}

fn install() -> Result<PathBuf> {
    apt::install(&["chromium", "chromium-driver"], "about a minute")
        .context("no chromedriver; install the one of your Chromium's version, or set CHROMEDRIVER")?;
    find().context("no chromedriver after installing it")
}

fn find() -> Option<PathBuf> {
    let set = env::var_os("CHROMEDRIVER").filter(|value| !value.is_empty()).map(PathBuf::from);
    set.or_else(|| which::which("chromedriver").ok())
}
