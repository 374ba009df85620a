//! What is searched beside the model that everybody knows: two of ours.

use stepdown::machine::{Config, Value};
use stepdown::model::{DruidConsul, FlinkElection};

/// Flink's leader election, far larger than any cache: two JobManagers, one failed confirmation, two losses
/// and a crash. 2,126,361 states of 64 bytes.
pub(crate) fn flink_election() -> FlinkElection {
    let config = Config {
        model: "flink-election".into(),
        parameters: [("jobmanagers".to_owned(), Value::Number(2))].into_iter().collect(),
        budgets: [("confirm_fail", 1), ("loss", 2), ("crash", 1)]
            .into_iter()
            .map(|(fault, amount)| (fault.to_owned(), amount))
            .collect(),
        ..Config::default()
    };
    FlinkElection::new(&config).expect("the configuration fits the model")
}

/// Druid's Consul leader selector with Druid's own numbers and two calls that fail: the largest row of its verdict table,
/// `druids_own_numbers` in `tests/druid_consul_tables.rs`. 1,441,892 states of 59 bytes.
pub(crate) fn druid_consul() -> DruidConsul {
    let ticks = [("poll", 6), ("renew", 2), ("ttl", 27), ("lock_delay", 3), ("rpc_hang", 45), ("backoff", 6)];
    let config = Config {
        model: "druid-consul".into(),
        parameters: ticks.into_iter().map(|(id, ticks)| (id.to_owned(), Value::Number(ticks))).collect(),
        budgets: [("error".to_owned(), 2)].into_iter().collect(),
        ..Config::default()
    };
    DruidConsul::new(&config).expect("the configuration fits the model")
}
