//! A question about all orders, in the words of files and command lines.

use super::find;
use crate::check::{Job, Limits, Question};
use crate::machine::{Config, ConfigError, ConfigPlace, PropertyInfo, shorten};
use serde::Serialize;

/// What is asked about a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// The ids of the properties; all of the model's when there is none.
    pub properties: Vec<String>,
    /// How far the search may go.
    pub limits: Limits,
    /// Whether sparing counterexamples and endings are wanted too.
    pub thorough: bool,
}

impl Ask {
    /// A question about all properties of a model.
    pub fn all(limits: Limits) -> Self {
        Self { properties: Vec::new(), limits, thorough: true }
    }

    /// The question with properties by their positions, in the model's order.
    ///
    /// # Errors
    /// Names the first id that the model does not know.
    pub fn question(&self, properties: &[PropertyInfo]) -> Result<Question, String> {
        let ids = || properties.iter().map(|property| property.id).collect::<Vec<_>>().join(", ");
        for id in &self.properties {
            if !properties.iter().any(|property| property.id == id) {
                return Err(format!("there is no property `{}`; expected one of {}", shorten(id), ids()));
            }
        }
        let asked = |id: &str| self.properties.is_empty() || self.properties.iter().any(|asked| asked == id);
        let positions = (0..properties.len()).filter(|&at| asked(properties[at].id)).collect();
        Ok(Question { properties: positions, limits: self.limits, thorough: self.thorough })
    }
}

/// Begins a check.
///
/// # Errors
/// When the model or a property is unknown, or the configuration does not fit.
pub fn check(config: &Config, ask: &Ask) -> Result<Box<dyn Job>, ConfigError> {
    let model = find(&config.model).ok_or_else(|| super::unknown(config))?;
    let place = ConfigPlace::Property;
    let question = ask.question(&model.properties()).map_err(|message| ConfigError { place, message })?;
    super::solver(config)?.check(config, question)
}

#[cfg(test)]
mod tests {
    use crate::model::{MODELS, SOLVERS};

    #[test]
    fn every_model_can_be_searched() {
        let (models, solvers) = (MODELS.iter().map(|model| model.info().id), SOLVERS.iter().map(|s| s.id()));
        assert!(models.eq(solvers));
    }
}
