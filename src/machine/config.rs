//! A configuration: which model, with which parameters, budgets and fixes.

use super::info::ids;
use super::{ModelInfo, ParameterKind, ShortMap};
use serde::Serialize;
use std::fmt;

/// The value of a parameter as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Value {
    /// A size or a duration.
    Number(u32),
    /// A choice.
    Word(String),
    /// A set.
    Words(Vec<String>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
            Self::Words(words) => f.write_str(&words.join("+")),
        }
    }
}

impl Default for Value {
    fn default() -> Self {
        Self::Number(0)
    }
}

/// What a run is played under, as written. Whatever is absent has the model's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Config {
    /// The model's id.
    pub model: String,
    /// Values by parameter id.
    pub parameters: ShortMap<String, Value>,
    /// Budgets by fault id.
    pub budgets: ShortMap<String, u32>,
    /// The ids of the fixes that are on.
    pub fixes: Vec<String>,
}

impl Config {
    /// The same under another set of fixes.
    #[must_use]
    pub fn with_fixes(&self, fixes: &[String]) -> Self {
        Self { fixes: fixes.to_vec(), ..self.clone() }
    }
}

impl Config {
    /// The same as flags of the command, as in `--model M --param init=empty --fault loss=1 --fix retry`.
    pub fn flags(&self) -> String {
        let mut flags = format!("--model {}", self.model);
        let parameters = self.parameters.iter().map(|(id, value)| format!(" --param {id}={value}"));
        let budgets = self.budgets.iter().map(|(id, amount)| format!(" --fault {id}={amount}"));
        let fixes = self.fixes.iter().map(|fix| format!(" --fix {fix}"));
        flags.extend(parameters.chain(budgets).chain(fixes));
        flags
    }

    /// The same with the model's defaults filled in, in the order in which the model declares them.
    #[must_use]
    pub fn filled(&self, info: &ModelInfo) -> Self {
        let parameter = |known: &super::ParameterInfo| {
            let value = self.parameters.get(known.id).cloned();
            (known.id.to_owned(), value.unwrap_or_else(|| known.kind.default_value()))
        };
        let budget = |known: &super::FaultInfo| {
            (known.id.to_owned(), self.budgets.get(known.id).copied().unwrap_or(known.default))
        };
        let fixes = info.fixes.iter().map(|fix| fix.id).filter(|id| self.fixes.iter().any(|fix| fix == id));
        Self {
            model: self.model.clone(),
            parameters: info.parameters.iter().map(parameter).collect(),
            budgets: info.faults.iter().map(budget).collect(),
            fixes: fixes.map(str::to_owned).collect(),
        }
    }
}

/// Where in a configuration an error is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigPlace {
    /// The model's id.
    Model,
    /// A parameter.
    Parameter(String),
    /// A budget.
    Budget(String),
    /// A fix, by its position in the list.
    Fix(usize),
    /// A property that is asked about.
    Property,
}

/// Why a configuration can't be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// Where.
    pub place: ConfigPlace,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ConfigError {}

/// A configuration that fits its model, defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    numbers: ShortMap<&'static str, u32>,
    choices: ShortMap<&'static str, &'static str>,
    sets: ShortMap<&'static str, Vec<&'static str>>,
    budgets: ShortMap<&'static str, u32>,
    fixes: Vec<&'static str>,
}

