//! The fix matrix of a configuration: a check for every set of fixes, one after the other, in slices.

use super::{Ask, check, find};
use crate::check::{Cell, Job, Limits, MAX_MATRIX_FIXES, MAX_MATRIX_MEMBERS, Matrix, Progress};
use crate::machine::{Config, ConfigError, ConfigPlace, shorten};

/// A matrix under way.
pub struct MatrixJob {
    config: Config,
    ask: Ask,
    matrix: Matrix,
    running: Option<Box<dyn Job>>,
}

impl MatrixJob {
    /// A matrix without a cell yet. Fixes that are on stay on in every cell, except those of the matrix and those that
    /// one of the matrix excludes.
    ///
    /// # Errors
    /// When the configuration, a fix or a property does not fit the model, or there are too many fixes.
    pub fn new(
        config: &Config,
        fixes: &[String],
        properties: &[String],
        limits: Limits,
    ) -> Result<Self, ConfigError> {
        let model = find(&config.model).ok_or_else(|| super::unknown(config))?;
        let info = model.info();
        let fail = |place, message| Err(ConfigError { place, message });
        let too_many = |found: usize, most: usize, counted: &str| {
            let message = format!(
                "a matrix has at most {most} fixes{counted}, found {found}; expected some of the model's, by name"
            );
            fail(ConfigPlace::Fix(most), message)
        };
        if fixes.len() > MAX_MATRIX_MEMBERS {
            return too_many(fixes.len(), MAX_MATRIX_MEMBERS, "");
        }
        let count = info.count_fixes(fixes);
        if count > MAX_MATRIX_FIXES {
            return too_many(count, MAX_MATRIX_FIXES, ", an exclusive group counted once");
        }
        for (at, fix) in fixes.iter().enumerate() {
            if info.fix_index(fix).is_none() {
                let ids: Vec<_> = info.fixes.iter().map(|fix| fix.id).collect();
                let message =
                    format!("there is no fix `{}`; expected some of {}", shorten(fix), ids.join(", "));
                return fail(ConfigPlace::Fix(at), message);
            }
            if fixes[..at].contains(fix) {
                return fail(ConfigPlace::Fix(at), format!("the fix `{fix}` is listed twice"));
            }
        }
        let base = info.beside(&config.fixes, fixes);
        let known = model.properties();
        let ask = Ask { properties: properties.to_vec(), limits, thorough: false };
        let place = ConfigPlace::Property;
        let question = ask.question(&known).map_err(|message| ConfigError { place, message })?;
        let properties = question.properties.iter().map(|&at| known[at].id.to_owned()).collect();
        let group = |fix: &String| info.fixes.iter().find(|known| known.id == fix)?.group;
        let groups: Vec<_> = fixes.iter().map(group).collect();
        let matrix = Matrix::new(fixes.to_vec(), &groups, properties);
        let job = Self { config: config.with_fixes(&base), ask, matrix, running: None };
        // What does not fit is told now, not in the middle.
        model.open(&job.config)?;
        Ok(job)
    }

    /// How many cells it has in the end.
    pub fn total(&self) -> usize {
        self.matrix.sets.len()
    }

    /// How many cells are there.
    pub fn done(&self) -> usize {
        self.matrix.cells.len()
    }

    /// How far the cell in work is.
    pub fn progress(&self) -> Option<Progress> {
        self.running.as_ref().map(|job| job.progress())
    }

    /// Goes on for about so many states. True while there is more to do.
    ///
    /// # Panics
    /// Never: the configuration was checked at the beginning.
    pub fn advance(&mut self, states: u32) -> bool {
        let cell = self.done();
        if cell == self.total() {
            return false;
        }
        let fixes = self.fixes_of(cell);
        let config = self.config.with_fixes(&fixes);
        let job = self
            .running
            .get_or_insert_with(|| check(&config, &self.ask).expect("every set of its fixes fits the model"));
        if !job.advance(states) {
            self.matrix.cells.push(Cell::new(&job.report(), &self.matrix.properties));
            self.running = None;
        }
        self.done() < self.total()
    }

    /// All fixes that are on in a cell, those outside the matrix included.
    pub fn fixes_of(&self, cell: usize) -> Vec<String> {
        self.config.fixes.iter().cloned().chain(self.matrix.fixes_of(cell)).collect()
    }

    /// The matrix as far as it is.
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }
}
