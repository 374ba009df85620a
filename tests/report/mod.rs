//! What the tests of incident reports ask of a scenario and of the command.

use std::path::Path;
use std::process::{Command, Stdio};
use stepdown::scenario::{self, Loaded};

pub(crate) fn load(id: &str) -> Loaded {
    let file = format!("scenarios/{id}.json");
    scenario::load(&file, &std::fs::read_to_string(&file).unwrap()).unwrap()
}

/// What the command prints; it has nothing to complain of.
pub(crate) fn run(arguments: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepdown"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = command.args(arguments.split(' ')).current_dir(root).stdin(Stdio::null()).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
