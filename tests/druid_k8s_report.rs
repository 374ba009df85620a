//! The incident report's run: its log, what decides it, and what its fixes are worth.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod report;

use report::{load, run};
use serde_json::{Value, json};
use stepdown::machine::Event;
use stepdown::model;
use stepdown::trace::Decision;

/// Holds that the texts occur in this order, each in a line of its own.
fn in_order(log: &str, texts: &[&str]) {
    let mut lines = log.lines();
    for text in texts {
        assert!(lines.any(|line| line.contains(text)), "`{text}` is missing or out of order in\n{log}");
    }
}

#[test]
fn the_log_has_the_reported_line_and_what_comes_before_it() {
    let log = run("trace druid-k8s-report --log");
    in_order(
        &log,
        &[
            "INFO [Thread-41] org.apache.druid.java.util.common.lifecycle.Lifecycle - Lifecycle [module] running shutdown hook",
            "Failed to terminate [LeaderElectorAsyncWrapper] executor.",
            "DruidCoordinator - I am no longer the leader...",
            "ERROR [LeaderElectorAsyncWrapper] org.apache.druid.k8s.discovery.K8sDruidLeaderSelector - \
             listener.stopBeingLeader() failed. Unable to stopBeingLeader: \
             {exceptionType=java.util.concurrent.RejectedExecutionException, exceptionMessage=Task ",
        ],
    );
    // A line is what Druid writes, from its first character on: one pod has one log.
    assert!(log.lines().all(|line| line.starts_with("2026-07-15T09:00:")), "{log}");
    let reported = log.lines().last().unwrap();
    let pool = "[Terminated, pool size = 0, active threads = 0, queued tasks = 0, completed tasks = ";
    assert!(
        reported.contains(pool)
            && reported.ends_with("class=org.apache.druid.k8s.discovery.K8sDruidLeaderSelector}")
    );
}

/// The sequence of section 7 of the sheet, on a pod that leads both roles. The Overlord's second line is the late, idle
/// call of its listener, which the shortest run leaves for later.
#[test]
fn the_lines_come_in_the_order_of_the_sheet() {
    let loaded = load("druid-k8s-report");
    let mut schedule = loaded.scenario.schedule.clone();
    schedule.insert(14, Event::new("elector_o.run").unwrap());
    let run = model::open(&loaded.scenario.config()).unwrap().replay(&schedule).unwrap();
    let settled = run.settled().player;
    let layout = run.info().log_layout;
    let lines: Vec<_> = settled
        .log(1, settled.len())
        .iter()
        .map(|record| record.line.render(layout, record.moment))
        .collect();
    in_order(
        &lines.join("\n"),
        &[
            "running shutdown hook",
            "Stopping lifecycle [module] stage [ANNOUNCEMENTS]",
            "Unannounced DiscoveryDruidNode[",
            "Stopping lifecycle [module] stage [SERVER]",
            "Stopping lifecycle [module] stage [NORMAL]",
            "Stopping lifecyle [DruidOverlord#stop].",
            "[Thread-41] org.apache.druid.indexing.overlord.DruidOverlord - I am no longer the leader...",
            "Stopping lifecycle [task-master] stage [NORMAL]",
            "SupervisorManager stopped.",
            "LeaderElection renew loop gets interrupted",
            "Failed to renew lease, lose leadership",
            "Failed to terminate [LeaderElectorAsyncWrapper] executor.",
            "[LeaderElectorAsyncWrapper] org.apache.druid.indexing.overlord.DruidOverlord - I am no longer the leader...",
            "Stopping lifecyle [DruidCoordinator#stop].",
            "LeaderElection renew loop gets interrupted",
            "Failed to renew lease, lose leadership",
            "Failed to terminate [LeaderElectorAsyncWrapper] executor.",
            "DruidCoordinator - I am no longer the leader...",
            "Stopping load queue peon for [",
            "listener.stopBeingLeader() failed.",
            "Stopping lifecycle [module] stage [INIT]",
        ],
    );
}

