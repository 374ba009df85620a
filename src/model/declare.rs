//! Short forms for what models declare of themselves.

use crate::machine::{FixInfo, ParameterInfo, ParameterKind};

/// Where a fix comes from that nobody upstream has proposed.
pub(super) const PROPOSED: &str = "Proposed here; no upstream change is known";

/// A number within bounds, both included.
pub(super) const fn number(
    id: &'static str,
    title: &'static str,
    min: u32,
    max: u32,
    default: u32,
) -> ParameterInfo {
    ParameterInfo { id, title, kind: ParameterKind::Number { min, max, default } }
}

/// A choice, whose first option is the one when none is given.
pub(super) const fn choice(
    id: &'static str,
    title: &'static str,
    options: &'static [&'static str],
) -> ParameterInfo {
    ParameterInfo { id, title, kind: ParameterKind::Choice { options, default: options[0] } }
}

/// A fix that excludes no other.
pub(super) const fn fix(
    id: &'static str,
    title: &'static str,
    changes: &'static str,
    source: &'static str,
) -> FixInfo {
    FixInfo { id, title, changes, source, group: None }
}
