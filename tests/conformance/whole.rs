//! That records are whole: a part of one, or one that saw less, would be a run of its model, too.

use crate::records;
use stepdown::conformance::{Played, Record};
use stepdown::model;

fn played(record: &Record) -> Played {
    let name = &record.head.record;
    model::played(&record.head).unwrap().unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// A record has what the driven schedule shows, from its first event to its last: a part of it would be a run of the model, too.
/// A pod goes on by itself when the schedule is over, until its process is gone.
#[test]
fn every_record_is_as_long_as_what_was_driven() {
    for record in &records() {
        let (head, name) = (&record.head, &record.head.record);
        assert_eq!(record.end.end, "complete", "{name}");
        let played = played(record);
        let events: Vec<&str> = record.entries.iter().filter_map(|entry| entry.event.as_deref()).collect();
        if head.harness == "druid-k8s" {
            assert!(
                events.iter().zip(&played.events).all(|(event, played)| event == played),
                "{name}: {events:?}"
            );
            assert!(events.len() >= played.events.len(), "{name}: {events:?}");
            let process = record.end.seen["process"].as_str();
            let last = if process == "killed" { "sigkill" } else { "exit" };
            assert_eq!((events.last(), process == "up"), (Some(&last), false), "{name}");
            continue;
        }
        assert_eq!(events, played.events, "{name}");
        for (what, value) in &record.end.seen {
            let played = played.seen.iter().find(|(known, _)| known == what).map(|(_, value)| value);
            assert_eq!(played, Some(value), "{name}: {what} at the end");
        }
    }
}

/// What a harness can see it tells of every entry, as long as there is a process to be seen.
#[test]
fn every_entry_tells_all_that_its_harness_sees() {
    for record in &records() {
        let (name, last) = (&record.head.record, record.entries.len());
        // The stack's elector and informer keep to themselves whether they lead and what waits; a deadlock is looked for at the end.
        let (hidden, at_the_end, ends): (&[&str], &[&str], bool) = match record.head.harness.as_str() {
            "flink-stack" => (&[".leads", ".watch"], &[], false),
            "flink-sync" | "flink-queued" => (&[], &["deadlock"], false),
            "flink-exit" | "druid-k8s" => (&[], &[], true),
            _ => (&[], &[], false),
        };
        let seen = record.entries.iter().map(|entry| &entry.seen).chain([&record.end.seen]);
        for (entry, seen) in (1..).zip(seen) {
            if ends && entry >= last {
                continue;
            }
            let unseen = |what: &str| {
                hidden.iter().any(|end| what.ends_with(end)) || entry <= last && at_the_end.contains(&what)
            };
            for (what, _) in &played(record).seen {
                assert!(
                    unseen(what) || seen.contains_key(what),
                    "{name}: entry {entry} does not tell {what}"
                );
            }
        }
    }
}

#[test]
fn every_head_says_what_ran_and_whose_lines_it_has() {
    for Record { head, .. } in records() {
        assert!(
            !head.real.is_empty() && !head.loggers.is_empty() && !head.versions.is_empty(),
            "{}",
            head.record
        );
    }
}

#[test]
fn a_schedule_that_the_model_refuses_is_told() {
    let mut head = records().into_iter().find(|record| record.head.record == "consul/h1").unwrap().head;
    head.schedule = vec!["clock.tick".into(), "b.loop.run".into()];
    let refused = model::played(&head).unwrap().unwrap_err();
    assert_eq!(refused, "step 2, b.loop.run: the node has not started yet");
    head.schedule = vec!["b.lop.run".into()];
    assert!(model::played(&head).unwrap().unwrap_err().starts_with("step 1, b.lop.run: "));
}
