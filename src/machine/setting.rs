//! The real system's own settings beside a model's parameters: what stands for what, and what the system refuses.

use super::{Config, ModelInfo};
use std::fmt;

/// A setting of the real system, as a configuration of the model stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRow {
    /// The exact key.
    pub key: &'static str,
    /// What it sets, in sentence case.
    pub title: &'static str,
    /// What the configuration stands for, as the system would be given it.
    pub value: String,
    /// What the system takes when the key is not set.
    pub default: String,
    /// What the system takes and what it refuses.
    pub rule: &'static str,
    /// The model's parameter; none for one that only rules are about.
    pub parameter: Option<&'static str>,
    /// What that parameter comes to, as in `6 ticks`; empty without one.
    pub ticks: String,
}

/// What a configuration stands for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SettingTable {
    /// What the table is, in sentence case.
    pub title: &'static str,
    /// How the values come to ticks, and how long one is.
    pub about: String,
    /// The settings, in the order in which they are shown.
    pub rows: Vec<SettingRow>,
}

/// A model's settings: both ways between the system's values and the model's parameters.
#[derive(Debug)]
pub struct Settings {
    /// What a configuration stands for; nothing for one that does not fit the model.
    pub table: fn(&Config) -> SettingTable,
    /// The configuration after some settings were changed.
    pub change: Change,
}

/// The configuration after the settings of some lines, `KEY` and `VALUE`, with what is worth knowing about it. A value
/// that is empty stands for the system's default; what no line names stays.
pub type Change = fn(&Config, &[(String, String)]) -> Result<(Config, Vec<String>), SettingError>;

/// Why a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    /// The key, as the table has it; as it was given when there is no such key.
    pub key: String,
    /// The rule, in the system's words where it has words for it.
    pub message: String,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.message)
    }
}

impl std::error::Error for SettingError {}

impl Settings {
    /// What a model without settings answers.
    pub fn none(info: &ModelInfo) -> SettingError {
        SettingError { key: String::new(), message: format!("{} has no settings in real units", info.id) }
    }
}

/// What a *bounded* quantity comes to by arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// The property whose greatest value it gives.
    pub property: &'static str,
    /// The least that the greatest value can be, in ticks.
    pub least: u32,
    /// The most that it can be, in ticks.
    pub most: u32,
    /// How it is reckoned, in the system's words.
    pub formula: &'static str,
    /// The length of a tick, in microseconds.
    pub tick_us: u32,
    /// Where the model's count of ticks ends: what is longer is found as this.
    pub counted_to: u32,
}

impl ClosedForm {
    /// Whether a greatest value that was found, in ticks, agrees. A search that met its limit has found no more than some
    /// value, which contradicts only from above.
    pub fn agrees(&self, found: u32, exhaustive: bool) -> bool {
        found <= self.most && (!exhaustive || found >= self.least.min(self.counted_to))
    }

    /// The value in ticks and in seconds.
    pub fn value(&self) -> String {
        let seconds = |ticks: u32| super::seconds(ticks, self.tick_us);
        let ticks = if self.most == 1 { "tick" } else { "ticks" };
        match (self.least, self.most) {
            (least, most) if least == most => format!("{most} {ticks}, {} s", seconds(most)),
            (0, most) => format!("at most {most} {ticks}, {} s", seconds(most)),
            (least, most) => format!("{least} to {most} {ticks}, {} to {} s", seconds(least), seconds(most)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_form_agrees_within_its_bounds_and_a_limit_only_from_above() {
        let form =
            ClosedForm { property: "p", least: 2, most: 4, formula: "f", tick_us: 1_666_667, counted_to: 40 };
        let agrees = |found, exhaustive| form.agrees(found, exhaustive);
        assert!(agrees(2, true) && agrees(4, true) && agrees(1, false));
        assert!(!agrees(1, true) && !agrees(5, true) && !agrees(5, false));
        let long = ClosedForm { least: 50, most: 50, ..form };
        assert!(long.agrees(40, true) && !long.agrees(39, true));
    }

    #[test]
    fn values_of_closed_forms_in_words() {
        let told = |least, most| {
            ClosedForm { property: "p", least, most, formula: "f", tick_us: 1_666_667, counted_to: 40 }
                .value()
        };
        assert_eq!(told(3, 3), "3 ticks, 5 s");
        assert_eq!(told(1, 1), "1 tick, 1.7 s");
        assert_eq!(told(0, 6), "at most 6 ticks, 10 s");
        assert_eq!(told(2, 14), "2 to 14 ticks, 3.3 to 23.3 s");
    }
}
