//! Running other programs: their output is streamed, their failure becomes an error that names them.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// Prints the command line, runs it with our own output streams and fails when it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = announce(command);
    let status = command.status().with_context(|| format!("could not start `{line}`"))?;
    expect_success(&line, status)
}

/// The same for a command that may hang: after some minutes it is ended and has failed.
pub(crate) fn run_within(minutes: u32, command: &mut Command) -> Result<()> {
    const TICKS_PER_MINUTE: u32 = 600;
    let line = announce(command);
    let mut child = command.spawn().with_context(|| format!("could not start `{line}`"))?;
    for _ in 0..minutes.saturating_mul(TICKS_PER_MINUTE) {
        if let Some(status) = child.try_wait()? {
            return expect_success(&line, status);
        }
        thread::sleep(Duration::from_mins(1) / TICKS_PER_MINUTE);
    }
    child.kill().and_then(|()| child.wait()).with_context(|| format!("could not end `{line}`"))?;
    bail!("`{line}` took longer than {minutes} minutes and was ended");
}

fn announce(command: &Command) -> String {
    let line = describe(command);
    say(&format!("$ {line}"));
    line
}

fn expect_success(line: &str, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{line}` ended with {status}");
    }
    Ok(())
}

/// Runs a command silently and gives its standard output, trimmed.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let line = describe(command);
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("could not start `{line}`"))?;
    if !output.status.success() {
        bail!("`{line}` ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Gives a command an input and takes its output; what it says of errors is passed on.
pub(crate) fn converse(command: &mut Command, input: &str) -> Result<String> {
    let line = describe(command);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("could not start `{line}`"))?;
    let mut into = child.stdin.take().context("its input is closed")?;
    // Both are more than a pipe holds, and come at the same time.
    let (written, output) = thread::scope(|scope| {
        let writer = scope.spawn(move || into.write_all(input.as_bytes()));
        let output = child.wait_with_output();
        (writer.join().is_ok_and(|written| written.is_ok()), output)
    });
    let output = output?;
    expect_success(&line, output.status)?;
    if !written {
        bail!("`{line}` did not read its input to the end");
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Whether a command can be started and ends well; it prints nothing.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Prints a line at once, so that it stands before the output of the program started next.
pub(crate) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // A closed pipe is no reason to stop a build half-way.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// The command line as one would type it, with the variables that were set for it.
fn describe(command: &Command) -> String {
    let mut line = String::new();
    for (name, value) in command.get_envs() {
        // The search path is long and says nothing about what is run.
        if let (Some(value), false) = (value, name == "PATH") {
            let _ = write!(line, "{}={} ", name.to_string_lossy(), quoted(value));
        }
    }
    line.push_str(&quoted(command.get_program()));
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&quoted(argument));
    }
    line
}

/// A word as a shell would take it, quoted only where it must be.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,@+%\\".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{capture, describe, run_within};

    #[test]
    fn command_lines_can_be_pasted_into_a_shell() {
        let mut command = Command::new("cargo");
        command.args(["test", "--test", "wasm_*"]).env("RUSTDOCFLAGS", "-D warnings").env("PATH", "/bin");
        assert_eq!(describe(&command), "RUSTDOCFLAGS='-D warnings' cargo test --test 'wasm_*'");
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let error = run_within(0, Command::new("cargo").arg("--version")).unwrap_err();
        assert_eq!(error.to_string(), "`cargo --version` took longer than 0 minutes and was ended");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = capture(&mut Command::new("no-such-program")).unwrap_err();
        assert_eq!(error.to_string(), "could not start `no-such-program`");
    }
}
