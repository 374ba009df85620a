//! The steps that build for wasm.

use anyhow::Result;

use crate::process::{run, say};
use crate::repo;
use crate::suite::step::Outcome;
use crate::tools::wasm_env::WasmEnv;
use crate::tools::{chromedriver, chromium};

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
    command.args(["clippy", "--target", "wasm32-unknown-unknown", "--lib", "--bins", "--", "-D", "warnings"]);
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
    say(&format!("Chromium is {}", chromium.display()));
    let mut command = env.command("cargo")?;
    // Never with `-q`: cargo then hands the runner an argument that it does not know.
    command.args(["test", "--target", "wasm32-unknown-unknown", "--test", "wasm_*"]);
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");
    command.env("CHROMEDRIVER", driver).env("WASM_BINDGEN_TEST_TIMEOUT", TEST_SECONDS);
    run(command.current_dir(repo::root()))?;
    Ok(Outcome::Passed)
}
