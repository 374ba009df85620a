//! Laws of the Consul leader selector: its closed forms, over a grid of configurations, against what all orders come to;
//! and that time can always pass.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod consul;
mod reference;
mod setup;

use consul::{check, config};
use indexmap::IndexSet;
use reference::Graph;
use stepdown::check::Report;
use stepdown::model::{self, DruidConsul};

/// The greatest value of a figure, in ticks; 0 where it has none.
fn greatest(report: &Report, id: &str) -> u32 {
    report.finding(id).unwrap().range.map_or(0, |range| range.max_ticks)
}

/// Every configuration of a list against its closed form; the number of those.
fn forms_hold(setups: impl IntoIterator<Item = String>) -> usize {
    let mut count = 0;
    for setup in setups {
        let form = model::find("druid-consul").unwrap().closed_form(&config(&setup)).unwrap();
        let found = greatest(&check(&setup), form.property);
        assert!((form.least..=form.most).contains(&found), "{setup}: found {found}, expected {form:?}");
        count += 1;
    }
    count
}

#[test]
fn closed_forms_of_invalidation_and_deletion_are_exact() {
    let inval = (1..=8)
        .flat_map(|poll| (0..=8).map(move |delay| format!("invalidate=1 poll={poll} lock_delay={delay}")));
    let slow = (2..=5).flat_map(|poll| {
        (0..=3).map(move |delay| format!("invalidate=1 poll={poll} lock_delay={delay} renew=2 ttl=3"))
    });
    let deletion = (1..=8)
        .flat_map(|poll| [0, 2, 5].map(|delay| format!("delete_key=1 poll={poll} lock_delay={delay}")));
    let setups: Vec<_> = inval.chain(slow).chain(deletion).collect();
    for setup in &setups {
        let form = model::find("druid-consul").unwrap().closed_form(&config(setup)).unwrap();
        assert_eq!(form.least, form.most, "{setup}");
    }
    assert_eq!(forms_hold(setups), 112);
}

#[test]
fn closed_forms_of_partitions_are_bounds() {
    let setups = (2..=4).flat_map(|poll| {
        (2..=4).flat_map(move |ttl| {
            [0, 1, 3, 6, 9, 12].into_iter().flat_map(move |hang| {
                [1, 2].map(|delay| format!("cut=1 poll={poll} ttl={ttl} rpc_hang={hang} lock_delay={delay}"))
            })
        })
    });
    assert_eq!(forms_hold(setups), 108);
}

#[test]
fn closed_form_of_an_orphan_lock_is_a_bound() {
    let setups = (2..=4).flat_map(|poll| [2, 4, 6].map(|ttl| format!("error=2 poll={poll} ttl={ttl}")));
    assert_eq!(forms_hold(setups), 9);
}

/// A step that takes no time may follow another, but not for ever: from every state a tick can come without a fault. A
/// model that can't let time pass would hide what happens later.
#[test]
fn time_can_always_pass() {
    for setup in [
        "start=leading cut=1 rpc_hang=3 + lease kick retry",
        "start=leading error=2 + definite destroy dretry",
        "start=leading pause=1 + lease",
        "start=leading unregister=1 error=1 caller=holds_giant + order dretry",
        "start=leading unregister=1 + guard fin nonull",
    ] {
        let graph = Graph::explore(DruidConsul::new(&config(setup)).unwrap());
        let ticks: IndexSet<_> = (0..graph.states.len())
            .filter(|&at| graph.edges[at].iter().any(|(action, _)| action.to_string() == "clock.tick"))
            .map(|at| graph.states[at])
            .collect();
        let stuck = graph.escaping(|state| ticks.contains(state)).iter().filter(|&&passes| !passes).count();
        assert_eq!(stuck, 0, "{setup}: {stuck} of {} states", graph.states.len());
    }
}
