//! Which thread prints a line is part of it: a model in which another one does is told from the right one.

use crate::mutant::{Change, Mutation, replay_mutant};
use crate::{records, records_of};
use std::collections::BTreeSet;
use stepdown::conformance::Record;
use stepdown::machine::{Config, ConfigError, Observe, Present};
use stepdown::model::{self, DruidConsul, DruidK8s, FlinkDeadlock, FlinkElection};

/// The events of a model whose lines, printed by another thread, no record tells from the right ones.
fn missed<M: Observe + Present>(
    model: &str,
    make: fn(&Config) -> Result<M, ConfigError>,
    events: &[&'static str],
) -> Vec<String> {
    let records = records_of(model);
    let is_missed = |event: &&&'static str| {
        let elsewhere = Mutation { event, when: &[], change: Change::PrintsElsewhere };
        records.iter().all(|record| {
            let machine = make(&record.head.config()).unwrap();
            replay_mutant(machine, elsewhere, record).is_ok()
        })
    };
    events.iter().filter(is_missed).map(|event| format!("{model}: {event}")).collect()
}

#[test]
fn a_line_of_another_thread_is_noticed() {
    let missed = [
        missed(
            "flink-election",
            FlinkElection::new,
            &["elector.acquire", "elector.lose_keep", "executor.run", "watch.handle", "confirm.s2", "crash"],
        ),
        missed("flink-deadlock", FlinkDeadlock::new, &["executor.step"]),
        missed("druid-k8s", DruidK8s::new, &["lifecycle.run", "elector_o.run", "hook_o.run"]),
        missed(
            "druid-consul",
            DruidConsul::new,
            &["loop.run", "keeper.run", "caller.run", "caller.unregister"],
        ),
    ];
    assert!(missed.concat().is_empty(), "{missed:?}");
}

/// The same from the other side: a stranger's line is no line of the model, in whatever harness.
#[test]
fn a_line_of_a_stranger_is_noticed_in_every_harness() {
    let mut done = BTreeSet::new();
    for record in records() {
        let info = model::find(&record.head.model).unwrap().info();
        for at in 0..record.entries.len() {
            let is_known = |message: &str| info.templates.iter().any(|known| known.read(message).is_some());
            let Some(line) = record.entries[at].log.iter().position(|line| is_known(&line.message)) else {
                continue;
            };
            let thread = record.entries[at].log[line].thread.clone();
            if done.insert((record.head.harness.clone(), thread)) {
                let mut strange: Record = record.clone();
                strange.entries[at].log[line].thread = "stranger".into();
                let mismatch = model::replay(&strange).unwrap().unwrap_err();
                assert!(mismatch.to_string().contains("[stranger]"), "{mismatch}");
            }
        }
    }
    let harnesses: BTreeSet<_> = done.iter().map(|(harness, _)| harness.as_str()).collect();
    assert_eq!(harnesses.len(), 7, "{done:?}");
}
