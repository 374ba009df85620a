//! Records of the real classes, held against the models that they are of.

use super::adapter::Entry;
use crate::conformance::{self, Head, Match, Mismatch, Played, Record};
use crate::machine::{ConfigError, Observe, Present};

/// A model that records are compared with.
trait Witness: Sync {
    /// The model's id.
    fn id(&self) -> &'static str;

    /// A run of the model that is what the record tells.
    fn replay(&self, record: &Record) -> Result<Result<Match, Box<Mismatch>>, ConfigError>;

    /// The schedule of a head as the model plays it.
    fn played(&self, head: &Head) -> Result<Result<Played, String>, ConfigError>;
}

impl<M: Present + Observe> Witness for Entry<M> {
    fn id(&self) -> &'static str {
        self.info.id
    }

    fn replay(&self, record: &Record) -> Result<Result<Match, Box<Mismatch>>, ConfigError> {
        let machine = (self.make)(&record.head.config())?;
        Ok(conformance::replay(&machine, self.info.templates, record))
    }

    fn played(&self, head: &Head) -> Result<Result<Played, String>, ConfigError> {
        let machine = (self.make)(&head.config())?;
        Ok(conformance::played(&machine, head))
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
    witness(&record.head)?.replay(record)
}

/// The schedule of a head as an outside observer sees its model play it.
///
/// # Errors
/// As [`replay`]; within, what the model says of an event that it does not know or refuses.
pub fn played(head: &Head) -> Result<Result<Played, String>, ConfigError> {
    witness(head)?.played(head)
}

fn witness(head: &Head) -> Result<&'static dyn Witness, ConfigError> {
    let config = head.config();
    let known = WITNESSES.iter().find(|witness| witness.id() == config.model);
    known.copied().ok_or_else(|| super::unknown(&config))
}
