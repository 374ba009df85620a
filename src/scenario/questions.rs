//! What is asked about a run over all orders, the same on the page, in exports and by the command.

use super::file::Scenario;
use crate::check::{Limits, MAX_MATRIX_FIXES, MAX_MATRIX_MEMBERS};
use crate::machine::{Config, ModelInfo};

/// The most fixes of a matrix on the page, an exclusive group counted once.
pub const PAGE_MATRIX_FIXES: usize = 6;
const _: () = assert!(PAGE_MATRIX_FIXES <= MAX_MATRIX_FIXES, "the page asks for no more than there is");

/// A question about all sets of some fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixQuestion {
    /// The configuration; its fixes outside the matrix stay on.
    pub config: Config,
    /// The fixes.
    pub fixes: Vec<String>,
    /// The properties; all when there is none.
    pub properties: Vec<String>,
    /// How far the search of each cell may go.
    pub limits: Limits,
}

/// The fix matrix of the scenario; without one, of the model's first fixes and all properties. None for a model
/// without fixes.
pub fn matrix_question(
    scenario: Option<&Scenario>,
    config: &Config,
    info: &ModelInfo,
) -> Option<MatrixQuestion> {
    let matrix = scenario.and_then(|scenario| scenario.matrix.clone());
    let (fixes, properties) = matrix.map_or_else(
        || {
            let mut fixes: Vec<_> = info.fixes.iter().map(|fix| fix.id.to_owned()).collect();
            fixes.truncate(MAX_MATRIX_MEMBERS);
            while info.count_fixes(&fixes) > PAGE_MATRIX_FIXES {
                fixes.pop();
            }
            (fixes, Vec::new())
        },
        |matrix| (matrix.fixes, matrix.properties),
    );
    let mut config = config.filled(info);
    // Fixes of the matrix are on and off in its cells, whatever is on now.
    config.fixes = info.beside(&config.fixes, &fixes);
    (!fixes.is_empty()).then_some(MatrixQuestion { config, fixes, properties, limits: Limits::PAGE })
}
