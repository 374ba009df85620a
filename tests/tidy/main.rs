//! What reviewers should not have to look for: direction of dependencies, lengths, leftovers, generated files.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod scan;

use scan::{functions, has_extension, has_word, item_length, root, sources, walk};
use std::fs;

/// The longest file, in lines.
const FILE_LINES: usize = 400;

/// The longest function, in lines.
const FUNCTION_LINES: usize = 80;

/// The modules at the top, each with those it may use. Models have a rule of their own for `trace`.
const MAY_USE: &[(&str, &[&str])] = &[
    ("machine", &[]),
    ("part", &["machine"]),
    ("check", &["machine"]),
    ("trace", &["machine", "check"]),
    ("conformance", &["machine"]),
    ("model", &["machine", "part", "check", "trace", "conformance"]),
    ("scenario", &["machine", "part", "check", "trace", "model"]),
    ("diagnosis", &["machine", "part", "check", "trace", "model", "scenario"]),
    ("share", &["machine", "part", "check", "trace", "model", "scenario"]),
    ("timeline", &["machine", "check", "trace", "model", "scenario"]),
    ("export", &["machine", "part", "check", "trace", "model", "scenario", "timeline", "share"]),
    ("protocol", &["machine", "part", "check", "trace", "model", "scenario", "diagnosis", "share", "export"]),
    (
        "web",
        &[
            "machine",
            "part",
            "check",
            "trace",
            "model",
            "scenario",
            "diagnosis",
            "share",
            "export",
            "protocol",
        ],
    ),
    (
        "ui",
        &[
            "machine",
            "part",
            "check",
            "trace",
            "model",
            "scenario",
            "diagnosis",
            "share",
            "timeline",
            "export",
            "protocol",
            "web",
        ],
    ),
    (
        "desk",
        &[
            "machine",
            "part",
            "check",
            "trace",
            "model",
            "scenario",
            "diagnosis",
            "timeline",
            "share",
            "export",
            "protocol",
            "web",
            "ui",
        ],
    ),
];

/// Files of the model folder that turn a model into a run; all others know no run.
const KNOW_RUNS: &[&str] = &["src/model/mod.rs", "src/model/adapter.rs"];

#[test]
fn dependencies_point_one_way() {
    let mut wrong = Vec::new();
    for file in sources(&["src"]) {
        // Below `bin`, `crate` is another crate; the library's root names every module.
        if file.path.starts_with("src/bin/") || file.path == "src/lib.rs" {
            continue;
        }
        let module = file.module();
        let Some((_, may_use)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{}: the module `{module}` is not in the table of tests/tidy.rs", file.path));
            continue;
        };
        for (line, used) in file.uses() {
            let runs = module != "model" || used != "trace" || KNOW_RUNS.contains(&file.path.as_str());
            if used != module && !(may_use.contains(&used.as_str()) && runs) {
                wrong.push(format!("{}:{line}: `{module}` may not use `{used}`", file.path));
            }
        }
    }
    none(&wrong, "dependencies against the direction of ARCHITECTURE.md");
}

#[test]
fn files_are_short() {
    let files = sources(&["src", "tests", "xtask/src", "benches", "fuzz/fuzz_targets"]);
    let long = files.iter().filter(|file| file.text.lines().count() > FILE_LINES);
    let wrong: Vec<_> =
        long.map(|file| format!("{}: {} lines", file.path, file.text.lines().count())).collect();
    none(&wrong, &format!("files of more than {FILE_LINES} lines"));
}

#[test]
fn functions_are_short() {
    let mut wrong = Vec::new();
    for file in sources(&["src", "tests", "xtask/src"]) {
        for (line, name, lines) in functions(&file.code) {
            if lines > FUNCTION_LINES {
                wrong.push(format!("{}:{line}: {name} has {lines} lines", file.path));
            }
        }
    }
    none(&wrong, &format!("functions of more than {FUNCTION_LINES} lines"));
}

