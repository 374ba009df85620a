//! The run that a drawing or a page carries, so that it can be opened again from there.

use super::{Document, fragment};
use crate::scenario::{Data, Written};
use crate::share::CARRIED_FORMAT;

/// The run as JSON on one line: the fragment of its link, and the scenario that this begins with.
pub(super) fn carried(document: &Document) -> String {
    let scenario = document.scenario.as_ref().map_or(Data::Null, |scenario| scenario.data());
    let entries = [
        ("format", Data::Number(u64::from(CARRIED_FORMAT))),
        ("fragment", Data::text(fragment(&document.trace, document.scenario.as_deref()))),
        ("scenario", scenario),
    ];
    Data::object(entries).on_one_line()
}
