//! What the real classes print, against the templates of the models.

use crate::records;
use std::collections::BTreeMap;
use stepdown::conformance::{Line, Record};
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

/// Lines that the models leave out on purpose, by logger and the beginning of the message.
const LEFT_OUT: [(&str, &[&str]); 11] = [
    // What the elector says to itself at DEBUG; the driver's INFO lines tell the same.
    (
        "org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector",
        &[
            "Acquired lease",
            "Attempting to renew",
            "Failed to acquire",
            "Leader changed",
            "Leader election started",
            "Lock is held",
            "Successfully Acquired",
        ],
    ),
    // A process that starts, before anything can race.
    ("org.apache.flink.kubernetes.highavailability.KubernetesLeaderElectionDriver", &["Starting the"]),
    ("org.apache.flink.kubernetes.kubeclient.Fabric8FlinkKubeClient", &["Creating configmap shared watcher"]),
    (
        "org.apache.flink.kubernetes.kubeclient.resources.KubernetesConfigMapSharedInformer",
        &["Starting to watch"],
    ),
    // After the exception that matters.
    ("org.apache.flink.util.FatalExitExceptionHandler", &["Thread dump"]),
    // `flink-deadlock` has the threads and the locks, not what is granted and taken away.
    ("org.apache.flink.runtime.jobmaster.JobMasterServiceLeadershipRunner", &["Ignore leader action"]),
    (
        "org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService",
        &["Revoking leadership to component"],
    ),
    // Druid's task runner and the starts of its lifecycles: `druid-k8s` is about a pod that ends.
    ("org.apache.druid.indexing.overlord.hrtr.HttpRemoteTaskRunner", &["Removing", "Start", "Stopp", "["]),
    ("org.apache.druid.java.util.common.lifecycle.Lifecycle", &["Starting", "Successfully started"]),
    (
        "org.apache.druid.java.util.common.lifecycle.Lifecycle$AnnotationBasedHandler",
        &["Starting", "Exception when stopping"],
    ),
    ("org.apache.druid.k8s.discovery.K8sDruidLeaderSelector", &["Exception caught while cleaning up"]),
];

#[test]
fn every_recorded_line_has_a_template_or_is_left_out_on_purpose() {
    let mut unknown: BTreeMap<String, String> = BTreeMap::new();
    for record in records() {
        for line in lines(&record) {
            let known = template(line, info(&record)).is_some()
                || LEFT_OUT.iter().any(|(logger, beginnings)| {
                    *logger == line.logger
                        && beginnings.iter().any(|beginning| line.message.starts_with(beginning))
                });
            if !known {
                let shown = format!("{} {} {}", line.level, line.logger, line.message);
                unknown.entry(shown).or_insert(record.head.record.clone());
            }
        }
    }
    let told: Vec<_> = unknown.iter().map(|(line, record)| format!("{record}: {line}")).collect();
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
