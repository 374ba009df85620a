//! Exclusive groups of fixes: several values of one fix, of which at most one is on.

use super::info::ids;
use super::{FixInfo, ModelInfo};

impl ModelInfo {
    /// The fixes of which at most one is on, this one included; none for a fix that stands alone.
    pub fn group_of(&self, fix: &str) -> impl Iterator<Item = &'static FixInfo> {
        let group = self.fix(fix).and_then(|fix| fix.group);
        self.fixes.iter().filter(move |other| group.is_some() && other.group == group)
    }

    /// Whether two fixes are different ones of a group.
    pub fn excludes(&self, fix: &str, other: &str) -> bool {
        fix != other && self.group_of(fix).any(|fix| fix.id == other)
    }

    /// The first fix of a list that one before it excludes: its position, and what to say about it.
    pub fn clash(&self, fixes: &[String]) -> Option<(usize, String)> {
        let before = |at: usize| fixes[..at].iter().find(|other| self.excludes(&fixes[at], other));
        let (at, other) = (0..fixes.len()).find_map(|at| Some((at, before(at)?)))?;
        let group: Vec<_> = self.group_of(other).collect();
        let expected = ids(&group, |fix| fix.id);
        Some((
            at,
            format!("`{other}` and `{}` exclude each other; expected at most one of {expected}", fixes[at]),
        ))
    }

    /// How many fixes a list comes to, a group counted once.
    pub fn count_fixes(&self, fixes: &[String]) -> usize {
        let counts = |&at: &usize| !fixes[..at].iter().any(|other| self.excludes(&fixes[at], other));
        (0..fixes.len()).filter(counts).count()
    }

    /// The fixes that are on and stay so beside those of a matrix: others, and none that one of the matrix excludes.
    pub fn beside(&self, on: &[String], matrix: &[String]) -> Vec<String> {
        let stays = |fix: &&String| !matrix.iter().any(|own| own == *fix || self.excludes(own, fix));
        on.iter().filter(stays).cloned().collect()
    }

    /// The fixes that are on after one was switched, in the model's order. Switched on, it switches the others of its
    /// group off.
    pub fn toggled(&self, on: &[String], fix: &str) -> Vec<String> {
        let was_on = |id: &str| on.iter().any(|on| on == id);
        let switched_on = !was_on(fix);
        let is_on = |known: &&FixInfo| {
            if known.id == fix {
                return switched_on;
            }
            was_on(known.id) && !(switched_on && self.excludes(fix, known.id))
        };
        self.fixes.iter().filter(is_on).map(|known| known.id.to_owned()).collect()
    }

    fn fix(&self, id: &str) -> Option<&'static FixInfo> {
        self.fixes.iter().find(|fix| fix.id == id)
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::{Config, ConfigPlace, FixInfo, LogLayout, ModelInfo, Resolved, System};

    const fn fix(id: &'static str, group: Option<&'static str>) -> FixInfo {
        FixInfo { id, title: id, changes: "", source: "", group }
    }

    static INFO: ModelInfo = ModelInfo {
        id: "toy",
        version: 1,
        title: "",
        system: System::DruidKubernetes,
        summary: "",
        versions: "",
        parameters: &[],
        faults: &[],
        fixes: &[
            fix("guard", None),
            fix("drain", Some("pool")),
            fix("late_pool", Some("pool")),
            fix("tolerate", None),
            fix("release_after_join", Some("release")),
            fix("release_without_join", Some("release")),
        ],
        leaves_out: &[],
        log_layout: LogLayout::Druid,
        templates: &[],
    };

    fn list(fixes: &[&str]) -> Vec<String> {
        fixes.iter().map(|&fix| fix.to_owned()).collect()
    }

    fn resolved(fixes: &[&str]) -> Result<Resolved, (ConfigPlace, String)> {
        let config = Config { model: "toy".into(), fixes: list(fixes), ..Config::default() };
        Resolved::new(&INFO, &config).map_err(|error| (error.place, error.message))
    }

    #[test]
    fn two_fixes_of_a_group_are_refused_by_name() {
        assert!(resolved(&["drain", "guard", "release_without_join", "tolerate"]).is_ok());
        let message = "`late_pool` and `drain` exclude each other; expected at most one of drain, late_pool";
        let error = resolved(&["late_pool", "guard", "drain"]).unwrap_err();
        assert_eq!(error, (ConfigPlace::Fix(2), message.into()));
    }

    #[test]
    fn a_group_counts_as_one_fix() {
        let all: Vec<_> = INFO.fixes.iter().map(|fix| fix.id.to_owned()).collect();
        assert_eq!([INFO.count_fixes(&all), INFO.count_fixes(&all[..3]), INFO.count_fixes(&[])], [4, 2, 0]);
        assert_eq!(
            INFO.count_fixes(&list(&["tolerate", "guard"])),
            2,
            "fixes without a group exclude nothing"
        );
    }

    #[test]
    fn a_matrix_decides_about_its_fixes_and_their_groups() {
        let on = list(&["tolerate", "drain", "release_after_join"]);
        assert_eq!(INFO.beside(&on, &list(&["guard", "late_pool", "release_after_join"])), ["tolerate"]);
        assert_eq!(INFO.beside(&on, &[]), on);
    }

    #[test]
    fn a_fix_that_is_switched_on_switches_its_group_off() {
        let on = list(&["guard", "drain", "release_after_join"]);
        assert_eq!(INFO.toggled(&on, "late_pool"), ["guard", "late_pool", "release_after_join"]);
        assert_eq!(INFO.toggled(&on, "drain"), ["guard", "release_after_join"]);
        assert_eq!(INFO.toggled(&on, "tolerate"), ["guard", "drain", "tolerate", "release_after_join"]);
        assert_eq!(INFO.toggled(&on, "guard"), ["drain", "release_after_join"]);
        assert_eq!(INFO.group_of("drain").map(|fix| fix.id).collect::<Vec<_>>(), ["drain", "late_pool"]);
        assert_eq!(INFO.group_of("guard").count(), 0);
    }
}
