//! Points of no return and race pairs of shipped scenarios and of small machines.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use stepdown::model;
use stepdown::scenario;
use stepdown::trace::{Cause, Decision, no_returns};

fn load(id: &str) -> scenario::Loaded {
    let file = format!("scenarios/{id}.json");
    scenario::load(&file, &std::fs::read_to_string(&file).unwrap()).unwrap()
}

fn causes(id: &str) -> Vec<Cause> {
    let loaded = load(id);
    model::causes(&loaded.scenario.config(), &loaded.scenario.schedule).unwrap()
}

fn cause(id: &str, property: &str) -> Cause {
    causes(id).into_iter().find(|cause| cause.property == property).unwrap()
}

#[test]
fn the_own_loss_run_is_decided_by_the_fault() {
    let returns: Vec<_> = no_returns(&*load("flink-40114-own-loss").player)
        .into_iter()
        .map(|lost| (lost.property.id, lost.step, lost.last_escape))
        .collect();
    let expected = [("published", 5, Some(4)), ("not-missing", 8, Some(7)), ("no-silent-zombie", 5, Some(4))];
    assert_eq!(returns, expected);
    let published = cause("flink-40114-own-loss", "published");
    assert_eq!((published.broken_at, published.decided_by), (5, Decision::Fault(5)));
}

#[test]
fn the_revocation_races_with_the_watch_event() {
    let cause = cause("flink-40114-grant-pending-heals", "never-erased");
    let Decision::Order(race) = cause.decided_by else { panic!("{cause:?}") };
    assert_eq!((race.first, race.second, race.fork, cause.broken_at), (3, 4, 1, 4));
    // The other order, replayed as a reader would, keeps the key.
    let loaded = load("flink-40114-grant-pending-heals");
    let other = model::open(&loaded.scenario.config()).unwrap().replay(&race.exchanged).unwrap();
    assert!((1..=other.len()).all(|step| !other.is_refused(step)));
    let outcomes = other.settled().outcomes;
    let kept = outcomes.properties.iter().find(|(info, _)| info.id == "never-erased").unwrap();
    assert_eq!(kept.1.word(), "holds");
}

/// Every property that a shipped scenario breaks, the step that does, and what decides.
#[test]
fn what_decides_in_every_scenario() {
    let tell = |cause: Cause| {
        let decision = match &cause.decided_by {
            Decision::Order(race) => format!("order {} {} since {}", race.first, race.second, race.fork),
            Decision::Fault(step) => format!("fault {step}"),
            other => other.word().to_owned(),
        };
        format!("\n  {} {} {decision}", cause.property, cause.broken_at)
    };
    let files = std::fs::read_dir("scenarios").unwrap();
    let mut ids: Vec<_> =
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    ids.sort();
    let told = ids.iter().map(|id| format!("{id}{}\n", causes(id).into_iter().map(tell).collect::<String>()));
    insta::assert_snapshot!(told.collect::<String>());
}