impl Resolved {
    /// Checks a configuration against what the model declares.
    ///
    /// # Errors
    /// Names the first value that is unknown, of the wrong kind, or out of range.
    pub fn new(info: &'static ModelInfo, config: &Config) -> Result<Self, ConfigError> {
        let mut resolved = Self {
            numbers: ShortMap::default(),
            choices: ShortMap::default(),
            sets: ShortMap::default(),
            budgets: ShortMap::default(),
            fixes: Vec::new(),
        };
        for parameter in info.parameters {
            resolved.default(parameter.id, &parameter.kind);
        }
        for fault in info.faults {
            resolved.budgets.insert(fault.id, fault.default);
        }
        for (id, value) in &config.parameters {
            let fail = |message| ConfigError { place: ConfigPlace::Parameter(id.clone()), message };
            let known = info.parameters.iter().find(|parameter| parameter.id == id).ok_or_else(|| {
                let expected = ids(info.parameters, |parameter| parameter.id);
                fail(format!("{} has no parameter `{}`; expected one of {expected}", info.id, shorten(id)))
            })?;
            resolved.set(known.id, &known.kind, value).map_err(fail)?;
        }
        for (id, &amount) in &config.budgets {
            let fail = |message| ConfigError { place: ConfigPlace::Budget(id.clone()), message };
            let fault = info.faults.iter().find(|fault| fault.id == id).ok_or_else(|| {
                let expected = ids(info.faults, |fault| fault.id);
                fail(format!("{} has no fault `{}`; expected one of {expected}", info.id, shorten(id)))
            })?;
            if amount > fault.max {
                return Err(fail(format!("`{id}` is {amount}; expected 0 to {}", fault.max)));
            }
            resolved.budgets.insert(fault.id, amount);
        }
        for (position, id) in config.fixes.iter().enumerate() {
            let fail = |message| ConfigError { place: ConfigPlace::Fix(position), message };
            let fix = info.fixes.iter().find(|fix| fix.id == id).ok_or_else(|| {
                let expected = ids(info.fixes, |fix| fix.id);
                fail(format!("{} has no fix `{}`; expected one of {expected}", info.id, shorten(id)))
            })?;
            if resolved.fixes.contains(&fix.id) {
                return Err(fail(format!("the fix `{id}` is listed twice")));
            }
            resolved.fixes.push(fix.id);
        }
        if let Some((position, message)) = info.clash(&config.fixes) {
            return Err(ConfigError { place: ConfigPlace::Fix(position), message });
        }
        Ok(resolved)
    }

    fn default(&mut self, id: &'static str, kind: &'static ParameterKind) {
        match kind {
            ParameterKind::Number { default, .. } => {
                self.numbers.insert(id, *default);
            }
            ParameterKind::Choice { default, .. } => {
                self.choices.insert(id, default);
            }
            ParameterKind::Set { default, .. } => {
                self.sets.insert(id, default.to_vec());
            }
        }
    }

    fn set(&mut self, id: &'static str, kind: &'static ParameterKind, value: &Value) -> Result<(), String> {
        match (kind, value) {
            (ParameterKind::Number { min, max, .. }, Value::Number(number)) => {
                if number < min || number > max {
                    return Err(format!("`{id}` is {number}; expected {min} to {max}"));
                }
                self.numbers.insert(id, *number);
            }
            (ParameterKind::Choice { options, .. }, Value::Word(word)) => {
                self.choices.insert(id, one_of(id, word, options)?);
            }
            (ParameterKind::Set { options, .. }, Value::Words(words)) => {
                if words.is_empty() {
                    return Err(format!("`{id}` is empty; expected some of {}", options.join(", ")));
                }
                let mut chosen = Vec::new();
                for word in words {
                    let word = one_of(id, word, options)?;
                    if chosen.contains(&word) {
                        return Err(format!("`{id}` lists {word} twice"));
                    }
                    chosen.push(word);
                }
                self.sets.insert(id, chosen);
            }
            (ParameterKind::Number { min, max, .. }, _) => {
                return Err(format!("`{id}` is {value}; expected a whole number, {min} to {max}"));
            }
            (ParameterKind::Choice { options, .. }, _) => {
                return Err(format!("`{id}` is {value}; expected one of {}", options.join(", ")));
            }
            (ParameterKind::Set { options, .. }, _) => {
                return Err(format!("`{id}` is {value}; expected a list of some of {}", options.join(", ")));
            }
        }
        Ok(())
    }

    /// The value of a number.
    ///
    /// # Panics
    /// When the model declares no such number, as the next three do for theirs.
    pub fn number(&self, id: &str) -> u32 {
        self.numbers[id]
    }

    /// The word of a choice.
    pub fn choice(&self, id: &str) -> &'static str {
        self.choices[id]
    }

    /// The words of a set.
    pub fn set_of(&self, id: &str) -> &[&'static str] {
        &self.sets[id]
    }

    /// The budget of a fault.
    pub fn budget(&self, id: &str) -> u32 {
        self.budgets[id]
    }

    /// Whether a fix is on.
    pub fn has_fix(&self, id: &str) -> bool {
        self.fixes.contains(&id)
    }
}

fn one_of(id: &str, word: &str, options: &[&'static str]) -> Result<&'static str, String> {
    let found = options.iter().find(|option| **option == word).copied();
    found.ok_or_else(|| format!("`{id}` has `{}`; expected one of {}", shorten(word), options.join(", ")))
}

/// Outside text within a message, cut to a readable length.
pub(crate) fn shorten(text: &str) -> String {
    let mut out: String = text.chars().take(60).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}
