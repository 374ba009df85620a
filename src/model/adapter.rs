//! A machine type behind its id: the one place where types are erased, and where a machine becomes a run.

use super::Model;
use crate::check::{Checker, Job, Question};
use crate::machine::{Config, ConfigError, Event, Machine, ModelInfo, Present, Property, PropertyInfo};
use crate::trace::{Cause, Replay, TraceError, causes_of_breaks};

/// What needs a search: apart from [`Model`], so that a program that only plays runs carries no search.
pub(super) trait Solver: Sync {
    /// The model's id.
    fn id(&self) -> &'static str;

    /// A check over all orders, at its beginning.
    fn check(&self, config: &Config, question: Question) -> Result<Box<dyn Job>, ConfigError>;
}

/// A machine type as a [`Model`] and as a [`Solver`].
pub(super) struct Entry<M: Present> {
    pub(super) info: &'static ModelInfo,
    pub(super) keys: &'static [&'static str],
    pub(super) make: fn(&Config) -> Result<M, ConfigError>,
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

    fn open(&self, config: &Config) -> Result<Replay, ConfigError> {
        let machine = (self.make)(config)?;
        Ok(Replay::new(machine, self.info, config.clone()))
    }
}

impl<M: Present> Solver for Entry<M> {
    fn id(&self) -> &'static str {
        self.info.id
    }

    fn check(&self, config: &Config, question: Question) -> Result<Box<dyn Job>, ConfigError> {
        Ok(Box::new(Checker::new((self.make)(config)?, question)))
    }
}

/// What decides about each property that a run breaks or loses: an order of two steps, a fault, or neither.
/// Replays the run many times.
///
/// # Errors
/// When the model is unknown, or the configuration or an event does not fit it.
pub fn causes(config: &Config, events: &[Event]) -> Result<Vec<Cause>, TraceError> {
    let model = super::find(&config.model).ok_or_else(|| TraceError::Config(super::unknown(config)))?;
    let mut run = model.open(config).map_err(TraceError::Config)?;
    for (step, event) in (1..).zip(events) {
        run.push(event).map_err(|error| TraceError::Event { step, error })?;
    }
    Ok(causes_of_breaks(&run))
}
