//! Configurations in short, for tables of them.

use stepdown::machine::{Config, Value};
use stepdown::model;

/// Reads `poll=3 invalidate=1 + kick fin`: parameters and budgets, then fixes. The model tells which is a budget.
pub(crate) fn config(model: &str, setup: &str) -> Config {
    let info = model::find(model).unwrap().info();
    let (values, fixes) = setup.split_once('+').unwrap_or((setup, ""));
    let mut config = Config { model: model.into(), ..Config::default() };
    for (id, value) in values.split_whitespace().map(|word| word.split_once('=').unwrap()) {
        if info.faults.iter().any(|fault| fault.id == id) {
            config.budgets.insert(id.to_owned(), value.parse().unwrap());
        } else {
            let value = value.parse().map_or_else(|_| Value::Word(value.to_owned()), Value::Number);
            config.parameters.insert(id.to_owned(), value);
        }
    }
    config.fixes = fixes.split_whitespace().map(str::to_owned).collect();
    config
}
