//! The JSON Schema of scenario files, generated from the types.

use super::file::Scenario;

/// The schema as JSON text, ending in a line feed.
///
/// # Panics
/// Never: the schema is plain data.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Scenario);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema serialises");
    text.push('\n');
    text
}
