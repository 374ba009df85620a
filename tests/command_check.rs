//! The command on all orders: `check --model`, `matrix`, `explain`, and verdicts of files.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

struct Ended {
    code: i32,
    out: String,
    err: String,
}

fn run(arguments: &str) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepdown"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = command.args(arguments.split(' ')).current_dir(root).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ended { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn json(arguments: &str) -> (i32, Value) {
    let ended = run(arguments);
    assert_eq!(ended.err, "", "{}", ended.out);
    (ended.code, serde_json::from_str(&ended.out).unwrap())
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

const MATRIX: &str = "--model flink-election --param init=leading \
                      --param components=restserver+resourcemanager+dispatcher --fault confirm_fail=1 --fault loss=1";

#[test]
fn a_model_is_checked_with_its_limits_told() {
    let (code, told) = json(&format!("check {MATRIX} --json"));
    assert_eq!((code, keys(&told).contains(&"verdicts")), (1, true));
    let verdicts = told["verdicts"].as_array().unwrap();
    assert_eq!(verdicts.len(), 8);
    let expected = [
        "budgets",
        "counterexample",
        "depth",
        "exhaustive",
        "fixes",
        "kind",
        "parameters",
        "property",
        "states",
        "verdict",
    ];
    for verdict in verdicts {
        let mut found = keys(verdict);
        found.sort_unstable();
        assert_eq!(found, expected);
        assert_eq!((&verdict["states"], &verdict["exhaustive"]), (&json!(317), &json!(true)));
        assert_eq!(verdict["budgets"], json!({ "confirm_fail": 1, "loss": 1, "crash": 0 }));
        assert_eq!(verdict["parameters"]["jobmanagers"], json!(1));
    }
    let length = |property: &str| {
        let verdict = verdicts.iter().find(|verdict| verdict["property"] == property).unwrap();
        verdict["counterexample"].as_array().map(Vec::len)
    };
    assert_eq!(["never-erased", "published", "not-missing"].map(length), [Some(4), Some(5), Some(7)]);
    assert_eq!(length("no-dead-address"), None);
    let text = run(&format!("check {MATRIX}"));
    for words in
        ["317 states, depth", "exhaustive", "violated in 4 steps", "leaves out", "loss=1", "init=leading"]
    {
        assert!(text.out.contains(words), "{words}: {}", text.out);
    }
}

#[test]
fn exit_codes_tell_holds_violated_and_limit_apart() {
    let good =
        "check --model flink-election --fix ignore_pending_confirm --fix ignore_pending_grant --fix retry";
    assert_eq!((run(good).code, run("check --model flink-election").code), (0, 1));
    let limited = run("check --model flink-election --limit 50 --property no-double-grant");
    assert_eq!(limited.code, 3, "{}", limited.out);
    assert!(limited.out.contains("stopped at the limit of 50 states"), "{}", limited.out);
    assert!(limited.out.contains("no-double-grant  no answer within the limit"), "{}", limited.out);
    let (code, told) = json("check --model flink-election --limit 50 --property no-double-grant --json");
    let verdict = &told["verdicts"][0];
    assert_eq!((code, &verdict["verdict"], &verdict["exhaustive"]), (3, &json!("limit"), &json!(false)));
    assert_eq!(run("matrix flink-40114-own-loss --limit 50").code, 3);
    assert_eq!(run("check flink-40114-own-loss --limit 50").code, 3);
}

#[test]
fn bad_flags_are_named_with_what_was_expected() {
    let cases = [
        ("check --model flink", "--model", "expected one of flink-election"),
        ("check --model flink-election --param init=x", "--param", "leading"),
        ("check --model flink-election --param colour=red", "--param", "expected one of jobmanagers"),
        ("check --model flink-election --param init", "--param", "expected ID=VALUE"),
        ("check --model flink-election --fault loss=many", "--fault", "expected a whole number"),
        ("check --model flink-election --fault loss=99", "--fault", "expected 0 to 3"),
        ("check --model flink-election --fault loss=1 --fault loss=2", "--fault", "given twice"),
        ("check --model flink-election --fix nope", "--fix", "expected one of ignore_pending_confirm"),
        ("check --model flink-election --property nope", "--property", "expected one of never-erased"),
        ("matrix --model flink-election --fixes retry,nope", "--fixes", "expected some of"),
        ("matrix --model flink-election --fixes retry,retry", "--fixes", "listed twice"),
        ("matrix flink-40114-own-loss --property nope", "--property", "expected one of never-erased"),
    ];
    for (arguments, flag, expected) in cases {
        let ended = run(arguments);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments}: {}", ended.err);
        assert!(
            ended.err.starts_with(&format!("error: command line: {flag}: ")),
            "{arguments}: {}",
            ended.err
        );
        assert!(ended.err.contains(expected), "{arguments}: {}", ended.err);
    }
    for arguments in
        ["check --fix retry", "matrix", "check x.json --model flink-election", "check --model m --limit 0"]
    {
        assert_eq!(run(arguments).code, 2, "{arguments}");
    }
}

