//! The project's own commands, run as `cargo xtask COMMAND`.
//!
//! `serve` builds the page and serves it; `test` runs everything that must be green; `dist` makes a folder to publish;
//! `bench-web` measures the search in a browser; `conformance` runs the real classes. All but the last first look for
//! the tools they need and install what is missing into a cache folder of the user, see [`tools`].
//! A script in the language of the project needs no second one on the developer's machine.

mod args;
mod bench;
mod conformance;
mod dist;
mod http;
mod page;
mod process;
mod repo;
mod serve;
mod suite;
mod tools;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Serve(options) => serve::run(&options).map(|()| true),
        Command::Test(options) => Ok(suite::run(&options)),
        Command::Dist(options) => dist::dist(&options).map(|()| true),
        Command::BenchWeb => bench::web().map(|()| true),
        Command::Conformance(command) => conformance::conformance(&command),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
