//! A report's claims: evidence that is not there is refused with its place, verdicts are proved.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use stepdown::check::Limits;
use stepdown::scenario::{Claim, Printed, Reproduction, find_line, load, parse, prove};

/// The first story with one claim, and what is said about its evidence.
fn with(evidence: &Value) -> String {
    let text = std::fs::read_to_string("scenarios/flink-40114-own-loss.json").unwrap();
    let mut scenario: Value = serde_json::from_str(&text).unwrap();
    let mut claim = json!({ "report": "r", "verdict": "half", "evidence": "e" });
    claim.as_object_mut().unwrap().extend(evidence.as_object().unwrap().clone());
    scenario["claims"] = json!([claim]);
    scenario.to_string()
}

#[test]
fn evidence_that_is_not_there_is_refused_with_its_place() {
    let published = |more: Value| {
        let mut claim = json!({ "property": "published", "expect": "violated" });
        claim.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        claim
    };
    let cases = [
        (json!({ "step": 9 }), "step", "expected 0 to 8"),
        (
            json!({ "log": "no such line" }),
            "log",
            "is in none of the run's 24 log lines; expected a part of one such as `Successfully wrote",
        ),
        (json!({ "log": " " }), "log", "in none of"),
        (json!({ "property": "published" }), "expect", "expected holds or violated"),
        (json!({ "expect": "holds" }), "property", "expected the id of one"),
        (json!({ "fixes": [] }), "fixes", "together with `property`"),
        (json!({ "budgets": { "loss": 0 } }), "budgets", "together with `property`"),
        (json!({ "property": "nope", "expect": "holds" }), "property", "expected one of never-erased"),
        (published(json!({ "expect": "maybe" })), "expect", "expected `holds` or `violated`"),
        (published(json!({ "fixes": ["retry", "nope"] })), "fixes[1]", "has no fix `nope`"),
        (published(json!({ "fixes": ["retry", "retry"] })), "fixes[1]", "listed twice"),
        (published(json!({ "budgets": { "nope": 0 } })), "budgets.nope", "expected one of confirm_fail"),
        (published(json!({ "budgets": { "loss": 9 } })), "budgets.loss", "expected 0 to 3"),
        (
            published(json!({ "budgets": { "loss": 2 } })),
            "budgets.loss",
            "expected 0 to 1, the scenario's own budget",
        ),
        (published(json!({ "limits": 1 })), "limits", "unknown field"),
    ];
    for (evidence, place, expected) in cases {
        let problem = load("f.json", &with(&evidence)).map(|_| ()).unwrap_err().to_string();
        assert!(problem.starts_with(&format!("f.json: $.claims[0].{place}: ")), "{evidence}: {problem}");
        assert!(problem.contains(expected), "{evidence}: {problem}");
    }
}

#[test]
fn a_line_is_found_where_it_is_first_printed() {
    let loaded = load("f.json", &with(&json!({}))).unwrap_or_else(|problem| panic!("{problem}"));
    let found = |text| find_line(&*loaded.player, text, None);
    assert_eq!(found("leaderSessionID='null'"), Some(Printed { step: 8, line: 24 }));
    assert_eq!(found("Granting leadership"), Some(Printed { step: 4, line: 15 }));
    assert_eq!(found("granting leadership"), None);
}

#[test]
fn a_verdict_is_proved_under_its_own_fixes_and_budgets() {
    let proof = |evidence: Value| {
        let loaded = load("f.json", &with(&evidence)).unwrap_or_else(|problem| panic!("{problem}"));
        let mut scenario = (*loaded.scenario).clone();
        scenario.expect.clear();
        prove(&stepdown::scenario::Loaded { scenario: scenario.into(), ..loaded }, Limits::COMMAND)
    };
    let churn = json!({ "property": "published", "budgets": { "confirm_fail": 0 }, "expect": "holds" });
    let proved = proof(churn);
    assert_eq!((proved.expectations, proved.mismatches.len(), proved.proved.len()), (1, 0, 1));
    let wrong = proof(
        json!({ "property": "never-erased", "fixes": ["retry"], "budgets": { "confirm_fail": 0 }, "expect": "holds" }),
    );
    let [mismatch] = &wrong.mismatches[..] else { panic!("{:#?}", wrong.mismatches) };
    assert_eq!(
        (mismatch.path.as_str(), mismatch.expected.as_str(), mismatch.found.as_str()),
        ("$.claims[0].expect", "holds", "violated")
    );
    assert!(
        matches!(&mismatch.reproduction, Reproduction::Check { events: Some(events), .. } if events.len() == 4)
    );
    let command = mismatch.command("f.json");
    for words in ["--fault confirm_fail=0 --fault loss=1", "--fix retry", "--property never-erased"] {
        assert!(command.contains(words), "{command}");
    }
}

#[test]
fn claims_survive_a_round_trip() {
    let text = std::fs::read_to_string("scenarios/flink-40114-own-loss.json").unwrap();
    let claims: Value = serde_json::from_str::<Value>(&text).unwrap()["claims"].clone();
    let read: Vec<Claim> = parse("f.json", &text).unwrap().claims;
    assert_eq!(serde_json::to_value(read).unwrap(), claims, "nothing that is not there is written");
}

#[test]
fn explain_tells_claims_with_computed_verdicts() {
    let run = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stepdown"));
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let output = command.args(arguments.split(' ')).current_dir(root).output().unwrap();
        assert!(output.status.success(), "{arguments}");
        String::from_utf8(output.stdout).unwrap()
    };
    let told: Value = serde_json::from_str(&run("explain flink-40114-own-loss --json")).unwrap();
    let claims = told["claims"].as_array().unwrap();
    let erases = &claims[1];
    assert_eq!((&erases["verdict"], &erases["step"]), (&json!("confirmed"), &json!(8)));
    assert_eq!((&erases["log"]["step"], &erases["log"]["line"]), (&json!(8), &json!(24)));
    assert_eq!(
        (&erases["orders"]["verdict"], &erases["orders"]["exhaustive"]),
        (&json!("violated"), &json!(true))
    );
    assert!(claims.iter().any(|claim| claim["orders"]["budgets"]["confirm_fail"] == 0));
    assert!(claims.iter().any(|claim| claim["orders"].is_null() && claim["log"].is_null()));
    let text = run("explain flink-40114-own-loss");
    for words in [
        "report against code\n  1  confirmed",
        "wrong ",
        "half right ",
        "log line 24       step 8 prints: Successfully wrote leader information",
        "all orders        published  holds; fixes none, confirm_fail=0; 56 states",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}
