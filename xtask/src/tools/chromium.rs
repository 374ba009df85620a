//! Chromium or Chrome, for the tests in a browser.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::tools::apt;

/// Names on the search path, the free browser first.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Where macOS and Windows keep it.
const USUAL: [&str; 4] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
];

/// Finds the browser, or installs it on Debian and Ubuntu.
pub(crate) fn ensure() -> Result<PathBuf> {
    if let Some(set) = env::var_os("STEPDOWN_CHROMIUM").filter(|value| !value.is_empty()) {
        let path = PathBuf::from(set);
        if !path.is_file() {
            bail!("STEPDOWN_CHROMIUM names {}, which is no file", path.display());
        }
        return Ok(path);
    }
    if let Some(path) = find() {
        return Ok(path);
    }
    apt::install(&["chromium", "chromium-driver"], "about a minute")
        .context("no Chromium; install Chromium or Chrome, or set STEPDOWN_CHROMIUM to its path")?;
    find().context("no Chromium after installing it")
}

fn find() -> Option<PathBuf> {
    let on_path = NAMES.iter().find_map(|name| which::which(name).ok());
    on_path.or_else(|| USUAL.iter().map(PathBuf::from).find(|path| path.is_file()))
}
