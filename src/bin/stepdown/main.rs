//! The native command: the same library as the page, so that CI and the page can't disagree.
//!
//! Exit codes: 0 all good, 1 an expectation is not met or a property is violated, 2 bad input, 3 a limit was reached.

#[cfg(not(target_arch = "wasm32"))]
mod args;
#[cfg(not(target_arch = "wasm32"))]
mod check;
#[cfg(not(target_arch = "wasm32"))]
mod check_model;
#[cfg(not(target_arch = "wasm32"))]
mod claims;
#[cfg(not(target_arch = "wasm32"))]
mod configuration;
#[cfg(not(target_arch = "wasm32"))]
mod explain;
#[cfg(not(target_arch = "wasm32"))]
mod export;
#[cfg(not(target_arch = "wasm32"))]
mod export_source;
#[cfg(not(target_arch = "wasm32"))]
mod failure;
#[cfg(not(target_arch = "wasm32"))]
mod files;
#[cfg(not(target_arch = "wasm32"))]
mod json_flag;
#[cfg(not(target_arch = "wasm32"))]
mod matrix;
#[cfg(not(target_arch = "wasm32"))]
mod models;
#[cfg(not(target_arch = "wasm32"))]
mod output;
#[cfg(not(target_arch = "wasm32"))]
mod progress;
#[cfg(not(target_arch = "wasm32"))]
mod raster;
#[cfg(not(target_arch = "wasm32"))]
mod recognise;
#[cfg(not(target_arch = "wasm32"))]
mod scenarios;
#[cfg(not(target_arch = "wasm32"))]
mod schema;
#[cfg(not(target_arch = "wasm32"))]
mod shipped;
#[cfg(not(target_arch = "wasm32"))]
mod signatures;
#[cfg(not(target_arch = "wasm32"))]
mod site;
#[cfg(not(target_arch = "wasm32"))]
mod trace;
#[cfg(not(target_arch = "wasm32"))]
mod trace_json;
#[cfg(not(target_arch = "wasm32"))]
mod verdict;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    args::run()
}

/// Trunk builds every binary of the package; there is no command in a page.
#[cfg(target_arch = "wasm32")]
fn main() {}
