//! The table of the rolling update of Druid, row by row: how long nobody leads the Overlords, how often their
//! leadership moves, and which properties break. `--nocapture` prints what is found.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod reference;
mod setup;

use reference::Graph;
use stepdown::machine::{Check, Machine};
use stepdown::model::DruidRollout;

/// What every order comes to.
struct Found {
    graph: Graph<DruidRollout>,
}

impl Found {
    fn new(setup: &str) -> Self {
        Self { graph: Graph::explore(DruidRollout::new(&setup::config("druid-k8s-rollout", setup)).unwrap()) }
    }

    /// The least and the greatest value of a bounded quantity, as in `12-17`.
    fn range(&self, id: &str) -> String {
        let property = DruidRollout::properties().iter().find(|property| property.id == id).unwrap();
        let Check::Bounded(ticks, _) = property.check else { panic!("{id} is not bounded") };
        span(self.graph.states.iter().filter_map(|state| ticks(&self.graph.machine, state)))
    }

    fn handoffs(&self) -> String {
        let handoffs = self.graph.states.iter().filter_map(|state| self.graph.machine.handoffs(state));
        span(handoffs.map(u32::from))
    }

    fn breaks(&self, id: &str) -> bool {
        self.graph.shortest(id).is_some()
    }
}

fn span(values: impl Iterator<Item = u32> + Clone) -> String {
    match (values.clone().min(), values.max()) {
        (Some(min), Some(max)) => format!("{min}-{max}"),
        _ => "-".into(),
    }
}

