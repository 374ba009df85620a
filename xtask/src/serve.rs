//! `cargo xtask serve`: build the page and serve it on this computer.

use std::process::Command;

use anyhow::Result;

use crate::args::ServeArgs;
use crate::http::{StaticServer, require_page};
use crate::page;
use crate::process::{say, succeeds};
use crate::repo;

/// Serves until it is interrupted.
pub(crate) fn run(options: &ServeArgs) -> Result<()> {
    // First of all, so that a port in use is noticed before minutes of building. A browser that comes early
    // waits for its answer.
    let server = StaticServer::bind(repo::dist(), options.port)?;
    if options.no_build {
        require_page(&repo::dist())?;
    } else {
        say("Building the page, the first time about 2 minutes, and longer when tools are missing");
        page::build()?;
    }
    say(&format!("Stepdown is at {}", server.url()));
    if options.open && !open(&server.url()) {
        say("No browser could be opened from here");
    }
    server.run();
    Ok(())
}

/// Asks the desktop to show an address.
fn open(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    succeeds(Command::new(program).args(arguments).arg(url))
}