#[test]
fn the_pool_races_with_the_first_callback_since_the_monitor_is_free() {
    let loaded = load("druid-k8s-report");
    let causes = model::causes(&loaded.scenario.config(), &loaded.scenario.schedule).unwrap();
    let rejection = causes.into_iter().find(|cause| cause.property == "no-rejection").unwrap();
    let Decision::Order(race) = rejection.decided_by else { panic!("{rejection:?}") };
    assert_eq!((race.first, race.second, race.fork, rejection.broken_at), (22, 24, 20, 24));
    let step = |position: usize| loaded.player.step(position).sentence;
    assert!(step(22).starts_with("The callback pool is shut down"), "{}", step(22));
    assert!(step(24).contains("the callback of request 1 is rejected"), "{}", step(24));
    assert!(step(20).contains("leaves its monitor"), "{}", step(20));
}

#[test]
fn the_matrix_names_the_sufficient_sets_and_the_inert_fixes() {
    let matrix: Value = serde_json::from_str(&run("matrix druid-k8s-report --json")).unwrap();
    assert_eq!(
        matrix["minimal"]["all"],
        json!([["join_outside_monitor", "drain"], ["drain", "synchronous_stop"]])
    );
    assert_eq!(matrix["inert"], json!(["longer_grace", "pdb", "pre_stop"]));
}

/// A grace period shorter than the two joins, with a Jetty that takes all of it: the pod is killed, supervisors and all.
#[test]
fn a_short_grace_period_kills_the_pod() {
    let told =
        run("matrix --model druid-k8s --param grace=3 --param jetty=3 --fixes join_outside_monitor,drain \
                    --property exit-within-grace --property supervisors-down-at-end --json");
    let matrix: Value = serde_json::from_str(&told).unwrap();
    for cell in matrix["cells"].as_array().unwrap() {
        for verdict in cell["verdicts"].as_array().unwrap() {
            assert_eq!(
                (&verdict["verdict"], verdict["counterexample"].as_array().unwrap().len()),
                (&json!("violated"), 9)
            );
        }
    }
    assert_eq!(matrix["minimal"]["all"], json!([]));
}

/// A split keeps the Overlord out of a change for Coordinators only. Nothing keeps it out of a common one.
#[test]
fn only_a_split_and_a_change_for_coordinators_leave_the_overlord_alone() {
    let told = run("matrix druid-k8s-rollout-report --property overlord-untouched --json");
    let matrix: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(matrix["minimal"]["all"], json!([["split_overlord", "coordinator_only_change"]]));
    let told = run(
        "matrix --model druid-k8s-rollout --param change=common_config --property overlord-untouched --json \
                    --fixes split_overlord,leader_last,release_after_join,join_outside_monitor,overlord_join_outside_lock",
    );
    let matrix: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(matrix["minimal"]["all"], json!([]));
}

/// The leader first, and a restart that takes a minute: up to 33 ticks of 5 s without an Overlord.
#[test]
fn the_leaderless_gap_is_computed_in_ticks_and_seconds() {
    let told = run("check --model druid-k8s-rollout --param restart=12 --property overlord-gap --json");
    let report: Value = serde_json::from_str(&told).unwrap();
    let gap = &report["verdicts"][0];
    assert_eq!(
        (&gap["min"], &gap["max"]),
        (&json!({ "ticks": 12, "seconds": 60.0 }), &json!({ "ticks": 33, "seconds": 165.0 }))
    );
}

/// `HttpLoadQueuePeon.stop()` clears its list behind the loop that hands the callbacks over, so a rejection leaves all of it.
#[test]
fn a_rejection_leaves_a_peon_with_all_of_its_requests() {
    let loaded = load("druid-k8s-rejected-later");
    let run = &loaded.player;
    let peon = |position: usize| {
        let scene = run.scene(position);
        let mut lanes = scene.nodes.into_iter().flat_map(|node| node.lanes);
        lanes.find(|lane| lane.id == "peon1").unwrap().queue.len()
    };
    let end = run.len();
    assert!(
        run.step(end).sentence.contains("the callback of request 2 is rejected"),
        "{}",
        run.step(end).sentence
    );
    assert_eq!((peon(0), peon(end)), (2, 2));
}
