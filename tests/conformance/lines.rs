//! What the real classes print, against the templates of the models.

use crate::records;
use stepdown::conformance::{Line, Record, strays};
use stepdown::machine::{LogTemplate, ModelInfo};
use stepdown::model;

fn info(record: &Record) -> &'static ModelInfo {
    model::find(&record.head.model).unwrap().info()
}

fn lines(record: &Record) -> impl Iterator<Item = &Line> {
    record.entries.iter().flat_map(|entry| &entry.log).chain(&record.end.log)
}

/// Whether the line has a template, once ids and times are masked: a slot holds anything.
fn template(line: &Line, info: &ModelInfo) -> Option<&'static LogTemplate> {
    let is_of = |template: &&&LogTemplate| {
        template.logger == line.logger
            && template.level.word() == line.level
            && template.read(&line.message).is_some()
    };
    info.templates.iter().find(is_of).copied()
}

/// What the models have no word for is left out on purpose, or it is a difference; so is what is thrown by the way.
#[test]
fn nothing_that_a_record_tells_is_passed_over() {
    let strays = |record: &Record| {
        let told = strays(record, info(record).templates).into_iter();
        told.map(|stray| format!("{}: {stray}", record.head.record)).collect::<Vec<_>>()
    };
    let told: Vec<_> = records().iter().flat_map(strays).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// A good part of what the models can print was seen: the templates are compared with something.
#[test]
fn most_templates_were_printed_by_the_real_classes() {
    let mut told = Vec::new();
    for model in ["flink-election", "flink-deadlock", "druid-k8s", "druid-consul"] {
        let info = model::find(model).unwrap().info();
        let all: Vec<Record> = records().into_iter().filter(|record| record.head.model == model).collect();
        let printed = |wanted: &&&LogTemplate| {
            all.iter()
                .flat_map(lines)
                .any(|line| template(line, info).is_some_and(|known| std::ptr::eq(known, **wanted)))
        };
        let seen = info.templates.iter().filter(printed).count();
        told.push(format!("{model}: {seen} of {}", info.templates.len()));
        assert!(seen * 2 > info.templates.len(), "{told:?}");
    }
    eprintln!("{}", told.join(", "));
}
