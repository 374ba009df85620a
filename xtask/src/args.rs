//! The command line.

use clap::{Args as ClapArgs, Parser, Subcommand};

use crate::suite::StepId;

/// Builds, serves and tests Stepdown.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// One of the project's commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build the page and serve it on this computer
    Serve(ServeArgs),
    /// Run every check: formatting, lints, tests, the page in a browser
    Test(TestArgs),
    /// Build dist/ as a folder to publish, with a page and an image for every scenario
    Dist(DistArgs),
    /// Measure the search in a Web Worker against the same search natively
    BenchWeb,
    /// Run released classes of the modelled systems, and hold the models against what they did; needs Java and Maven
    #[command(subcommand)]
    Conformance(ConformanceCommand),
}

/// What is done with the real classes.
#[derive(Debug, Subcommand)]
pub(crate) enum ConformanceCommand {
    /// Make the records in tests/conformance afresh
    Record {
        /// Only these, as in `flink/40114-own-loss`
        names: Vec<String>,
    },
    /// Hold the records against the models; needs no Java
    Replay,
    /// Walk a model at random, drive the real classes along, and compare after each run
    Random(RandomArgs),
}

/// The options of `conformance random`.
#[derive(Debug, ClapArgs)]
pub(crate) struct RandomArgs {
    /// The model that is walked, as in `flink-election`
    #[arg(long, value_name = "ID")]
    pub(crate) model: String,
    /// How many runs
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub(crate) runs: u32,
    /// What the walks are derived from: the same seed gives the same walks
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

/// The options of `serve`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ServeArgs {
    /// Port on 127.0.0.1; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    pub(crate) port: u16,
    /// Open the page in the default browser once it is ready
    #[arg(long)]
    pub(crate) open: bool,
    /// Serve dist/ as it is
    #[arg(long)]
    pub(crate) no_build: bool,
}

/// The options of `dist`.
#[derive(Debug, ClapArgs)]
pub(crate) struct DistArgs {
    /// The address that the folder will be published at, as in `https://example.org/stepdown/`; without it there are no
    /// pages of scenarios, whose links and images have to be told in full
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,
    /// Take dist/ as it was built before
    #[arg(long)]
    pub(crate) no_build: bool,
}

/// The options of `test`.
#[derive(Debug, ClapArgs)]
pub(crate) struct TestArgs {
    /// Run only this step; may be given more than once
    #[arg(long, value_name = "STEP")]
    pub(crate) only: Vec<StepId>,
    /// List the steps and run none
    #[arg(long)]
    pub(crate) list: bool,
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser, error::ErrorKind};

    use super::{Args, Command};
    use crate::suite::StepId;

    fn parse(line: &str) -> Result<Args, clap::Error> {
        Args::try_parse_from(line.split(' '))
    }

    #[test]
    fn definition_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn serve_has_defaults() {
        let Command::Serve(serve) = parse("xtask serve").unwrap().command else { panic!("not serve") };
        assert_eq!((serve.port, serve.open, serve.no_build), (8080, false, false));
    }

    #[test]
    fn serve_takes_a_port() {
        let Command::Serve(serve) = parse("xtask serve --port 9000 --open --no-build").unwrap().command
        else {
            panic!("not serve")
        };
        assert_eq!((serve.port, serve.open, serve.no_build), (9000, true, true));
        assert_eq!(parse("xtask serve --port 70000").unwrap_err().exit_code(), 2);
    }

    #[test]
    fn only_repeats_and_knows_every_step() {
        let Command::Test(test) = parse("xtask test --only fmt --only clippy-wasm").unwrap().command else {
            panic!("not test")
        };
        assert_eq!(test.only, [StepId::Fmt, StepId::ClippyWasm]);
        let error = parse("xtask test --only nonsense").unwrap_err();
        assert_eq!((error.kind(), error.exit_code()), (ErrorKind::InvalidValue, 2));
        assert!(error.to_string().contains("browser"), "{error}");
    }
}
