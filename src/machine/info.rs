//! What a model declares of itself: parameters, faults, fixes, limits.

use super::{LogTemplate, Value, shorten};

/// A model as data, the same on the page, in the command and in the schema of scenario files.
#[derive(Debug)]
pub struct ModelInfo {
    /// The id, as in `flink-election`.
    pub id: &'static str,
    /// Raised whenever a run recorded before may replay differently.
    pub version: u32,
    /// A title in sentence case.
    pub title: &'static str,
    /// The system it models.
    pub system: System,
    /// What it models, in one or two sentences.
    pub summary: &'static str,
    /// Which releases of the real system it stands for.
    pub versions: &'static str,
    /// Sizes and choices.
    pub parameters: &'static [ParameterInfo],
    /// Actions of the environment, each with a budget.
    pub faults: &'static [FaultInfo],
    /// Toggles that change the model.
    pub fixes: &'static [FixInfo],
    /// What the model leaves out, shown beside every verdict.
    pub leaves_out: &'static [&'static str],
    /// How the real system lays out a log line.
    pub log_layout: LogLayout,
    /// Every line that it can print.
    pub templates: &'static [&'static LogTemplate],
}

/// A real system with models here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum System {
    /// Apache Flink on Kubernetes.
    #[default]
    Flink,
    /// Apache Druid on Kubernetes.
    DruidKubernetes,
    /// Apache Druid with Consul.
    DruidConsul,
}

impl System {
    /// All systems, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Flink, Self::DruidKubernetes, Self::DruidConsul];

    /// A short id for filters and links.
    pub fn id(self) -> &'static str {
        match self {
            Self::Flink => "flink",
            Self::DruidKubernetes => "druid-k8s",
            Self::DruidConsul => "druid-consul",
        }
    }

    /// The name a reader knows.
    pub fn title(self) -> &'static str {
        match self {
            Self::Flink => "Flink on Kubernetes",
            Self::DruidKubernetes => "Druid on Kubernetes",
            Self::DruidConsul => "Druid on Consul",
        }
    }
}

/// A size, a choice or a set.
#[derive(Debug)]
pub struct ParameterInfo {
    /// The id, as in files and links.
    pub id: &'static str,
    /// A title in sentence case.
    pub title: &'static str,
    /// What values it takes.
    pub kind: ParameterKind,
}

/// The values a parameter takes, and its default.
#[derive(Debug)]
pub enum ParameterKind {
    /// A whole number within bounds, both included.
    Number {
        /// The least value.
        min: u32,
        /// The greatest value.
        max: u32,
        /// The value when none is given.
        default: u32,
    },
    /// One of these words.
    Choice {
        /// The words.
        options: &'static [&'static str],
        /// The word when none is given.
        default: &'static str,
    },
    /// A non-empty set of these words.
    Set {
        /// The words.
        options: &'static [&'static str],
        /// The set when none is given.
        default: &'static [&'static str],
    },
}

impl ParameterKind {
    /// A value as it is written in a link or on a command line, where only the kind tells a word from a set
    /// of one. What does not fit is left for the model to refuse.
    pub fn read(&self, text: &str) -> Value {
        match self {
            Self::Number { .. } => text.parse().map_or_else(|_| Value::Word(shorten(text)), Value::Number),
            Self::Choice { .. } => Value::Word(text.to_owned()),
            Self::Set { .. } => {
                let words = text.split(['+', ',', ' ']).filter(|word| !word.is_empty());
                Value::Words(words.map(str::to_owned).collect())
            }
        }
    }

    /// The value when none is given.
    pub fn default_value(&self) -> Value {
        match self {
            Self::Number { default, .. } => Value::Number(*default),
            Self::Choice { default, .. } => Value::Word((*default).to_owned()),
            Self::Set { default, .. } => Value::Words(default.iter().map(|&word| word.to_owned()).collect()),
        }
    }
}

/// A fault the environment may use, as often as its budget says.
#[derive(Debug)]
pub struct FaultInfo {
    /// The id, as in files and links.
    pub id: &'static str,
    /// A title in sentence case.
    pub title: &'static str,
    /// The greatest budget.
    pub max: u32,
    /// The budget when none is given.
    pub default: u32,
}

/// A toggle that changes the model.
#[derive(Debug)]
pub struct FixInfo {
    /// The id, as in files and links.
    pub id: &'static str,
    /// A title in sentence case.
    pub title: &'static str,
    /// What it changes in the model, in one sentence.
    pub changes: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The exclusive group it is one of: at most one fix of a group is on.
    pub group: Option<&'static str>,
}

/// How a log line is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLayout {
    /// `2026-07-15 09:00:00,000 INFO  logger [] - message`
    Flink,
    /// `2026-07-15T09:00:00,000 INFO [thread] logger - message`
    Druid,
}

impl ModelInfo {
    /// The position of a fix.
    pub fn fix_index(&self, id: &str) -> Option<usize> {
        self.fixes.iter().position(|fix| fix.id == id)
    }

    /// The notation of model and version, as in `flink-election 1`.
    pub fn versioned(&self) -> String {
        format!("{} {}", self.id, self.version)
    }
}

/// The ids of a table, for messages: `a, b, c`.
pub(crate) fn ids<T>(table: &[T], id: impl Fn(&T) -> &'static str) -> String {
    let ids: Vec<_> = table.iter().map(id).collect();
    if ids.is_empty() { "none".into() } else { ids.join(", ") }
}
