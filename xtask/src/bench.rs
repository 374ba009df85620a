//! `cargo xtask bench-web`: the search in a Web Worker, beside the same search natively.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::http::StaticServer;
use crate::process::{run, run_within};
use crate::repo;
use crate::tools::wasm_env::WasmEnv;
use crate::tools::{chromium, node, packages, rustc};

/// What is built: an example, so that it is no part of the page.
const NAME: &str = "bench_web";

/// Far more than two workloads need, in case a worker never answers.
const MINUTES: u32 = 15;

/// Builds both, and lets a browser and the native program take turns.
pub(crate) fn web() -> Result<()> {
    let tests = repo::browser_tests();
    let (node, chromium) = (node::find()?, chromium::ensure()?);
    packages::ensure(&tests)?;
    let folder = build_worker()?;
    build(&mut Command::new("cargo"))?;
    let native = repo::target().join("fast").join("examples").join(format!("{NAME}{EXE_SUFFIX}"));
    StaticServer::bind(folder, 0)?.during(|url| {
        let mut command = Command::new(node);
        command.arg("bench-web.mjs").current_dir(tests);
        command.env("STEPDOWN_URL", url).env("STEPDOWN_CHROMIUM", chromium).env("STEPDOWN_NATIVE", native);
        run_within(MINUTES, &mut command)
    })
}

/// Builds with the profile of the page's worker.
fn build(cargo: &mut Command) -> Result<()> {
    run(cargo.args(["build", "--profile", "fast", "--example", NAME]).current_dir(repo::root()))
}

/// Builds for wasm and puts everything that the browser fetches into one folder.
fn build_worker() -> Result<PathBuf> {
    let env = WasmEnv::for_tests()?;
    let mut cargo = env.command("cargo")?;
    build(cargo.env("CARGO_BUILD_TARGET", rustc::WASM))?;
    let target = repo::target();
    let built = target.join(rustc::WASM).join("fast").join("examples").join(format!("{NAME}.wasm"));
    let folder = target.join("bench-web");
    let mut bind = env.command("wasm-bindgen")?;
    bind.args(["--target", "no-modules", "--no-typescript", "--out-dir"]).arg(&folder).arg(built);
    run(&mut bind)?;
    for name in ["index.html", "worker.js"] {
        copy(&repo::root().join("benches").join("web").join(name), &folder.join(name))?;
    }
    Ok(folder)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}
