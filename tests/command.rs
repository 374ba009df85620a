//! The built command: what it prints, where it points, how it ends.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The scenario that the bad ones are made from.
const GOOD: &str = "flink-40114-own-loss";

struct Ended {
    code: i32,
    out: String,
    err: String,
}

/// Runs the command in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepdown"));
    let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ended { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn run(arguments: &[&str]) -> Ended {
    run_in(root(), arguments)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An empty folder of a test's own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn good() -> Value {
    let text = fs::read_to_string(root().join(format!("scenarios/{GOOD}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Writes the good scenario with one thing changed, under its own name.
fn changed(test: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
    let mut scenario = good();
    change(&mut scenario);
    let path = folder(test).join(format!("{GOOD}.json"));
    fs::write(&path, serde_json::to_vec_pretty(&scenario).unwrap()).unwrap();
    path
}

/// Checks a file and expects bad input: the file, the place and every word told, on both outputs.
#[track_caller]
fn bad(path: &Path, place: &str, words: &[&str]) {
    let path = path.to_str().unwrap();
    let ended = run(&["check", path]);
    assert_eq!(ended.code, 2, "{}{}", ended.out, ended.err);
    let told = if place == "file" { format!("error: {path}: ") } else { format!("error: {path}: {place}: ") };
    assert!(ended.err.starts_with(&told), "expected {told}, found {}", ended.err);
    for word in words {
        assert!(ended.err.contains(word), "expected {word}, found {}", ended.err);
    }
    let ended = run(&["check", "--json", path]);
    let json: Value = serde_json::from_str(&ended.out).unwrap();
    let error = &json["error"];
    assert_eq!((ended.code, &error["file"], &error["place"]), (2, &json!(path), &json!(place)));
    assert!(ended.err.contains(error["message"].as_str().unwrap()));
}

#[test]
fn a_good_scenario_is_ok() {
    for arguments in [&["check", GOOD][..], &["check", &format!("scenarios/{GOOD}.json")]] {
        let ended = run(arguments);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{}", ended.out);
        assert!(ended.out.starts_with(&format!("ok   scenarios/{GOOD}.json  ")), "{}", ended.out);
        assert!(ended.out.ends_with(", all met\n"), "{}", ended.out);
    }
    let json: Value = serde_json::from_str(&run(&["check", "--json", GOOD]).out).unwrap();
    let file = &json["files"][0];
    assert_eq!((&file["ok"], &file["mismatches"]), (&json!(true), &json!([])));
    assert!(file["expectations"].as_u64().unwrap() > 0 && json.get("error").is_none());
}

#[test]
fn all_scenarios_are_ok_here_and_anywhere() {
    let is_json =
        |entry: &fs::DirEntry| entry.path().extension().is_some_and(|extension| extension == "json");
    let there = fs::read_dir(root().join("scenarios")).unwrap().map(Result::unwrap).filter(is_json).count();
    for (folder, hint) in [(root(), ""), (&folder("anywhere"), "; touch src/bin/stepdown/shipped.rs")] {
        let ended = run_in(folder, &["check"]);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{}{hint}", ended.out);
        // A new file is not yet within a command that was built before.
        assert_eq!(ended.out.matches("ok   ").count(), there, "{}{hint}", ended.out);
    }
}

#[test]
fn a_falsified_expectation_is_named() {
    let path = changed("falsified", |scenario| {
        scenario["expect"] = json!([{ "fixes": ["retry"], "outcome": { "published": "lost" } }]);
        scenario["claims"] = json!([]);
        scenario["signature"] = json!([]);
    });
    let path = path.to_str().unwrap();
    let ended = run(&["check", path]);
    assert_eq!(ended.code, 1, "{}{}", ended.out, ended.err);
    assert!(ended.out.contains(&format!("FAIL {path}  1 expectation\n")), "{}", ended.out);
    assert!(ended.out.contains("$.expect[0].outcome.published: expected lost, found holds"), "{}", ended.out);
    assert!(ended.out.contains(&format!("replay: stepdown trace {path} --fix retry ")), "{}", ended.out);
    let json: Value = serde_json::from_str(&run(&["check", "--json", path]).out).unwrap();
    let expected = json!({
        "path": "$.expect[0].outcome.published", "fixes": ["retry"], "expected": "lost", "found": "holds",
    });
    assert_eq!(json["files"][0]["mismatches"], json!([expected]));
}

#[test]
fn text_that_is_no_scenario() {
    let folder = folder("text");
    let deep = format!("{{\"parameters\": {{\"x\": {}", "[".repeat(100_000));
    let cases: [(&str, &[u8], &str, &[&str]); 6] = [
        ("not-json.json", b"{\n  \"id\": nope\n}", "line 2, column 10", &["not JSON", "expected"]),
        ("cut-off.json", b"{\"format\": 1,", "line 1, column 13", &["not JSON", "expected a scenario file"]),
        ("number.json", b"7", "$", &["invalid type: integer", "expected an object with a scenario"]),
        ("empty.json", b"", "file", &["empty", "expected a scenario file"]),
        ("binary.json", b"\x7fELF\xff\xfe\0", "byte 4", &["not UTF-8", "expected a scenario file"]),
        ("deep.json", deep.as_bytes(), "$.parameters.x[0]", &["sequence", "expected a string"]),
    ];
    for (name, bytes, place, words) in cases {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        if name == "deep.json" {
            let ended = run(&["check", path.to_str().unwrap()]);
            assert!(ended.code == 2 && ended.err.contains(place), "{}", ended.err);
            assert!(words.iter().all(|word| ended.err.contains(word)), "{}", ended.err);
        } else {
            bad(&path, place, words);
        }
    }
}

#[test]
fn a_large_file_is_refused_by_its_size() {
    let path = folder("large").join("large.json");
    fs::File::create(&path).unwrap().set_len(50_000_000).unwrap();
    bad(&path, "file", &["50000000 bytes", "expected at most 1048576"]);
}

#[test]
fn what_the_format_does_not_have() {
    let path = changed("unknown-field", |scenario| scenario["tittle"] = json!("T"));
    bad(&path, "$.tittle", &["unknown field `tittle`", "expected one of"]);
    let path = changed("format", |scenario| scenario["format"] = json!(2));
    bad(&path, "$.format", &["format 2", "expected 1"]);
    let path = changed("wrong-type", |scenario| scenario["schedule"] = json!([7]));
    bad(&path, "$.schedule[0]", &["integer `7`", "expected a string"]);
    let path = changed("notation", |scenario| scenario["schedule"][0] = json!("JM1!"));
    bad(&path, "$.schedule[0]", &["'J'", "is written with"]);
    let path = changed("no-expectation", |scenario| scenario["expect"] = json!([]));
    bad(&path, "$.expect", &["nothing is expected", "expected at least one"]);
}

/// In a folder of scenarios a file is found by its id; a file of one's own may be called anything.
#[test]
fn the_name_of_a_file_is_its_id_where_it_is_found_by_that() {
    let path = changed("other-name", |scenario| scenario["id"] = json!("another"));
    let folder = path.parent().unwrap().to_str().unwrap().to_owned();
    let ended = run(&["check", &folder]);
    assert!(ended.code == 2 && ended.err.contains("expected `another.json`"), "{}", ended.err);
    assert_eq!(run(&["check", path.to_str().unwrap()]).code, 0);
}

#[test]
fn what_the_model_does_not_have() {
    let path = changed("model", |scenario| scenario["model"] = json!("nope"));
    bad(&path, "$.model", &["`nope`", "expected one of flink-election"]);
    let path = changed("fix", |scenario| scenario["fixes"] = json!(["nope"]));
    bad(&path, "$.fixes[0]", &["no fix `nope`", "expected one of", "retry"]);
    let path = changed("expected-fix", |scenario| scenario["expect"][0]["fixes"] = json!(["nope"]));
    bad(&path, "$.expect[0].fixes[0]", &["no fix `nope`", "expected one of", "retry"]);
    let path = changed("parameter", |scenario| scenario["parameters"]["nope"] = json!(1));
    bad(&path, "$.parameters.nope", &["no parameter `nope`", "expected one of jobmanagers"]);
    let path = changed("range", |scenario| scenario["parameters"]["jobmanagers"] = json!(9));
    bad(&path, "$.parameters.jobmanagers", &["is 9", "expected 1 to 2"]);
    let path = changed("budget", |scenario| scenario["budgets"] = json!({ "loss": 99 }));
    bad(&path, "$.budgets.loss", &["is 99", "expected 0 to 3"]);
    let path = changed("event", |scenario| scenario["schedule"][1] = json!("jm1.executor.jump"));
    bad(&path, "$.schedule[1]", &["`jm1.executor.jump`", "expected", "jm1.executor.run"]);
    let path = changed("property", |scenario| {
        scenario["expect"] = json!([{ "fixes": [], "outcome": { "nope": "holds" } }]);
    });
    bad(&path, "$.expect[0].outcome.nope", &["no property `nope`", "expected one of never-erased"]);
}

#[test]
fn a_refused_step_is_told_with_its_guard() {
    let path = changed("refused", |scenario| {
        scenario["schedule"] = json!(["jm1.executor.run"]);
        scenario["narration"]["steps"] = json!([]);
        for key in ["notes", "claims"] {
            scenario.as_object_mut().unwrap().remove(key);
        }
    });
    bad(
        &path,
        "$.schedule[0]",
        &["`jm1.executor.run` is refused here: ", "expected an event that is enabled"],
    );
}

#[test]
fn files_that_are_not_there() {
    let empty = folder("no-files");
    bad(&empty, "file", &["no .json file", "expected scenario files"]);
    bad(&empty.join("none.json"), "file", &["there is no such file"]);
    let ended = run(&["check", "flink-40114-own-los"]);
    assert_eq!(ended.code, 2);
    assert!(
        ended.err.contains("flink-40114-own-los") && ended.err.contains(&format!("such as {GOOD}")),
        "{}",
        ended.err
    );
    // One bad file does not hide what is wrong with another.
    let ended = run(&["check", "nope.json", GOOD, "neither.json"]);
    assert_eq!((ended.code, ended.err.lines().count()), (2, 2), "{}", ended.err);
    assert!(ended.out.contains("ok   "), "{}", ended.out);
}

#[test]
fn trace_as_json() {
    let ended = run(&["trace", GOOD, "--json"]);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&ended.out).unwrap();
    let scenario = good();
    assert_eq!((&json["scenario"], &json["model"]), (&json!(GOOD), &json!("flink-election")));
    assert_eq!((&json["model_version"], &json["divergence"]), (&json!(1), &Value::Null));
    let schedule = scenario["schedule"].as_array().unwrap();
    let steps = json["steps"].as_array().unwrap();
    assert_eq!(steps.len(), schedule.len());
    for (index, (step, event)) in steps.iter().zip(schedule).enumerate() {
        assert_eq!(
            (&step["step"], &step["event"], &step["refused"]),
            (&json!(index + 1), event, &Value::Null)
        );
        let actor = step["actor"].as_str().unwrap();
        assert!(event.as_str().unwrap().starts_with(actor), "{actor} of {event}");
        assert!(!step["text"].as_str().unwrap().is_empty() && step["log"].is_array());
        assert!(step["class"].is_string() && step["store"].is_object() && step["keys"].is_object());
    }
    let last = steps.last().unwrap();
    assert_eq!(
        (&last["keys"]["restserver"], &last["store"]["restserver"]),
        (&json!("missing"), &Value::Null)
    );
    let erased = &json["properties"]["never-erased"];
    assert_eq!(erased, &json!({ "kind": "never_step", "status": "broken", "at": schedule.len() }));
    assert_eq!(json["properties"]["published"]["status"], "goal_lost");
    let settled = &json["settled"];
    assert_eq!((&settled["at_rest"], &settled["outcome"]["published"]), (&json!(true), &json!("lost")));
    assert_eq!(settled["added"], settled["events"].as_array().unwrap().len());
}

#[test]
fn trace_under_other_fixes() {
    let json: Value = serde_json::from_str(&run(&["trace", GOOD, "--fix", "retry", "--json"]).out).unwrap();
    assert_eq!(json["fixes"], json!(["retry"]));
    assert!(json["divergence"]["step"].as_u64().unwrap() > 0);
    assert_eq!(json["settled"]["outcome"]["published"], "holds");
    let ended = run(&["trace", GOOD, "--fix", "nope"]);
    assert_eq!((ended.code, ended.out.as_str()), (2, ""));
    assert!(ended.err.contains("no fix `nope`") && ended.err.contains("reconcile"), "{}", ended.err);
    assert_eq!(run(&["trace", GOOD, "--fix", "none"]).code, 0);
}

#[test]
fn trace_as_text_and_as_log() {
    let text = run(&["trace", GOOD]).out;
    for event in good()["schedule"].as_array().unwrap() {
        assert!(text.contains(event.as_str().unwrap()), "{text}");
    }
    assert!(text.contains("store after step") && text.contains("published                 lost"), "{text}");
    let log = run(&["trace", GOOD, "--log"]).out;
    assert!(
        log.contains(" DEBUG org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService [] - "),
        "{log}"
    );
    assert!(log.lines().all(|line| line.starts_with("2026-07-15 09:")), "{log}");
}

/// A log of one node is a file as the node writes it, without the node's name before each line.
#[test]
fn trace_the_log_of_one_node() {
    let all = run(&["trace", "druid-consul-h1", "--log"]).out;
    let mut lines = 0;
    for node in ["a", "b"] {
        let ended = run(&["trace", "druid-consul-h1", "--log", "--node", node]);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""));
        let own: Vec<_> = all.lines().filter_map(|line| line.strip_prefix(&format!("{node} | "))).collect();
        assert_eq!(ended.out.lines().collect::<Vec<_>>(), own);
        assert!(own.len() > 3 && own.iter().all(|line| line.starts_with("2026-07-15T09:")), "{own:#?}");
        assert_eq!(run(&["trace", "druid-consul-h1", "--node", node]).out, ended.out);
        lines += own.len();
    }
    assert_eq!(all.lines().count(), lines);
    let ended = run(&["trace", "druid-consul-h1", "--node", "c"]);
    assert_eq!((ended.code, ended.out.as_str()), (2, ""));
    assert_eq!(ended.err, "error: command line: --node: no node `c` has a log; expected one of a, b\n");
    assert_eq!(run(&["trace", "druid-consul-h1", "--node", "a", "--json"]).code, 2);
}

#[test]
fn lists_of_what_there_is() {
    let models = run(&["models"]).out;
    assert!(models.contains("flink-election 1") && models.contains("leaves out"), "{models}");
    let json: Value = serde_json::from_str(&run(&["models", "--json"]).out).unwrap();
    assert!(json[0]["properties"].as_array().unwrap().iter().any(|property| property["id"] == "published"));
    let scenarios = run(&["scenarios"]).out;
    assert!(scenarios.contains(GOOD), "{scenarios}");
    let json: Value = serde_json::from_str(&run(&["scenarios", "--json"]).out).unwrap();
    assert!(
        json.as_array()
            .unwrap()
            .iter()
            .any(|scenario| scenario["id"] == GOOD && scenario["system"] == "flink")
    );
    assert_eq!(run(&["schema"]).out, stepdown::scenario::schema());
    assert_eq!(run(&["unheard-of"]).code, 2);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepdown"));
    command.args(["trace", GOOD, "--json"]).current_dir(root()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
