//! The command in the real system's settings: `--set`, its notices and errors, and closed forms beside the verdicts.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use serde_json::{Value, json};
use std::process::{Command, Stdio};

/// Exit code, output and error output.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepdown"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn check(more: &[&str]) -> (i32, String, String) {
    let mut arguments = vec!["check", "--model", "druid-consul", "--fault", "invalidate=1"];
    arguments.extend(["--property", "dual-leader-time"]);
    arguments.extend(more);
    run(&arguments)
}

#[test]
fn settings_become_ticks_and_the_closed_form_agrees() {
    let (code, out, err) = check(&["--set", "druid.discovery.consul.leader.leaderSessionTtl=PT45S"]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    for words in ["poll=6", "renew=2", "ttl=27", "lock_delay=3", "rpc_hang=45", "tick_us=1666667"] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let form =
        "  by arithmetic 3 ticks, 5 s: max(0, healthCheckInterval - lock-delay); what was found agrees";
    assert!(out.contains(form), "{out}");
}

#[test]
fn as_data_the_closed_form_is_part_of_the_verdict_and_notices_stay_out() {
    let (code, out, err) = check(&["--set", "leader.sessionTtl=PT46S", "--json"]);
    assert_eq!(code, 1);
    assert_eq!(
        err,
        "note: There is no key `leader.sessionTtl`; Druid calls it druid.discovery.consul.leader.leaderSessionTtl\n\
         note: leaderSessionTtl PT46S is rounded up to 28 ticks, PT46.667S\n"
    );
    let told: Value = serde_json::from_str(&out).unwrap();
    let verdict = &told["verdicts"][0];
    assert_eq!((&verdict["parameters"]["ttl"], &verdict["max"]["ticks"]), (&json!(28), &json!(3)));
    let form = &verdict["closed_form"];
    assert_eq!(
        (&form["agrees"], &form["least"]["ticks"], &form["most"]["ticks"]),
        (&json!(true), &json!(3), &json!(3))
    );
    assert!((form["most"]["seconds"].as_f64().unwrap() - 5.0).abs() < 1e-3, "{form}");
}

#[test]
fn what_the_real_system_refuses_is_refused_with_its_rule() {
    let refusals: [(&[&str], &str); 5] = [
        (
            &["--set", "leaderSessionTtl=PT9S"],
            "--set: druid.discovery.consul.leader.leaderSessionTtl: leaderSessionTtl [PT9S] must be at least 10 seconds",
        ),
        (
            &["--set", "nope=PT9S"],
            "--set: nope: there is no such key; expected one of druid.discovery.consul.",
        ),
        (&["--set", "nope"], "--set: found `nope`; expected KEY=VALUE"),
        (&["--set", "lock-delay=5"], "--set: lock-delay: `5` is no duration; expected one as in PT45S"),
        (&["--set", "lock-delay=PT5S", "--param", "ttl=9"], "--param: `ttl` is 9, and 27 follows from --set"),
    ];
    for (more, message) in refusals {
        let (code, out, err) = check(more);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(message), "{message}: {err}");
    }
    let (code, _, err) = run(&["check", "--model", "flink-election", "--set", "a=b"]);
    assert_eq!(code, 2);
    assert!(err.contains("--set: flink-election has no settings in real units"), "{err}");
}

/// What a flag would change must not pass for checked.
#[test]
fn flags_of_a_model_are_refused_with_scenarios() {
    for flag in [
        "--set leaderSessionTtl=PT30S",
        "--fault cut=1",
        "--param poll=3",
        "--fix kick",
        "--property single-leader",
    ] {
        let (name, value) = flag.split_once(' ').unwrap();
        let (code, _, told) = run(&["check", "druid-consul-h1", name, value]);
        assert_eq!(code, 2, "{flag}");
        assert!(told.contains(name) && told.contains("goes with --model"), "{told}");
    }
}
