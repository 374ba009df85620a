//! The flag that many subcommands have.

/// How the answer is printed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Format {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
