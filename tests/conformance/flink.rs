//! Flink's elections and locks with one thing changed: the records of its released classes notice.

use crate::mutant::{Change, Mutation, replay_mutant};
use crate::records_of;
use crate::scenarios::json;
use stepdown::conformance::Record;
use stepdown::machine::{Config, ConfigError, Observe, Present};
use stepdown::model::{self, FlinkDeadlock, FlinkElection};

/// Which records a changed configuration fails: a fix that is on changes the code, and a record without it tells.
fn caught_by_fix(model: &str, fix: &str) -> bool {
    records_of(model).into_iter().any(|mut record| {
        record.head.fixes.push(fix.to_owned());
        let fits = !record.head.fixes.iter().rev().skip(1).any(|known| known == fix);
        fits && model::replay(&record).unwrap().is_err()
    })
}

fn caught<M: Observe + Present>(
    model: &str,
    make: fn(&Config) -> Result<M, ConfigError>,
    mutation: Mutation,
) -> bool {
    records_of(model).iter().any(|record| {
        let machine = make(&record.head.config()).unwrap();
        replay_mutant(machine, mutation, record).is_err()
    })
}

const fn when(event: &'static str, when: &'static [&'static str], change: Change) -> Mutation {
    Mutation { event, when, change }
}

const ELECTION: [Mutation; 14] = [
    when("elector.renew", &[], Change::DoesNothing),
    when("elector.lose_keep", &[], Change::Does(&["elector.lose_release"])),
    when("elector.lose_release", &[], Change::Does(&["elector.lose_keep"])),
    when("elector.acquire", &[], Change::Does(&["elector.acquire", "elector.callback"])),
    when("elector.acquire", &["store.holder=jm"], Change::DoesNothing),
    when("elector.observe", &[], Change::Refuses),
    when("elector.steal", &[], Change::DoesNothing),
    when("executor.run", &["jm.executor=confirm"], Change::Does(&["executor.run_fail", "executor.run"])),
    when("executor.run", &["jm.executor=revoke"], Change::Does(&["executor.run", "watch.handle"])),
    when("executor.run", &["jm.executor=confirm", "jm.leads=no"], Change::Refuses),
    when("executor.run", &["jm.executor=grant"], Change::Does(&["executor.run", "executor.run"])),
    when("watch.handle", &[], Change::Does(&["watch.handle", "watch.handle"])),
    when("watch.handle", &["jm.leads=no"], Change::DoesNothing),
    when("process.crash", &[], Change::DoesNothing),
];

#[test]
fn a_changed_election_is_noticed() {
    let missed: Vec<_> = ELECTION
        .into_iter()
        .filter(|&change| !caught("flink-election", FlinkElection::new, change))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
    let harnesses = json("conformance/harnesses.json");
    let doubles = harnesses["flink-service"]["doubles"].as_array().unwrap();
    // Of the one left out: see below.
    let fixes = doubles.iter().map(|fix| fix.as_str().unwrap()).filter(|&fix| fix != "reconcile");
    let missed: Vec<_> = fixes.filter(|fix| !caught_by_fix("flink-election", fix)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The one mutant that survives: the fix `reconcile` only adds an event. Where no run takes it, nothing differs.
#[test]
fn an_event_that_no_record_has_changes_nothing() {
    assert!(!caught_by_fix("flink-election", "reconcile"));
    let has_it = |record: &Record| record.head.schedule.iter().any(|event| event.ends_with(".reconcile"));
    let all = records_of("flink-election");
    let with: Vec<_> = all.iter().filter(|record| has_it(record)).collect();
    assert!(!with.is_empty());
    for record in with {
        let mut without = record.clone();
        without.head.fixes.clear();
        assert!(model::replay(&without).unwrap().is_err(), "{} without the fix", record.head.record);
    }
}

const DEADLOCK: [Mutation; 12] = [
    when("executor.step", &["executor.at=idle"], Change::Does(&["executor.step", "executor.step"])),
    when("executor.step", &["executor.at=revoking"], Change::Does(&["executor.step", "executor.step"])),
    when("executor.step", &["executor.at=in contender"], Change::DoesNothing),
    when("executor.step", &["executor.at=revoked"], Change::DoesNothing),
    when("executor.step", &["executor.at=answering"], Change::Refuses),
    when("executor.step", &["executor.at=idle"], Change::DoesNothing),
    when("jobmaster.step", &["jobmaster.at=start"], Change::Does(&["jobmaster.step", "jobmaster.step"])),
    when("jobmaster.step", &["jobmaster.at=start"], Change::DoesNothing),
    when("jobmaster.step", &["jobmaster.at=asking"], Change::Does(&["jobmaster.step", "jobmaster.step"])),
    when("jobmaster.step", &["jobmaster.at=told"], Change::DoesNothing),
    when("jobmaster.step", &["jobmaster.at=leaving"], Change::DoesNothing),
    when("jobmaster.step", &["service.lock=executor"], Change::Refuses),
];

#[test]
fn a_changed_deadlock_is_noticed() {
    let missed: Vec<_> = DEADLOCK
        .into_iter()
        .filter(|&change| !caught("flink-deadlock", FlinkDeadlock::new, change))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(caught_by_fix("flink-deadlock", "queue_instead_of_lock"));
}
