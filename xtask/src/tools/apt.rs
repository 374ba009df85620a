//! Packages of Debian and Ubuntu, where we may install them.

use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{capture, run, say, succeeds};

/// Installs packages, or says why it cannot. `takes` tells a person what to expect.
pub(crate) fn install(packages: &[&str], takes: &str) -> Result<()> {
    if which::which("apt-get").is_err() {
        bail!("this is not Debian or Ubuntu, so {} cannot be installed from here", packages.join(", "));
    }
    let Some(rights) = Rights::have() else {
        bail!(
            "installing needs rights that this user lacks; run `sudo apt-get install {}`",
            packages.join(" ")
        );
    };
    say(&format!("Installing {} with apt-get, {takes}", packages.join(", ")));
    // A bare machine has no package lists yet; with old ones the package may be gone from the server.
    run(rights.apt_get().arg("update"))?;
    run(rights.apt_get().args(["install", "-y", "--no-install-recommends"]).args(packages))
}

/// How we come by the rights to install.
#[derive(Clone, Copy)]
enum Rights {
    Root,
    Sudo,
}

impl Rights {
    fn have() -> Option<Self> {
        if capture(Command::new("id").arg("-u")).is_ok_and(|id| id == "0") {
            return Some(Self::Root);
        }
        // Never ask for a password in the middle of a build.
        succeeds(Command::new("sudo").args(["-n", "true"])).then_some(Self::Sudo)
    }

    fn apt_get(self) -> Command {
        const QUESTIONS: &str = "DEBIAN_FRONTEND=noninteractive";
        let mut command = match self {
            Self::Root => Command::new("env"),
            Self::Sudo => {
                let mut command = Command::new("sudo");
                command.args(["-n", "env"]);
                command
            }
        };
        command.args([QUESTIONS, "apt-get", "-q"]);
        command
    }
}
