//! The fix matrix: every set of fixes against every property, and what that says about each fix.

use super::limits::Limit;
use super::report::{Finding, Report, Verdict};
use crate::machine::sort_short;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// The most fixes of a matrix: 256 sets.
pub const MAX_MATRIX_FIXES: usize = 8;

/// Every set of some fixes, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matrix {
    /// The fixes. Bit `n` of a cell's position says whether fix `n` is on.
    pub fixes: Vec<String>,
    /// The properties.
    pub properties: Vec<String>,
    /// One a set of fixes; the first is the set without any.
    pub cells: Vec<Cell>,
}

/// One set of fixes, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// States found.
    pub states: u32,
    /// The greatest depth of a state, in steps.
    pub depth: u32,
    /// The limit that ended the search.
    pub limit: Option<Limit>,
    /// One a property, in the order of the matrix.
    pub findings: Vec<Finding>,
}

impl Cell {
    /// The cell of a report.
    ///
    /// # Panics
    /// When the report has nothing about one of the properties.
    pub fn new(report: &Report, properties: &[String]) -> Self {
        let finding = |id: &String| report.finding(id).expect("every property was asked for").clone();
        let findings = properties.iter().map(finding).collect();
        Self { states: report.states, depth: report.depth, limit: report.limit, findings }
    }

    fn holds(&self, property: usize) -> bool {
        self.findings[property].verdict == Verdict::Holds
    }
}

/// What a fix does over all sets without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// No verdict and no shortest length changes.
    None,
    /// Shortest lengths change, no verdict does.
    Moves,
    /// A verdict changes, or a limit leaves that open.
    Decides,
}

impl Matrix {
    /// The fixes that are on in a cell.
    pub fn fixes_of(&self, cell: usize) -> Vec<String> {
        let on = self.fixes.iter().enumerate().filter(|(bit, _)| cell >> bit & 1 != 0);
        on.map(|(_, fix)| fix.clone()).collect()
    }

    /// The positions of the cells, smaller sets first, each size in the order of the fixes.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        let rank = |cell: usize| (cell.count_ones(), Reverse(cell.reverse_bits()));
        sort_short(&mut order, |&a, &b| rank(a) < rank(b));
        order
    }

    /// The minimal sets of fixes, as cells, under which all of these properties hold: no fix of such a set
    /// can be left out. Properties are positions.
    pub fn minimal(&self, properties: &[usize]) -> Vec<usize> {
        let holds = |cell: usize| properties.iter().all(|&property| self.cells[cell].holds(property));
        let sufficient: Vec<usize> = self.order().into_iter().filter(|&cell| holds(cell)).collect();
        let is_minimal =
            |&cell: &usize| !sufficient.iter().any(|&other| other != cell && other & cell == other);
        sufficient.iter().copied().filter(is_minimal).collect()
    }

    /// The minimal sets for all properties of the matrix.
    pub fn minimal_for_all(&self) -> Vec<usize> {
        self.minimal(&(0..self.properties.len()).collect::<Vec<_>>())
    }

    /// Fixes that change no verdict and no shortest length in any set.
    pub fn inert(&self) -> Vec<String> {
        self.with(Effect::None)
    }

    /// Fixes that change no verdict, and a shortest length in some set: they only move the failure.
    pub fn moves(&self) -> Vec<String> {
        self.with(Effect::Moves)
    }

    /// Whether a limit was reached in some cell.
    pub fn is_limited(&self) -> bool {
        self.cells.iter().any(|cell| cell.limit.is_some())
    }

    fn with(&self, effect: Effect) -> Vec<String> {
        let fixes = self.fixes.iter().enumerate();
        fixes.filter(|(bit, _)| self.effect(*bit) == effect).map(|(_, fix)| fix.clone()).collect()
    }

    fn effect(&self, bit: usize) -> Effect {
        let mut effect = Effect::None;
        for off in (0..self.cells.len()).filter(|cell| cell >> bit & 1 == 0) {
            let (without, with) = (&self.cells[off], &self.cells[off | 1 << bit]);
            for (without, with) in without.findings.iter().zip(&with.findings) {
                if without.verdict != with.verdict || with.verdict == Verdict::Limit {
                    return Effect::Decides;
                }
                if without.length() != with.length() {
                    effect = Effect::Moves;
                }
            }
        }
        effect
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Counterexample;
    use crate::machine::{Event, Kind};

    /// A matrix of one property over three fixes: by set, the length of the shortest counterexample.
    fn matrix(lengths: [Option<usize>; 8]) -> Matrix {
        let cell = |length: Option<usize>| Cell {
            states: 1,
            depth: 0,
            limit: None,
            findings: vec![Finding {
                property: "p".into(),
                kind: Kind::Always,
                verdict: if length.is_some() { Verdict::Violated } else { Verdict::Holds },
                counterexample: length.map(|length| Counterexample {
                    initial: 0,
                    events: vec![Event::new("e").unwrap(); length],
                    faults: 0,
                    switches: 0,
                }),
                range: None,
                fewest_faults: None,
                fewest_switches: None,
            }],
        };
        Matrix {
            fixes: ["a", "b", "c"].map(str::to_owned).to_vec(),
            properties: vec!["p".into()],
            cells: lengths.map(cell).to_vec(),
        }
    }

    #[test]
    fn minimal_sets_and_what_each_fix_does() {
        // `a` and `b` together hold, `c` only moves the failure.
        let matrix = matrix([Some(3), Some(3), Some(3), None, Some(4), Some(4), Some(4), None]);
        assert_eq!(matrix.minimal_for_all(), [0b011]);
        assert_eq!((matrix.inert(), matrix.moves()), (Vec::new(), vec!["c".to_owned()]));
    }

    #[test]
    fn a_fix_without_effect_is_inert() {
        let matrix = matrix([Some(3), None, Some(3), None, Some(3), None, Some(3), None]);
        assert_eq!(matrix.inert(), ["b", "c"]);
        assert_eq!(matrix.minimal_for_all(), [0b001]);
    }

    #[test]
    fn a_limit_leaves_open_what_a_fix_does() {
        let mut matrix = matrix([Some(3); 8]);
        matrix.cells[4].findings[0].verdict = Verdict::Limit;
        assert!(matrix.inert().is_empty() && matrix.moves().is_empty());
        assert!(matrix.minimal_for_all().is_empty());
    }

    #[test]
    fn smaller_sets_come_first_in_the_order_of_the_fixes() {
        let order: Vec<_> = matrix([None; 8]).order();
        assert_eq!(order, [0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111]);
    }
}
