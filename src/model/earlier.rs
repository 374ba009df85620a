//! Lines that earlier versions print in another form: a log that somebody pastes need not be of the version that is modelled.

use super::druid_lines::{PEON, STOPPING, STOPPING_PEONS};
use crate::machine::{Level, LogTemplate};

/// A line as it was printed before.
#[derive(Debug)]
pub struct EarlierForm {
    /// How it was printed.
    pub form: LogTemplate,
    /// The template that prints it now.
    pub now: &'static LogTemplate,
    /// The versions that print it so, as in `Druid before 36`.
    pub of: &'static str,
}

/// The earlier forms, of all models.
pub static EARLIER_FORMS: [EarlierForm; 2] = [
    // c04e2b84af added the handlers.
    EarlierForm {
        form: LogTemplate {
            level: Level::Info,
            logger: STOPPING.logger,
            message: "Stopping lifecycle [{lifecycle}] stage [{stage}]",
        },
        now: &STOPPING,
        of: "Druid before 36",
    },
    // A line a server, of the peon itself; 032b229a38 made one line of them, of whoever has the peons.
    EarlierForm {
        form: LogTemplate {
            level: Level::Info,
            logger: PEON,
            message: "Stopping load queue peon for server[{server}].",
        },
        now: &STOPPING_PEONS,
        of: "Druid before 33",
    },
];
