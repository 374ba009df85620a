//! Records of the real classes against the models: each is a run of its model, and models that are broken on purpose are
//! told from the right ones. What the Consul selector's records notice is tested beside that model.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod druid_k8s;
mod flink;
mod lines;
mod mutant;
mod scenarios;
mod threads;
mod whole;

use std::fs;
use std::path::{Path, PathBuf};
use stepdown::conformance::Record;
use stepdown::model;

/// A path in the project.
fn path(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// Every record, by the name of its file.
fn records() -> Vec<Record> {
    let mut all = Vec::new();
    for folder in ["flink", "druid", "consul"] {
        let mut files: Vec<_> =
            fs::read_dir(path("tests/conformance").join(folder)).unwrap().collect::<Result<_, _>>().unwrap();
        files.sort_by_key(fs::DirEntry::file_name);
        for file in files {
            let name = file.path();
            if name.extension().is_none_or(|extension| extension != "jsonl") {
                continue;
            }
            let text = fs::read_to_string(&name).unwrap();
            let read = Record::read(&text).unwrap_or_else(|error| panic!("{}: {error}", name.display()));
            assert_eq!(read.len(), 1, "{}: one record a file", name.display());
            let stem = name.file_stem().unwrap().to_str().unwrap();
            assert_eq!(read[0].head.record, format!("{folder}/{stem}"), "{}", name.display());
            all.extend(read);
        }
    }
    all
}

/// The records of a model.
fn records_of(model: &str) -> Vec<Record> {
    records().into_iter().filter(|record| record.head.model == model).collect()
}

#[test]
fn every_record_is_a_run_of_its_model() {
    let all = records();
    let mut wrong = Vec::new();
    for record in &all {
        match model::replay(record).unwrap_or_else(|error| panic!("{}: {error}", record.head.record)) {
            Ok(found) if record.head.harness == "flink-service" => {
                // Every step of this harness is seen, so there is but one such run.
                assert_eq!(found.schedule, record.head.schedule, "{}", record.head.record);
            }
            Ok(_) => {}
            Err(mismatch) => wrong.push(format!("{}: {mismatch}", record.head.record)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where events fail, something was thrown, and nowhere else: `lines` asks for the latter; that there are some is asked here.
#[test]
fn there_are_events_that_fail() {
    let records = records();
    let entries = records.iter().flat_map(|record| &record.entries);
    let thrown = entries.filter(|entry| entry.exception.is_some()).count();
    assert!(thrown >= 17, "{thrown} exceptions");
}

#[test]
fn there_are_records_enough() {
    for (folder, least) in [("flink/", 33), ("consul/", 21), ("druid/", 16)] {
        let found = records().iter().filter(|record| record.head.record.starts_with(folder)).count();
        assert!(found >= least, "{found} records of {folder}");
    }
    let consul = ["h1", "h2", "h3", "h4", "h8", "h9", "h11", "h12", "h13", "h14", "h15", "h22"];
    let all = records();
    let missing: Vec<_> = consul
        .iter()
        .filter(|name| all.iter().all(|record| record.head.record != format!("consul/{name}")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
