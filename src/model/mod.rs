//! The models: one folder a system, and the registry that hides their types.
//!
//! *Invariant*: everything above this module knows models by id only.

mod adapter;
mod ask;
mod declare;
mod druid_consul;
mod druid_k8s;
mod druid_k8s_rollout;
mod druid_lines;
mod earlier;
mod flink_deadlock;
mod flink_election;
mod matrix;
#[cfg(not(target_arch = "wasm32"))]
mod witness;

use crate::machine::{
    ClosedForm, Config, ConfigError, ConfigPlace, ModelInfo, PropertyInfo, SettingError, SettingTable,
    shorten,
};
use crate::trace::{Player, Replay};
use adapter::{Entry, Extras, Solver};
use std::rc::Rc;

pub use adapter::causes;
pub use ask::{Ask, check};
pub use druid_consul::DruidConsul;
pub use druid_k8s::DruidK8s;
pub use druid_k8s_rollout::DruidRollout;
pub use earlier::{EARLIER_FORMS, EarlierForm};
pub use flink_deadlock::FlinkDeadlock;
pub use flink_election::FlinkElection;
pub use matrix::MatrixJob;
#[cfg(not(target_arch = "wasm32"))]
pub use witness::{played, replay};

/// A model behind its id.
pub trait Model: Sync {
    /// What it declares of itself.
    fn info(&self) -> &'static ModelInfo;

    /// Its properties, in the order in which they are shown.
    fn properties(&self) -> Vec<PropertyInfo>;

    /// The HA store's keys that expectations may name.
    fn keys(&self) -> &'static [&'static str];

    /// A run without steps.
    ///
    /// # Errors
    /// When the configuration does not fit the model.
    fn open(&self, config: &Config) -> Result<Replay, ConfigError>;

    /// The real system's settings that a configuration stands for. None for a model without such settings, and for a
    /// configuration that does not fit.
    fn settings(&self, config: &Config) -> SettingTable;

    /// The configuration after some settings, `KEY` and `VALUE`, were changed, with what is worth knowing about it. A
    /// value that is empty stands for the system's default; what is not named stays.
    ///
    /// # Errors
    /// Names the first setting that is not there, that the system refuses, or that the model's parameters can't express.
    fn with_settings(
        &self,
        config: &Config,
        lines: &[(String, String)],
    ) -> Result<(Config, Vec<String>), SettingError>;

    /// What arithmetic says about a *bounded* property under a configuration; none where there is no formula.
    fn closed_form(&self, config: &Config) -> Option<ClosedForm>;
}

static FLINK_ELECTION: Entry<FlinkElection> = Entry {
    info: &flink_election::INFO,
    keys: &["restserver", "resourcemanager", "dispatcher", "job"],
    make: FlinkElection::new,
    extras: Extras::NONE,
};

static FLINK_DEADLOCK: Entry<FlinkDeadlock> =
    Entry { info: &flink_deadlock::INFO, keys: &[], make: FlinkDeadlock::new, extras: Extras::NONE };

static DRUID_K8S: Entry<DruidK8s> = Entry {
    info: &druid_k8s::INFO,
    keys: &["coordinator", "overlord"],
    make: DruidK8s::new,
    extras: Extras::NONE,
};

static DRUID_ROLLOUT: Entry<DruidRollout> = Entry {
    info: &druid_k8s_rollout::INFO,
    keys: &["coordinator", "overlord"],
    make: DruidRollout::new,
    extras: Extras::NONE,
};

static DRUID_CONSUL: Entry<DruidConsul> = Entry {
    info: &druid_consul::INFO,
    keys: &["druid/leader/overlord"],
    make: DruidConsul::new,
    extras: Extras { settings: Some(&druid_consul::SETTINGS), closed_form: DruidConsul::closed_form },
};

/// Every model, in the order in which they are listed.
pub static MODELS: &[&dyn Model] =
    &[&FLINK_ELECTION, &FLINK_DEADLOCK, &DRUID_K8S, &DRUID_ROLLOUT, &DRUID_CONSUL];

/// The same for what needs a search.
static SOLVERS: &[&dyn Solver] =
    &[&FLINK_ELECTION, &FLINK_DEADLOCK, &DRUID_K8S, &DRUID_ROLLOUT, &DRUID_CONSUL];

/// The model of an id.
pub fn find(id: &str) -> Option<&'static dyn Model> {
    MODELS.iter().copied().find(|model| model.info().id == id)
}

/// Opens a run without steps: the [`crate::trace::Opener`] of this registry.
///
/// # Errors
/// When the model is unknown or the configuration does not fit it.
pub fn open(config: &Config) -> Result<Rc<dyn Player>, ConfigError> {
    let model = find(&config.model).ok_or_else(|| unknown(config))?;
    Ok(Rc::new(model.open(config)?))
}

/// The error about a model that is not there.
fn unknown(config: &Config) -> ConfigError {
    let ids: Vec<_> = MODELS.iter().map(|model| model.info().id).collect();
    let shown = shorten(&config.model);
    let message = format!("there is no model `{shown}`; expected one of {}", ids.join(", "));
    ConfigError { place: ConfigPlace::Model, message }
}

/// What searches for the model of a configuration.
fn solver(config: &Config) -> Result<&'static dyn Solver, ConfigError> {
    let known = SOLVERS.iter().find(|solver| solver.id() == config.model);
    known.copied().ok_or_else(|| unknown(config))
}
