//! The steps that build for wasm.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::process::run;
use crate::repo;
use crate::suite::step::Outcome;
use crate::tools::wasm_env::WasmEnv;
use crate::tools::{chromedriver, chromium, rustc};

/// A test in the browser may explore many states; the runner's own limit is 20 seconds.
const TEST_SECONDS: &str = "300";

/// Lints of what is built for wasm.
pub(crate) fn clippy() -> Result<Outcome> {
    let env = WasmEnv::std_only()?;
    if env.builds_std() {
        let reason = "the compiler with the standard library for wasm is not the one whose lints we keep";
        return Ok(Outcome::Skipped(reason.to_owned()));
    }
    let mut command = env.command("cargo")?;
    command.args(["clippy", "--target", rustc::WASM, "--lib", "--bins", "--", "-D", "warnings"]);
    run(command.current_dir(repo::root()))?;
    Ok(Outcome::Passed)
}

/// The tests in `tests/wasm_*.rs`.
pub(crate) fn test() -> Result<Outcome> {
    if repo::file_names(&repo::root().join("tests"), "wasm_", ".rs")?.is_empty() {
        return Ok(Outcome::Skipped("there is no tests/wasm_*.rs yet".to_owned()));
    }
    let env = WasmEnv::for_tests()?;
    let chromium = chromium::ensure()?;
    let driver = chromedriver::ensure(&chromium)?;
    let mut command = env.command("cargo")?;
    // Never with `-q`: cargo then hands the runner an argument that it does not know.
    command.args(["test", "--target", rustc::WASM, "--test", "wasm_*"]);
    // These tests are few and short: building them takes longer than running them.
    command.env("CARGO_PROFILE_TEST_OPT_LEVEL", "1").env("CARGO_PROFILE_TEST_DEBUG", "0");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");
    command.env("CHROMEDRIVER", driver).env("WASM_BINDGEN_TEST_TIMEOUT", TEST_SECONDS);
    command.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", write_capabilities(&chromium)?);
    run(command.current_dir(repo::root()))?;
    Ok(Outcome::Passed)
}

/// Writes `webdriver.json` with the browser added, so that the driver takes the one that was found.
fn write_capabilities(chromium: &Path) -> Result<PathBuf> {
    let text =
        fs::read_to_string(repo::root().join("webdriver.json")).context("cannot read webdriver.json")?;
    let folder = repo::root().join("target");
    let path = folder.join("webdriver.json");
    let text = with_binary(&text, chromium)?;
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&path, text))
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

fn with_binary(capabilities: &str, chromium: &Path) -> Result<String> {
    const OPTIONS: &str = r#""goog:chromeOptions": {"#;
    ensure!(capabilities.contains(OPTIONS), "webdriver.json has no {OPTIONS}");
    // Rust escapes quotes and backslashes as JSON does.
    let binary = format!("{OPTIONS}\n    \"binary\": {:?},", chromium.to_string_lossy());
    Ok(capabilities.replacen(OPTIONS, &binary, 1))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::with_binary;

    #[test]
    fn the_browser_is_added() {
        let text =
            with_binary(r#"{ "goog:chromeOptions": { "args": [] } }"#, Path::new(r"C:\chrome.exe")).unwrap();
        let expected = "{ \"goog:chromeOptions\": {\n    \"binary\": \"C:\\\\chrome.exe\", \"args\": [] } }";
        assert_eq!(text, expected);
        assert!(with_binary("{}", Path::new("chromium")).is_err());
    }
}
