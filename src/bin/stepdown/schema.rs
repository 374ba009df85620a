//! `stepdown schema`

/// The JSON Schema of scenario files.
pub(crate) fn answer() -> String {
    stepdown::scenario::schema()
}
