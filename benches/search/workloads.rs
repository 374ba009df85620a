//! What is searched: one model that everybody knows, and one of ours.

use stepdown::machine::{Config, Value};
use stepdown::model::FlinkElection;

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
