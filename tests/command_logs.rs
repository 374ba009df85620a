//! The command on log lines: what it recognises, and what it refuses.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the command at the root, with a text for its standard input.
fn run(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepdown"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that refuses early does not read to the end.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const LINES: &str = "Failed to terminate [LeaderElectorAsyncWrapper] executor.\n\
                     I am no longer the leader...\n\
                     Stopping load queue peon for [7] servers.\n\
                     GET /status/health 200\n\
                     Stopping lifecycle [module] stage [INIT] for handlers [[]]\n";

#[test]
fn lines_are_recognised_and_their_story_is_told() {
    let (code, out, err) = run(&["recognise"], LINES.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("4 of 5 lines recognised\n"), "{out}");
    assert!(out.contains("4 ? GET /status/health 200\n      no model prints it"), "{out}");
    let (_, stories) = out.split_once("scenarios with these lines in this order\n").unwrap();
    let first: Vec<_> = stories.split_whitespace().take(3).collect();
    assert_eq!(first, ["druid-k8s-empty-queue", "exactly", "these"]);
    assert!(stories.lines().nth(1).unwrap().contains("#/druid-k8s-empty-queue?at="), "{stories}");
}

#[test]
fn the_same_as_json() {
    let (code, out, _) = run(&["recognise", "--json", "-"], LINES.as_bytes());
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 0);
    let line = &json["lines"][2];
    assert_eq!((&line["line"], &line["recognised"]), (&3.into(), &true.into()));
    assert_eq!(line["slots"]["count"], "7");
    assert_eq!(line["templates"][0]["models"][0], "druid-k8s");
    assert!(line["places"].as_array().unwrap().len() > 3);
    assert_eq!(json["lines"][3]["recognised"], false);
    assert_eq!(json["scenarios"][0]["scenario"], "druid-k8s-empty-queue");
    assert_eq!(json["scenarios"][0]["lines"].as_array().unwrap().len(), 4);
}

/// The decision table, line by line: whoever changes a story sees what that does to the others.
#[test]
fn signatures_are_a_decision_table() {
    let (code, out, _) = run(&["scenarios", "--signatures"], b"");
    assert_eq!(code, 0);
    insta::assert_snapshot!(out);
    let (code, out, _) = run(&["scenarios", "--signatures", "--json"], b"");
    let json: Value = serde_json::from_str(&out).unwrap();
    let row = json.as_array().unwrap().iter().find(|row| row["scenario"] == "druid-k8s-report").unwrap();
    assert_eq!((code, row["look_alikes"].as_array().unwrap().len()), (0, 2));
    assert!(row["signature"].as_array().unwrap().len() > 2 && row["error"].is_null());
}

/// A scenario with another signature is checked: the place is told, and what was expected.
#[test]
fn a_signature_is_proved() {
    let text = std::fs::read_to_string("scenarios/druid-k8s-report.json").unwrap();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("signatures");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("druid-k8s-report.json");
    let check = |signature: &[&str], told: &str| {
        let mut json: Value = serde_json::from_str(&text).unwrap();
        json["signature"] = signature.into();
        std::fs::write(&file, json.to_string()).unwrap();
        let (code, out, _) = run(&["check", file.to_str().unwrap()], b"");
        assert!(code == 1 && out.contains(told), "{out}");
    };
    check(
        &["Failed to terminate", "no such line"],
        "$.signature[1]: expected lines that the log of one node has in this order",
    );
    check(
        &["Failed to terminate [LeaderElectorAsyncWrapper] executor."],
        "$.signature: expected a signature that tells this scenario from druid-k8s-empty-queue",
    );
    check(&["without  "], "$.signature[0]: expected a signature, found the entry is empty");
}

#[test]
fn what_is_no_log_is_refused() {
    let refused = |arguments: &[&str], input: &[u8], told: &str| {
        let (code, _, err) = run(arguments, input);
        assert_eq!((code, err.as_str()), (2, format!("error: {told}\n").as_str()));
    };
    refused(
        &["recognise"],
        b"\n \n",
        "standard input: there is no line; expected log lines of Druid or Flink",
    );
    refused(&["recognise"], b"a\n\xff", "standard input: byte 2: not UTF-8 text; expected log lines");
    let long = vec![b'\n'; 5_000];
    refused(
        &["recognise"],
        &[&long[..], b"a\n"].concat(),
        "standard input: line 5001: expected at most 5000 lines",
    );
    refused(&["recognise", "no-such.log"], b"", "no-such.log: there is no such file; expected log lines");
    refused(
        &["recognise"],
        &vec![b'a'; 300_000],
        "standard input: the file has 262145 bytes; expected at most 262144",
    );
}
