//! The fix matrix: every set of fixes against every property, and what that says about each fix.

use super::limits::Limit;
use super::report::{Finding, Report, Verdict};
use crate::machine::sort_short;
use serde::Serialize;
use std::cmp::Reverse;

/// The most fixes of a matrix, an exclusive group counted once: 256 sets where there is no group.
pub const MAX_MATRIX_FIXES: usize = 8;

/// The most fixes of a matrix, each of a group counted. That bounds the sets: 6,561 of eight groups of two.
pub const MAX_MATRIX_MEMBERS: usize = 16;

/// Every set of some fixes that go together, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Matrix {
    /// The fixes.
    pub fixes: Vec<String>,
    /// The properties.
    pub properties: Vec<String>,
    /// The sets, ascending; the first is the one without any. Bit `n` says whether fix `n` is on.
    pub sets: Vec<u32>,
    /// One a set, in their order.
    pub cells: Vec<Cell>,
}

/// One set of fixes, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    /// A matrix without a cell yet: all sets of the fixes with at most one of each group. `groups` has one entry a fix.
    ///
    /// # Panics
    /// When there are more than [`MAX_MATRIX_MEMBERS`] fixes.
    pub fn new(fixes: Vec<String>, groups: &[Option<&str>], properties: Vec<String>) -> Self {
        assert!(fixes.len() <= MAX_MATRIX_MEMBERS && groups.len() == fixes.len(), "the fixes are bounded");
        let members = |group: &str| {
            let members = groups.iter().enumerate().filter(|(_, other)| **other == Some(group));
            members.map(|(bit, _)| 1 << bit).sum::<u32>()
        };
        let masks: Vec<u32> = groups.iter().flatten().map(|group| members(group)).collect();
        let fits = |set: &u32| masks.iter().all(|mask| (set & mask).count_ones() < 2);
        let sets = (0..1 << fixes.len()).filter(fits).collect();
        Self { fixes, properties, sets, cells: Vec::new() }
    }

    /// The fixes that are on in a cell.
    pub fn fixes_of(&self, cell: usize) -> Vec<String> {
        let set = self.sets[cell];
        let on = self.fixes.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0);
        on.map(|(_, fix)| fix.clone()).collect()
    }

    /// The positions of the cells, smaller sets first, each size in the order of the fixes.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        let rank = |cell: usize| {
            let set = self.sets[cell];
            (set.count_ones(), Reverse(set.reverse_bits()))
        };
        sort_short(&mut order, |&a, &b| rank(a) < rank(b));
        order
    }

    /// The minimal sets of fixes, as cells, under which all of these properties hold: no fix of such a set
    /// can be left out. Properties are positions.
    pub fn minimal(&self, properties: &[usize]) -> Vec<usize> {
        let holds = |cell: usize| properties.iter().all(|&property| self.cells[cell].holds(property));
        let sufficient: Vec<usize> = self.order().into_iter().filter(|&cell| holds(cell)).collect();
        let is_part = |part: usize, of: usize| part != of && self.sets[part] & !self.sets[of] == 0;
        let is_minimal = |&cell: &usize| !sufficient.iter().any(|&other| is_part(other, cell));
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

    /// Sets that are enough, in words. Without one, a limit that was reached leaves the question open.
    pub fn sets_told(&self, cells: &[usize], joint: &str) -> String {
        let sets: Vec<_> = cells.iter().map(|&cell| self.fixes_of(cell)).collect();
        if sets.iter().any(Vec::is_empty) {
            return "holds without a fix".into();
        }
        let sets: Vec<_> = sets.iter().map(|fixes| fixes.join(" + ")).collect();
        self.told(&sets, joint, "no set of these")
    }

    /// Fixes without effect, or that only move the failure, in words.
    pub fn fixes_told(&self, fixes: &[String]) -> String {
        self.told(fixes, ", ", "none")
    }

    fn told(&self, words: &[String], joint: &str, nothing: &str) -> String {
        match (words.is_empty(), self.is_limited()) {
            (false, _) => words.join(joint),
            (true, true) => "none known: a limit was reached".into(),
            (true, false) => nothing.into(),
        }
    }

    fn with(&self, effect: Effect) -> Vec<String> {
        let fixes = self.fixes.iter().enumerate();
        fixes.filter(|(bit, _)| self.effect(*bit) == effect).map(|(_, fix)| fix.clone()).collect()
    }

    /// What a fix does where it is switched on and nothing is switched off for it.
    fn effect(&self, bit: usize) -> Effect {
        let mut effect = Effect::None;
        for (off, set) in self.sets.iter().enumerate().filter(|(_, set)| *set >> bit & 1 == 0) {
            // Not so where another one of its group is on.
            let Ok(on) = self.sets.binary_search(&(set | 1 << bit)) else { continue };
            let (without, with) = (&self.cells[off].findings, &self.cells[on].findings);
            for (without, with) in without.iter().zip(with) {
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
        grouped([None; 3], &lengths)
    }

    /// The same with groups: the lengths of the sets that fit.
    fn grouped(groups: [Option<&str>; 3], lengths: &[Option<usize>]) -> Matrix {
        let cell = |&length: &Option<usize>| Cell {
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
        let fixes = ["a", "b", "c"].map(str::to_owned).to_vec();
        let empty = Matrix::new(fixes, &groups, vec!["p".into()]);
        assert_eq!(empty.sets.len(), lengths.len());
        Matrix { cells: lengths.iter().map(cell).collect(), ..empty }
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

    const GROUP: [Option<&str>; 3] = [Some("g"), None, Some("g")];

    #[test]
    fn at_most_one_fix_of_a_group_is_in_a_set() {
        let matrix = grouped(GROUP, &[None; 6]);
        assert_eq!(matrix.sets, [0b000, 0b001, 0b010, 0b011, 0b100, 0b110]);
        let sets: Vec<_> = matrix.order().into_iter().map(|cell| matrix.fixes_of(cell).concat()).collect();
        assert_eq!(sets, ["", "a", "b", "c", "ab", "bc"]);
    }

    #[test]
    fn a_group_of_n_has_one_position_more() {
        let names = |count: usize| (0..count).map(|at| format!("f{at}")).collect();
        let sets = |groups: &[Option<&str>]| Matrix::new(names(groups.len()), groups, Vec::new()).sets.len();
        let (release, pool) = (Some("release"), Some("pool"));
        assert_eq!(sets(&[]), 1);
        assert_eq!(sets(&[None, release, pool, pool, None, release]), 2 * 2 * 3 * 3);
        assert_eq!(sets(&[pool; 5]), 6);
        let eight: Vec<_> = "aabbccddeeffgghh".split("").filter(|name| !name.is_empty()).map(Some).collect();
        assert_eq!((eight.len(), sets(&eight)), (MAX_MATRIX_MEMBERS, 6_561));
    }

    #[test]
    fn minimal_sets_with_a_group_name_each_of_its_fixes_that_will_do() {
        // `a` needs `b`, `c` is enough by itself and `b` does nothing to it.
        let matrix = grouped(GROUP, &[Some(3), Some(3), Some(3), None, None, None]);
        let sets: Vec<_> = matrix.minimal_for_all().into_iter().map(|cell| matrix.fixes_of(cell)).collect();
        assert_eq!(sets, [vec!["c"], vec!["a", "b"]]);
    }

    #[test]
    fn a_fix_of_a_group_is_compared_with_none_of_it_and_not_with_another() {
        // `c` only moves the failure of the sets without `a`; `a`, which excludes it, does nothing.
        let matrix = grouped(GROUP, &[Some(3), Some(3), Some(3), Some(3), Some(5), Some(5)]);
        assert_eq!((matrix.inert(), matrix.moves()), (vec!["a".into(), "b".into()], vec!["c".to_owned()]));
    }
}
