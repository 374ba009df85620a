//! Exact figures of `flink-election`: a changed number is a reviewed change of the model.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod reference;

use reference::Graph;
use stepdown::machine::{Config, Value};
use stepdown::model::{FlinkDeadlock, FlinkElection};

const FIXES: [&str; 7] = [
    "ignore_pending_confirm",
    "ignore_pending_grant",
    "retry",
    "escalate",
    "on_executor",
    "keep_own",
    "reconcile",
];
const IGNORE: [&str; 2] = ["ignore_pending_confirm", "ignore_pending_grant"];
const TWO: &[&str] = &["restserver", "resourcemanager"];
const THREE: &[&str] = &["restserver", "resourcemanager", "dispatcher"];

struct Setup {
    jobmanagers: u32,
    components: &'static [&'static str],
    init: &'static str,
    confirm_fail: u32,
    loss: u32,
    crash: u32,
}

impl Setup {
    fn graph(&self, fixes: &[&str]) -> Graph<FlinkElection> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let config = Config {
            model: "flink-election".into(),
            parameters: [
                ("jobmanagers".to_owned(), Value::Number(self.jobmanagers)),
                ("components".to_owned(), Value::Words(words(self.components))),
                ("init".to_owned(), Value::Word(self.init.into())),
            ]
            .into_iter()
            .collect(),
            budgets: [("confirm_fail", self.confirm_fail), ("loss", self.loss), ("crash", self.crash)]
                .into_iter()
                .map(|(id, amount)| (id.to_owned(), amount))
                .collect(),
            fixes: words(fixes),
        };
        Graph::explore(FlinkElection::new(&config).expect("a configuration that fits"))
    }
}

/// The configuration of the fix matrix: three components, one failed confirmation, one loss.
const MATRIX: Setup =
    Setup { jobmanagers: 1, components: THREE, init: "leading", confirm_fail: 1, loss: 1, crash: 0 };

#[test]
fn the_matrix_configuration_as_is() {
    let graph = MATRIX.graph(&[]);
    let lengths = ["never-erased", "published", "not-missing"].map(|id| graph.shortest(id));
    assert_eq!((graph.states.len(), lengths), (317, [Some(4), Some(5), Some(7)]));
    for id in ["no-foreign-write", "confirmed-implies-issued", "no-double-grant", "no-dead-address"] {
        assert_eq!(graph.shortest(id), None, "{id}");
    }
}

/// Minimal sufficient sets for {never-erased, published} over all 128 subsets.
#[test]
fn the_minimal_sufficient_sets() {
    let minimal = minimal_sets(&MATRIX);
    let expected: Vec<Vec<&str>> = ["retry", "escalate", "reconcile"]
        .into_iter()
        .map(|third| vec![IGNORE[0], IGNORE[1], third])
        .collect();
    assert_eq!(minimal, expected);
}

#[test]
fn with_two_components_keep_own_joins_the_sufficient_sets() {
    let sets = minimal_sets(&Setup { components: TWO, ..MATRIX });
    assert!(sets.iter().any(|set| set.contains(&"keep_own")), "{sets:?}");
}

fn minimal_sets(setup: &Setup) -> Vec<Vec<&'static str>> {
    let subset = |bits: usize| -> Vec<&'static str> {
        (0..FIXES.len()).filter(|bit| bits >> bit & 1 != 0).map(|bit| FIXES[bit]).collect()
    };
    let mut sufficient: Vec<usize> = Vec::new();
    for bits in 0..1 << FIXES.len() {
        let graph = setup.graph(&subset(bits));
        if ["never-erased", "published"].iter().all(|id| graph.shortest(id).is_none()) {
            sufficient.push(bits);
        }
    }
    let is_minimal = |&bits: &usize| !sufficient.iter().any(|&other| other != bits && other & bits == other);
    let mut minimal: Vec<usize> = sufficient.iter().copied().filter(is_minimal).collect();
    minimal.sort_by_key(|bits| (bits.count_ones(), *bits));
    minimal.into_iter().map(subset).collect()
}

/// Verdicts and figures of the fact sheet's table 9.4. Where its prototype had no bound on the executor
/// queue, or told dead processes apart less finely, the count differs and the verdict does not.
#[test]
fn the_table_of_the_fact_sheet() {
    let stale = Setup { components: TWO, init: "stale_of_dead", ..MATRIX };
    let churn = Setup { confirm_fail: 0, loss: 2, ..stale };
    let two = Setup { jobmanagers: 2, components: &["restserver"], ..stale };
    let first = Setup { init: "empty", loss: 0, ..stale };
    let ids = ["never-erased", "published", "not-missing", "no-dead-address"];
    let check = |name: &str, setup: &Setup, fixes: &[&str], states: usize, broken: [bool; 4]| {
        let graph = setup.graph(fixes);
        let found = ids.map(|id| graph.shortest(id).is_some());
        assert_eq!((graph.states.len(), found), (states, broken), "{name}: {ids:?}");
        for id in ["no-foreign-write", "confirmed-implies-issued", "no-double-grant"] {
            assert_eq!(graph.shortest(id), None, "{name}: {id}");
        }
    };
    let (yes, no) = (true, false);
    check("churn only", &churn, &[], 13_517, [yes, no, no, no]);
    check("churn only, ignore", &churn, &IGNORE, 7_066, [no, no, no, no]);
    check("one failure", &stale, &[], 1_538, [yes, yes, yes, no]);
    check("one failure, ignore", &stale, &IGNORE, 835, [no, yes, no, yes]);
    check("one failure, retry", &stale, &["retry"], 2_272, [yes, no, no, no]);
    check("one failure, ignore and retry", &stale, &[IGNORE[0], IGNORE[1], "retry"], 1_230, [no, no, no, no]);
    check("two JobManagers", &two, &[], 5_781, [yes, yes, yes, no]);
    check("two JobManagers, ignore", &two, &IGNORE, 3_331, [no, yes, no, yes]);
    check("first start", &first, &[], 28, [no, yes, yes, no]);
}

#[test]
fn the_deadlock_needs_two_steps_and_the_queue_removes_it() {
    let config = |fixes: &[&str]| Config {
        model: "flink-deadlock".into(),
        fixes: fixes.iter().map(|fix| (*fix).to_owned()).collect(),
        ..Config::default()
    };
    let explore = |fixes: &[&str]| Graph::explore(FlinkDeadlock::new(&config(fixes)).expect("it fits"));
    let (sync, queue) = (explore(&[]), explore(&["queue_instead_of_lock"]));
    assert_eq!((sync.shortest("no-deadlock"), queue.shortest("no-deadlock")), (Some(2), None));
    assert_eq!((sync.states.len(), queue.states.len()), (19, 22));
}
