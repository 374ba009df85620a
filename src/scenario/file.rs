//! The types of a scenario file. The JSON Schema is generated from these.

use crate::check::Verdict;
use crate::machine::{Config, Event, Freshness, ShortMap, Value};
use crate::trace::{Note, PropertyOutcome, Trace, tidy_notes};
use serde::Serialize;

/// The format that this version reads and writes.
pub const FORMAT: u32 = 1;

/// A scenario: a configuration, a schedule, the story told with it, and what is expected of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The address of the schema, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The format of the file: 1.
    pub format: u32,
    /// The id: the file name without `.json`.
    pub id: String,
    /// The title.
    pub title: String,
    /// The question that brings a reader here.
    pub question: Question,
    /// Whether the start page proposes it as the first one to open.
    #[serde(default, skip_serializing_if = "is_false")]
    pub start_here: bool,
    /// Two or three sentences on what happens.
    pub summary: String,
    /// The model's id.
    pub model: String,
    /// Parameters that differ from the model's defaults.
    #[serde(default, skip_serializing_if = "ShortMap::is_empty")]
    pub parameters: ShortMap<String, Value>,
    /// Fault budgets that differ from the model's defaults.
    #[serde(default, skip_serializing_if = "ShortMap::is_empty")]
    pub budgets: ShortMap<String, u32>,
    /// The fixes that are on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<String>,
    /// The fixes and properties of its fix matrix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Matrix>,
    /// The events, in order.
    pub schedule: Vec<Event>,
    /// The story.
    pub narration: Narration,
    /// Readers' annotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// What the run comes to, with and without fixes.
    pub expect: Vec<Expectation>,
    /// The task of a lesson.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// What the report claims, held against the code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// The log lines that tell this story from its look-alikes: parts of messages, or whole templates, that the log of
    /// one node has in this order. What begins with `without ` is not printed between its neighbours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signature: Vec<String>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<String>,
    /// The versions of the real system it applies to.
    pub versions: String,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// The real release on which the run was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Confirmed>,
}

/// The question that a reader brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Who is the leader, really?
    #[default]
    WhoIsLeader,
    /// Why did it lose leadership?
    WhyLost,
    /// Why does it not come back?
    WhyNotBack,
    /// Is this error during shutdown dangerous?
    IsErrorDangerous,
    /// What happens to my work?
    WhatHappensToWork,
    /// Which setting helps?
    WhichSettingHelps,
}

impl Question {
    /// All questions, in the order of the start page.
    pub const ALL: [Self; 6] = [
        Self::WhoIsLeader,
        Self::WhyLost,
        Self::WhyNotBack,
        Self::IsErrorDangerous,
        Self::WhatHappensToWork,
        Self::WhichSettingHelps,
    ];

    /// The question as asked.
    pub fn text(self) -> &'static str {
        match self {
            Self::WhoIsLeader => "Who is the leader, really?",
            Self::WhyLost => "Why did it lose leadership?",
            Self::WhyNotBack => "Why does it not come back?",
            Self::IsErrorDangerous => "Is this error during shutdown dangerous?",
            Self::WhatHappensToWork => "What happens to my work?",
            Self::WhichSettingHelps => "Which setting helps?",
        }
    }

    /// The word in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::WhoIsLeader => "who-is-leader",
            Self::WhyLost => "why-lost",
            Self::WhyNotBack => "why-not-back",
            Self::IsErrorDangerous => "is-error-dangerous",
            Self::WhatHappensToWork => "what-happens-to-work",
            Self::WhichSettingHelps => "which-setting-helps",
        }
    }
}

/// The fixes and properties of a fix matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// At most six fixes, an exclusive group counted once.
    pub fixes: Vec<String>,
    /// The properties asked for.
    pub properties: Vec<String>,
}

/// The story.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Narration {
    /// What the report concluded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// What the code does, where the two differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What to notice at a step; step 0 is the initial state.
    pub steps: Vec<StepText>,
}

/// A text for one step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StepText {
    /// The step, counted from 1; 0 is the initial state.
    pub step: usize,
    /// The text.
    pub text: String,
}

