//! The models: one folder a system, and the registry that hides their types.
//!
//! *Invariant*: everything above this module knows models by id only.

mod ask;
mod flink_deadlock;
mod flink_election;
mod matrix;

use crate::check::{Checker, Job, Question};
use crate::machine::{
    Config, ConfigError, ConfigPlace, Machine, ModelInfo, Present, Property, PropertyInfo, shorten,
};
use crate::trace::{Player, Replay};
use std::rc::Rc;

pub use ask::{Ask, check};
pub use flink_deadlock::FlinkDeadlock;
pub use flink_election::FlinkElection;
pub use matrix::MatrixJob;

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
    fn open(&self, config: &Config) -> Result<Rc<dyn Player>, ConfigError>;

    /// A check over all orders, at its beginning.
    ///
    /// # Errors
    /// When the configuration does not fit the model.
    fn check(&self, config: &Config, question: Question) -> Result<Box<dyn Job>, ConfigError>;
}

/// A machine type as a [`Model`]: the one place where types are erased.
struct Entry<M: Present> {
    info: &'static ModelInfo,
    keys: &'static [&'static str],
    make: fn(&Config) -> Result<M, ConfigError>,
}

impl<M: Present> Model for Entry<M> {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn properties(&self) -> Vec<PropertyInfo> {
        <M as Machine>::properties().iter().map(Property::info).collect()
    }

    fn keys(&self) -> &'static [&'static str] {
        self.keys
    }

    fn open(&self, config: &Config) -> Result<Rc<dyn Player>, ConfigError> {
        let machine = (self.make)(config)?;
        Ok(Rc::new(Replay::new(machine, self.info, config.clone())))
    }

    fn check(&self, config: &Config, question: Question) -> Result<Box<dyn Job>, ConfigError> {
        Ok(Box::new(Checker::new((self.make)(config)?, question)))
    }
}

/// Every model, in the order in which they are listed.
pub static MODELS: &[&dyn Model] = &[
    &Entry {
        info: &flink_election::INFO,
        keys: &["restserver", "resourcemanager", "dispatcher", "job"],
        make: FlinkElection::new,
    },
    &Entry { info: &flink_deadlock::INFO, keys: &[], make: FlinkDeadlock::new },
];

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
    model.open(config)
}

/// The error about a model that is not there.
fn unknown(config: &Config) -> ConfigError {
    let ids: Vec<_> = MODELS.iter().map(|model| model.info().id).collect();
    let shown = shorten(&config.model);
    let message = format!("there is no model `{shown}`; expected one of {}", ids.join(", "));
    ConfigError { place: ConfigPlace::Model, message }
}