#[test]
fn the_matrix_finds_the_three_minimal_sets() {
    let fixes = "ignore_pending_confirm,ignore_pending_grant,retry,escalate,on_executor,keep_own,reconcile";
    let asked = "--property never-erased --property published";
    let (code, told) = json(&format!("matrix {MATRIX} --fixes {fixes} {asked} --json"));
    assert_eq!(code, 0);
    let cells = told["cells"].as_array().unwrap();
    assert_eq!(
        (cells.len(), &cells[0]["fixes"], keys(&cells[0])),
        (128, &json!([]), vec!["fixes", "verdicts"])
    );
    assert_eq!(cells[0]["verdicts"][0]["states"], 317);
    let with = |third: &str| json!(["ignore_pending_confirm", "ignore_pending_grant", third]);
    assert_eq!(told["minimal"]["all"], json!([with("retry"), with("escalate"), with("reconcile")]));
    assert_eq!(told["minimal"]["published"], json!([["retry"], ["escalate"], ["reconcile"]]));
    assert_eq!((&told["inert"], &told["moves"]), (&json!([]), &json!(["on_executor", "keep_own"])));
}

#[test]
fn a_scenarios_matrix_has_its_own_fixes_and_properties() {
    let (code, told) = json("matrix flink-40114-own-loss --json");
    assert_eq!((code, told["cells"].as_array().unwrap().len()), (0, 64));
    assert_eq!(told["properties"], json!(["never-erased", "published", "not-missing", "no-dead-address"]));
    let text = run("matrix flink-40114-own-loss");
    for words in ["minimal sufficient sets", "fixes without effect", "fixes that only move it", "none  "] {
        assert!(text.out.contains(words), "{words}: {}", text.out);
    }
}

#[test]
fn a_run_is_explained() {
    let (code, told) = json("explain flink-40114-own-loss --json");
    assert_eq!(code, 0);
    let of = |list: &str, property: &str| {
        told[list].as_array().unwrap().iter().find(|entry| entry["property"] == property).cloned().unwrap()
    };
    let fail = json!({ "property": "published", "step": 5, "event": "jm1.executor.run_fail" });
    assert_eq!(of("point_of_no_return", "published"), fail);
    assert_eq!(of("last_escape", "published")["step"], 4);
    assert_eq!(of("point_of_no_return", "not-missing")["step"], 8);
    assert_eq!(of("race_pair", "published")["decided_by"], "fault");
    let (_, told) = json("explain flink-40114-grant-pending-heals --json");
    let step = |step: u32, event: &str| json!({ "step": step, "event": event });
    let expected = json!([{
        "property": "never-erased",
        "first": step(3, "jm1.executor.run"),
        "second": step(4, "jm1.watch.handle"),
        "fork": step(1, "jm1.elector.renew"),
        "others": [[2, 4]],
    }]);
    assert_eq!((&told["race_pair"], &told["point_of_no_return"]), (&expected, &json!([])));
    let text = run("explain flink-40114-own-loss");
    assert!(text.out.contains("no way back since   step 5  jm1.executor.run_fail"), "{}", text.out);
    assert!(text.out.contains("decided by          the fault in step 5"), "{}", text.out);
    let healed = run(
        "explain flink-40114-own-loss --fix ignore_pending_confirm --fix ignore_pending_grant --fix retry",
    );
    assert!(healed.out.contains("the run breaks and loses nothing"), "{}", healed.out);
    assert_eq!(run("explain nope").code, 2);
}

#[test]
fn a_falsified_verdict_is_named_with_its_counterexample() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command_check");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("flink-40114-own-loss.json");
    let text = fs::read_to_string("scenarios/flink-40114-own-loss.json").unwrap();
    let mut scenario: Value = serde_json::from_str(&text).unwrap();
    scenario["expect"] =
        json!([{ "fixes": ["retry"], "verdicts": { "never-erased": "holds", "published": "holds" } }]);
    scenario["claims"] = json!([]);
    fs::write(&path, scenario.to_string()).unwrap();
    let path = path.to_str().unwrap();
    let ended = run(&format!("check {path}"));
    assert_eq!(ended.code, 1, "{}{}", ended.out, ended.err);
    for words in [
        "$.expect[0].verdicts.never-erased: expected holds, found violated",
        "stepdown check --model flink-election --param ",
        "--fix retry --property never-erased",
        "run=jm1.elector.renew~jm1.elector.lose_keep~jm1.executor.run~jm1.watch.handle",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    let (_, told) = json(&format!("check {path} --json"));
    let file = &told["files"][0];
    assert_eq!((&file["ok"], file["verdicts"].as_array().unwrap().len()), (&json!(false), 2));
    scenario["expect"][0]["verdicts"] = json!({ "nope": "holds" });
    fs::write(path, scenario.to_string()).unwrap();
    let ended = run(&format!("check {path}"));
    assert!(ended.code == 2 && ended.err.contains("$.expect[0].verdicts.nope"), "{}", ended.err);
}
