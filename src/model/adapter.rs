//! A machine type behind its id: the one place where types are erased, and where a machine becomes a run.

use super::Model;
use crate::check::{Checker, Job, Question};
use crate::machine::{
    ClosedForm, Config, ConfigError, Event, Machine, ModelInfo, Present, Property, PropertyInfo,
    SettingError, SettingTable, Settings,
};
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
    pub(super) extras: Extras<M>,
}

/// What only some models have.
pub(super) struct Extras<M> {
    /// The real system's settings beside the parameters.
    pub(super) settings: Option<&'static Settings>,
    /// What arithmetic says about a *bounded* property.
    pub(super) closed_form: fn(&M) -> Option<ClosedForm>,
}

impl<M> Extras<M> {
    /// What most models have.
    pub(super) const NONE: Self = Self { settings: None, closed_form: |_| None };
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

    fn settings(&self, config: &Config) -> SettingTable {
        self.extras.settings.map(|settings| (settings.table)(config)).unwrap_or_default()
    }

    fn with_settings(
        &self,
        config: &Config,
        lines: &[(String, String)],
    ) -> Result<(Config, Vec<String>), SettingError> {
        let settings = self.extras.settings.ok_or_else(|| Settings::none(self.info))?;
        (settings.change)(config, lines)
    }

    fn closed_form(&self, config: &Config) -> Option<ClosedForm> {
        (self.extras.closed_form)(&(self.make)(config).ok()?)
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
