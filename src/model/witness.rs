//! Records of the real classes, held against the models that they are of.

use super::adapter::Entry;
use crate::conformance::{self, Match, Mismatch, Record};
use crate::machine::{ConfigError, Observe, Present};

/// A model that records are compared with.
trait Witness: Sync {
    /// The model's id.
    fn id(&self) -> &'static str;

    /// A run of the model that is what the record tells.
    fn replay(&self, record: &Record) -> Result<Result<Match, Box<Mismatch>>, ConfigError>;
}

impl<M: Present + Observe> Witness for Entry<M> {
    fn id(&self) -> &'static str {
        self.info.id
    }

    fn replay(&self, record: &Record) -> Result<Result<Match, Box<Mismatch>>, ConfigError> {
        let machine = (self.make)(&record.head.config())?;
        Ok(conformance::replay(&machine, self.info.templates, record))
    }
}

/// The models that can be seen from outside.
static WITNESSES: &[&dyn Witness] =
    &[&super::FLINK_ELECTION, &super::FLINK_DEADLOCK, &super::DRUID_K8S, &super::DRUID_CONSUL];

/// A run of the record's model that is, seen from outside, what the record tells.
///
/// # Errors
/// When the model is none that records are compared with, or the record's configuration does not fit it.
pub fn replay(record: &Record) -> Result<Result<Match, Box<Mismatch>>, ConfigError> {
    let config = record.head.config();
    let known = WITNESSES.iter().find(|witness| witness.id() == config.model);
    known.ok_or_else(|| super::unknown(&config))?.replay(record)
}