/// A `usize` passed around is fine; a field of a state is stored, hashed and counted.
#[test]
fn states_have_a_fixed_width() {
    let mut wrong = Vec::new();
    for file in sources(&["src/model"]).iter().filter(|file| file.path.ends_with("state.rs")) {
        for item in ["struct ", "enum ", "union "] {
            for (at, _) in file.code.match_indices(item) {
                let fields = &file.code[at..at + item_length(&file.code[at..])].replace("as usize", "");
                if has_word(fields, "usize") {
                    let line = file.code[..at].matches('\n').count() + 1;
                    wrong.push(format!(
                        "{}:{line}: {}",
                        file.path,
                        fields.lines().next().unwrap_or_default()
                    ));
                }
            }
        }
    }
    none(&wrong, "`usize` in states, whose width differs between the page and the command");
}

#[test]
fn nothing_is_left_over() {
    // Put together here, so that this file is not one of its own finds.
    let markers = [
        ["TO", "DO"].concat(),
        ["FIX", "ME"].concat(),
        ["XX", "X"].concat(),
        ["HA", "CK"].concat(),
        ["to", "do!"].concat(),
        ["db", "g!"].concat(),
        ["unimple", "mented!"].concat(),
    ];
    let mut wrong = Vec::new();
    for path in walk(&[
        "src",
        "tests",
        "xtask/src",
        "benches",
        "fuzz/fuzz_targets",
        "static",
        "scenarios",
        "index.html",
    ]) {
        let text = fs::read_to_string(root().join(&path)).unwrap_or_default();
        for (index, line) in text.lines().enumerate() {
            for marker in markers.iter().filter(|marker| has_word(line, marker)) {
                wrong.push(format!("{path}:{}: {marker}", index + 1));
            }
        }
    }
    none(&wrong, "leftover markers");
}

#[test]
fn styles_are_in_the_stylesheet() {
    let attribute = ["style", "="].concat();
    let mut wrong = Vec::new();
    for file in sources(&["src/ui", "src/desk"]) {
        for (index, line) in file.text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if has_word(code, &attribute) {
                wrong.push(format!("{}:{}: {}", file.path, index + 1, line.trim()));
            }
        }
    }
    none(&wrong, "style attributes, which the page's content security policy blocks");
}

#[test]
fn no_map_has_a_random_order() {
    let files = sources(&["src"]).into_iter();
    let wrong: Vec<_> = files.flat_map(|file| file.lines_with(&["HashMap", "HashSet"])).collect();
    none(&wrong, "maps of std, whose order differs between runs");
}

#[test]
fn scenarios_are_named_by_their_id_and_valid_by_the_schema() {
    let schema = serde_json::from_str(&stepdown::scenario::schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut wrong = Vec::new();
    for path in walk(&["scenarios"]).iter().filter(|path| has_extension(path, "json")) {
        let text = fs::read_to_string(root().join(path)).unwrap();
        let json: serde_json::Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        let id = json["id"].as_str().unwrap_or_default();
        if *path != format!("scenarios/{id}.json") {
            wrong.push(format!("{path}: $.id is `{id}`"));
        }
        for error in validator.iter_errors(&json) {
            wrong.push(format!("{path}: {}: {error}", error.instance_path()));
        }
    }
    none(&wrong, "scenario files that are not as the schema says");
}

#[test]
fn the_schema_is_up_to_date() {
    let shipped = fs::read_to_string(root().join("static/scenario.schema.json")).unwrap_or_default();
    let hint = "cargo run --bin stepdown -- schema > static/scenario.schema.json";
    assert!(shipped == stepdown::scenario::schema(), "static/scenario.schema.json is old; run `{hint}`");
}

fn none(wrong: &[String], what: &str) {
    assert!(wrong.is_empty(), "{what}:\n  {}\n", wrong.join("\n  "));
}

#[test]
fn the_list_of_scenarios_and_the_index_of_their_logs_are_up_to_date() {
    for (file, flag) in [("static/scenarios.json", "--json"), ("static/logs.json", "--logs")] {
        let shipped = fs::read_to_string(root().join(file)).unwrap_or_default();
        let command = std::process::Command::new(env!("CARGO_BIN_EXE_stepdown"))
            .args(["scenarios", flag])
            .current_dir(root())
            .output()
            .unwrap();
        let hint = format!("cargo run --bin stepdown -- scenarios {flag} > {file}");
        assert!(shipped == String::from_utf8(command.stdout).unwrap(), "{file} is old; run `{hint}`");
    }
}