/// What the schedule comes to under one set of fixes, after settling, and what is so in every order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The fixes that are on.
    pub fixes: Vec<String>,
    /// By property.
    #[serde(default, skip_serializing_if = "ShortMap::is_empty")]
    pub outcome: ShortMap<String, OutcomeWord>,
    /// By key.
    #[serde(default, skip_serializing_if = "ShortMap::is_empty")]
    pub keys: ShortMap<String, FreshnessWord>,
    /// The first step that differs from the run under the scenario's own fixes; 0 for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diverges_at: Option<usize>,
    /// By property, the verdict over all orders of all events, proved by exhaustive search.
    #[serde(default, skip_serializing_if = "ShortMap::is_empty")]
    pub verdicts: ShortMap<String, VerdictWord>,
}

impl Expectation {
    /// Whether there is anything in it that a run or a search can be held against.
    pub fn says_something(&self) -> bool {
        !(self.outcome.is_empty()
            && self.keys.is_empty()
            && self.verdicts.is_empty()
            && self.diverges_at.is_none())
    }
}

/// A verdict over all orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum VerdictWord {
    /// It holds in every order.
    #[default]
    Holds,
    /// Some order breaks it.
    Violated,
}

impl VerdictWord {
    /// The verdict it stands for.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Holds => Verdict::Holds,
            Self::Violated => Verdict::Violated,
        }
    }
}

/// What becomes of a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OutcomeWord {
    /// The run keeps it.
    #[default]
    Holds,
    /// The run breaks it.
    Violated,
    /// Its goal can't be reached any more without a fault.
    Lost,
}

impl OutcomeWord {
    /// The outcome it stands for.
    pub fn outcome(self) -> PropertyOutcome {
        match self {
            Self::Holds => PropertyOutcome::Holds,
            Self::Violated => PropertyOutcome::Violated,
            Self::Lost => PropertyOutcome::Lost,
        }
    }
}

/// How good a key's value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FreshnessWord {
    /// Of the present leader's present session.
    #[default]
    Fresh,
    /// Of an older session or a vanished process.
    Stale,
    /// Not there.
    Missing,
}

impl FreshnessWord {
    /// The freshness it stands for.
    pub fn freshness(self) -> Freshness {
        match self {
            Self::Fresh => Freshness::Fresh,
            Self::Stale => Freshness::Stale,
            Self::Missing => Freshness::Missing,
        }
    }
}

/// The task of a lesson: bring a property about, or keep it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// The property to break; either this or `prevent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<String>,
    /// The property to keep; either this or `reach`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prevent: Option<String>,
    /// Within how many steps.
    pub within: usize,
    /// Hints, the gentlest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
}

impl Goal {
    /// The property to break or to keep.
    pub fn property(&self) -> Option<&str> {
        self.reach.as_deref().or(self.prevent.as_deref())
    }
}

/// A claim of the report, held against the code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What the report says, in our words.
    pub report: String,
    /// Whether it is so.
    pub verdict: ClaimVerdict,
    /// Why.
    pub evidence: String,
    /// The step that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// A part of the message of a log line that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The property whose verdict over all orders shows it; goes with `expect`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// The fixes of that verdict; the scenario's own when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixes: Option<Vec<String>>,
    /// Fault budgets of that verdict that are below the scenario's.
    #[serde(default, skip_serializing_if = "ShortMap::is_empty")]
    pub budgets: ShortMap<String, u32>,
    /// That verdict, which is never shown: readers see what the check computes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<VerdictWord>,
}

/// Whether a claim of the report is so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ClaimVerdict {
    /// It is.
    #[default]
    Confirmed,
    /// It is not.
    Wrong,
    /// Some of it is.
    Half,
}

/// Where facts come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// What it is.
    pub title: String,
    /// Its address, `https` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// The real release on which the run was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Confirmed {
    /// The release, as in `Flink 2.3.0`.
    pub on: String,
    /// The date of the record, as in `2026-11-29`.
    pub date: String,
    /// The record.
    pub record: String,
}

impl Scenario {
    /// The configuration under the scenario's own fixes.
    pub fn config(&self) -> Config {
        Config {
            model: self.model.clone(),
            parameters: self.parameters.clone(),
            budgets: self.budgets.clone(),
            fixes: self.fixes.clone(),
        }
    }

    /// Its run, at the beginning, with its notes.
    pub fn trace(&self) -> Trace {
        let mut trace = Trace::new(self.config(), self.schedule.clone());
        trace.branches[0].notes = tidy_notes(&self.notes, self.schedule.len());
        trace
    }

    /// The narration of a step.
    pub fn text_at(&self, step: usize) -> Option<&str> {
        self.narration.steps.iter().find(|text| text.step == step).map(|text| text.text.as_str())
    }
}

/// For serde: leaves out a flag that is not set.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}
