//! Plans as the harnesses read them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stepdown::conformance::{Written, config};
use stepdown::machine::Config;

/// What a harness is to run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    /// The name of its record.
    pub(crate) record: String,
    /// The scenario that it is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) scenario: Option<String>,
    /// The harness.
    pub(crate) harness: String,
    /// The model.
    pub(crate) model: String,
    /// Parameters that are not at their defaults.
    #[serde(default)]
    pub(crate) parameters: BTreeMap<String, Written>,
    /// Budgets.
    #[serde(default)]
    pub(crate) budgets: BTreeMap<String, u32>,
    /// The fixes that are on.
    #[serde(default)]
    pub(crate) fixes: Vec<String>,
    /// The events.
    #[serde(default)]
    pub(crate) schedule: Vec<String>,
}

impl Plan {
    /// Reads one.
    pub(crate) fn read(line: &str) -> serde_json::Result<Self> {
        serde_json::from_str(line)
    }

    /// As a line.
    pub(crate) fn line(&self) -> String {
        serde_json::to_string(self).expect("a plan has only texts and numbers")
    }

    /// The configuration of its model.
    pub(crate) fn config(&self) -> Config {
        config(&self.model, &self.parameters, &self.budgets, &self.fixes)
    }
}
