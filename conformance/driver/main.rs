//! The project's own side of random conformance: walks of a model as plans for the harnesses, and what came of them.
//!
//! `cargo xtask conformance random` starts it; everything goes through the standard streams, a JSON object a line.

mod check;
mod compare;
mod confirm;
mod plan;
mod walk;

use plan::Plan;
use serde_json::json;
use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use stepdown::conformance::Record;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), Box<dyn Error>> {
    match *words {
        ["walk", model, runs, seed] => {
            let plans = walk::walks(model, runs.parse()?, seed.parse()?)?;
            print(plans.iter().map(Plan::line))
        }
        ["shorten"] => {
            let plan = Plan::read(input()?.trim())?;
            print(walk::shorter(&plan).iter().map(Plan::line))
        }
        ["check"] => Ok(check::check(&input()?)?),
        ["confirm"] => print(confirm::confirm()?.into_iter()),
        ["compare"] => {
            let records = Record::read(&input()?)?;
            print(records.iter().map(|record| {
                let name = &record.head.record;
                json!({ "record": name, "difference": compare::difference(record), "stopped": record.end.why })
                    .to_string()
            }))
        }
        _ => Err("expected `walk MODEL RUNS SEED`, `check`, `shorten`, `compare` or `confirm`".into()),
    }
}

fn input() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn print(lines: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
