//! The command line.

use crate::json_flag::Format;
use crate::output::{self, Answer};
use crate::{check, explain, export, matrix, models, recognise, scenarios, schema, site, trace};
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Steps through leader-election and shutdown races
#[derive(Debug, Parser)]
#[command(name = "stepdown", version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 good, 1 an expectation is not met or a property is violated, 2 bad input,\n\
                          3 a limit was reached, so not everything is answered";

#[derive(Debug, Subcommand)]
enum Command {
    /// List the models with their parameters, faults, fixes and properties
    Models(Format),
    /// List the scenarios
    Scenarios(scenarios::ScenariosArgs),
    /// Print the JSON Schema of scenario files
    Schema(Format),
    /// Replay a scenario step by step
    Trace(trace::TraceArgs),
    /// Prove what scenarios expect, or check a model, over all orders of all events
    #[command(after_help = EXIT_CODES)]
    Check(check::CheckArgs),
    /// Check every set of fixes: which sets suffice, which fixes do nothing
    #[command(after_help = EXIT_CODES)]
    Matrix(matrix::MatrixArgs),
    /// Tell where a run loses its way back, and which two steps race
    Explain(explain::ExplainArgs),
    /// Write a run as a page, an image, a postmortem section, a trace for other tools, or a scenario file
    Export(export::ExportArgs),
    /// Write a page and an image for every scenario, for programs that unfurl links to a published app
    Site(site::SiteArgs),
    /// Recognise log lines: which steps print them, and which scenarios have them in this order
    Recognise(recognise::RecogniseArgs),
}

/// Reads the command line, answers, and prints the answer.
pub(crate) fn run() -> ExitCode {
    let args = Args::parse();
    let (json, answer) = match args.command {
        Command::Models(format) => (format.json, Ok(Answer::good(models::answer(format.json)))),
        Command::Scenarios(args) => (args.format.json, scenarios::answer(&args).map(Answer::good)),
        // A schema is JSON already.
        Command::Schema(format) => (format.json, Ok(Answer::good(schema::answer()))),
        Command::Trace(args) => (args.json, trace::answer(&args).map(Answer::good)),
        Command::Check(args) => (args.format.json, check::answer(&args)),
        Command::Matrix(args) => (args.json, matrix::answer(&args)),
        Command::Explain(args) => (args.json, explain::answer(&args).map(Answer::good)),
        Command::Export(args) => (false, export::answer(&args)),
        Command::Site(args) => (false, site::answer(&args).map(Answer::good)),
        Command::Recognise(args) => (args.format.json, recognise::answer(&args).map(Answer::good)),
    };
    output::print(answer.unwrap_or_else(|failure| Answer::failed(failure, json)))
}