/// Setup, and what is expected of it: the leaderless gap in ticks, the number of handoffs, our number of states.
type Row = (&'static str, &'static str, &'static str, usize);

fn hold(rows: &[Row]) {
    let mut wrong = Vec::new();
    for &(setup, gap, handoffs, states) in rows {
        // The three changes that hand the lock over at once.
        let found = Found::new(&setup.replace("RELEASE", RELEASE));
        let got = (found.range("overlord-gap"), found.handoffs(), found.graph.states.len());
        println!("{setup} | {got:?}");
        if (got.0.as_str(), got.1.as_str(), got.2) != (gap, handoffs, states) {
            wrong.push(format!("{setup}: expected {:?}, got {got:?}", (gap, handoffs, states)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const RELEASE: &str = "join_outside_monitor overlord_join_outside_lock release_after_join";

/// 12 to 17 ticks without a release, 0 to 3 with one. With two pods and a Jetty that stops at once the leader is
/// interrupted at the very moment at which its only standby becomes Ready. That one has not seen the last
/// renewal yet, so the least gap is 13 there.
#[test]
fn the_leader_rolls_last() {
    hold(&[
        ("leader_c=0 leader_o=0 jetty=1", "12-17", "1-1", 2_246),
        ("leader_c=0 leader_o=0", "13-17", "1-1", 2_249),
        ("+ leader_last", "13-17", "1-1", 2_249),
        ("pods=3 leader_c=0 leader_o=0", "12-17", "1-1", 30_885),
        ("pods=3 leader_o=2 restart=2 + leader_last", "12-17", "1-1", 14_531),
        ("pods=3 leader_o=2 restart=12 + leader_last", "12-17", "1-1", 63_949),
        ("leader_c=0 leader_o=0 jetty=1 + RELEASE", "0-3", "1-1", 230),
        ("leader_c=0 leader_o=0 + RELEASE", "0-3", "1-1", 244),
        ("pods=3 + RELEASE leader_last", "0-3", "1-1", 2_773),
    ]);
}

/// The pod that leads both roles stops first, in four ticks of waiting; the other one stops when it is back.
/// At `restart=12` the standby can take the lock and be stopped before it notices: 12 to 33.
#[test]
fn two_pods_and_the_leader_first() {
    hold(&[
        ("restart=1", "18-21", "1-1", 3_216),
        ("restart=4", "21-24", "1-1", 1_748),
        ("restart=12", "12-33", "1-2", 22_295),
        ("restart=1 + RELEASE", "0-4", "1-2", 12_235),
        ("restart=4 + RELEASE", "0-3", "2-2", 431),
        ("restart=12 + RELEASE", "0-3", "2-2", 447),
    ]);
}

/// L4 too: one handoff while all pods restart within one lease, two at 8, up to three at 12 or with a release.
#[test]
fn three_pods_and_the_leader_first() {
    hold(&[
        ("pods=3 leader_c=0 leader_o=2 restart=1", "16-19", "1-1", 21_759),
        ("pods=3 leader_c=0 leader_o=2 restart=2", "17-20", "1-1", 15_321),
        ("pods=3 leader_c=0 leader_o=2 restart=4", "19-22", "1-1", 6_498),
        ("pods=3 leader_c=0 leader_o=2 restart=8", "12-17", "2-2", 31_268),
        ("pods=3 leader_c=0 leader_o=2 restart=12", "12-43", "1-3", 473_503),
        ("pods=3 leader_c=0 leader_o=2 restart=2 + RELEASE", "0-7", "1-3", 382_768),
        ("pods=3 leader_c=0 leader_o=2 restart=4 + RELEASE", "0-3", "2-3", 5_958),
        ("pods=3 leader_c=0 leader_o=2 restart=12 + RELEASE", "0-3", "2-3", 6_062),
    ]);
}

/// A leader's join always times out, so the release after it never fires: as without a release. At `restart=12`
/// there is one way around that: the standby takes the lock and is stopped before its start hook has set the
/// flag. Its join does not time out, and the release hands the lock on, to another leader beside its late hook.
#[test]
fn a_release_after_the_join_alone() {
    hold(&[
        ("restart=1 + release_after_join", "18-21", "1-1", 3_216),
        ("restart=4 + release_after_join", "21-24", "1-1", 1_748),
        ("leader_c=0 leader_o=0 jetty=1 + release_after_join", "12-17", "1-1", 2_246),
        ("restart=12 + release_after_join", "0-32", "1-2", 11_888),
    ]);
}

/// What needs no code: a longer grace period, a `PodDisruptionBudget` and a preStop sleep change nothing. A
/// shorter lease shortens the gap in proportion, a stable name only when the same pod comes back in time.
#[test]
fn what_operators_can_set() {
    hold(&[
        ("", "21-24", "1-1", 1_748),
        ("+ pdb", "21-24", "1-1", 1_748),
        ("+ longer_grace", "21-24", "1-1", 1_748),
        ("+ pre_stop", "21-24", "1-1", 1_748),
        ("+ stable_identity", "8-10", "1-1", 761),
        ("leader_c=0 leader_o=0 jetty=1 + shorter_lease", "3-6", "1-1", 315),
        ("+ release_without_join", "0-3", "2-2", 419),
    ]);
    let kept = |id: &str, setup: &str| assert!(!Found::new(setup).breaks(id), "{id} {setup}");
    let broken = |id: &str, setup: &str| assert!(Found::new(setup).breaks(id), "{id} {setup}");
    kept("exit-within-grace", "sm_stop=16 jetty=6");
    broken("exit-within-grace", "grace=6 jetty=6");
    kept("exit-within-grace", "grace=6 jetty=6 + longer_grace");
    kept("relinquish-before-release", "");
    broken("relinquish-before-release", "+ release_without_join");
}

/// S8: only Overlords with pods of their own, and a change that is not for them, stay untouched.
#[test]
fn which_rollouts_move_the_overlord() {
    for (setup, broken) in [
        ("", true),
        ("change=common_config", true),
        ("mode=split", false),
        ("+ split_overlord", false),
        ("mode=split change=common_config", true),
        ("change=common_config + split_overlord", true),
        ("change=common_config + coordinator_only_change", true),
        ("change=common_config + split_overlord coordinator_only_change", false),
    ] {
        let found = Found::new(setup);
        assert_eq!(found.breaks("overlord-untouched"), broken, "{setup}");
        assert!(!found.breaks("eventually-led"), "{setup}");
    }
}

/// S5 under a partition: the time from the last renewal to the end of the stop against the lease.
#[test]
fn two_owners_of_supervisors() {
    for (deadline, stop, broken) in [
        (4, 0, false),
        (4, 7, false),
        (4, 8, true),
        (4, 16, true),
        (10, 0, false),
        (10, 1, false),
        (10, 2, true),
        (10, 8, true),
    ] {
        let cluster = "change=none leader_c=0 leader_o=0 partition=1";
        let found = Found::new(&format!("{cluster} renew_deadline={deadline} sm_stop={stop}"));
        assert_eq!(found.breaks("single-supervisor-owner"), broken, "{deadline} {stop}");
    }
    let parallel = "change=none leader_c=0 leader_o=0 partition=1 sm_stop=16 + parallel_supervisor_stop";
    assert!(!Found::new(parallel).breaks("single-supervisor-owner"));
    // A shorter lease leaves less time for the stop.
    let short = "change=none leader_c=0 leader_o=0 partition=1 sm_stop=1 + shorter_lease";
    assert!(Found::new(short).breaks("single-supervisor-owner"));
}

/// S9: a start hook that is still queued when the elector ends makes a leader of a stopping process. With a
/// release the next leader can be up beside it. The guard in the hook removes both.
#[test]
fn a_late_start_hook() {
    let late = Found::new(&format!("restart=1 + {RELEASE}"));
    let ids = ["no-zombie", "single-supervisor-owner", "relinquish-before-release"];
    assert!(ids.into_iter().all(|id| late.breaks(id)));
    let guarded = Found::new(&format!("restart=1 + {RELEASE} hook_guard"));
    assert!(!ids.into_iter().any(|id| guarded.breaks(id)));
    assert_eq!(guarded.range("overlord-gap"), "0-4");
}
