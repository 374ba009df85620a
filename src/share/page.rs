//! What a link says, before any model has been asked about it.

use crate::machine::{Event, ShortMap, Value};
use crate::model;
use crate::scenario::Scenario;
use crate::trace::{Branch, Note, Trace, tidy_notes};

/// A page that a link opens.
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The start page.
    Start {
        /// The id of the system that the list is filtered by.
        system: Option<String>,
    },
    /// A run.
    Run(Link),
}

/// What a run starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A scenario, by id.
    Scenario(String),
    /// A model without a scenario, by id.
    Model(String),
}

/// A run as a link carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it starts from.
    pub source: Source,
    /// The model and its version when the link was made.
    pub model_version: Option<(String, u32)>,
    /// The fixes that are on; none: as the scenario says.
    pub fixes: Option<Vec<String>>,
    /// How many steps of the shown schedule are done.
    pub at: usize,
    /// Parameters that differ from the scenario's, as written. Only a model can tell a word from a set of one.
    pub parameters: ShortMap<String, String>,
    /// Fault budgets that differ from the scenario's.
    pub budgets: ShortMap<String, u32>,
    /// The notes on the scenario's schedule; none: as the scenario says.
    pub notes: Option<Vec<Note>>,
    /// The reader's own schedules; the scenario's is not among them.
    pub branches: Vec<LinkBranch>,
    /// The schedule that is shown: 0 for the scenario's own, `n` for the `n`th of `branches`.
    pub current: usize,
    /// Whether the scenario's task is being tried.
    pub lesson: bool,
    /// Keys of the query that this version does not know. Never written.
    pub ignored: Vec<String>,
    /// Where the link was cut off, if it was. Never written.
    pub cut: Option<Cut>,
}

/// Where a link was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// How many characters of its run were read.
    pub read: usize,
    /// How many there were; none when the link was cut off within that number.
    pub of: Option<usize>,
}

/// A schedule of the reader's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkBranch {
    /// The fixes it was made under; none: as the scenario says.
    pub fixes: Option<Vec<String>>,
    /// The schedule.
    pub events: Vec<Event>,
    /// The notes on its steps.
    pub notes: Vec<Note>,
}

impl LinkBranch {
    /// A schedule without notes.
    pub fn new(fixes: Option<Vec<String>>, events: Vec<Event>) -> Self {
        Self { fixes, events, notes: Vec::new() }
    }
}

impl Link {
    /// A link to the beginning of a source, nothing changed.
    pub fn new(source: Source) -> Self {
        Self {
            source,
            model_version: None,
            fixes: None,
            at: 0,
            parameters: ShortMap::default(),
            budgets: ShortMap::default(),
            notes: None,
            branches: Vec::new(),
            current: 0,
            lesson: false,
            ignored: Vec::new(),
            cut: None,
        }
    }

    /// The link of a trace, as short as it gets: what the scenario says itself is left out.
    pub fn of(trace: &Trace, scenario: Option<&Scenario>) -> Self {
        let config = &trace.config;
        let own = scenario.map(Scenario::config).unwrap_or_default();
        let own_schedule = scenario.map_or(&[][..], |scenario| &scenario.schedule);
        let mut link = Self::new(match scenario {
            Some(scenario) => Source::Scenario(scenario.id.clone()),
            None => Source::Model(config.model.clone()),
        });
        let changed = |fixes: &[String]| (!same_fixes(fixes, &own.fixes)).then(|| fixes.to_vec());
        link.fixes = changed(&config.fixes);
        link.at = trace.cursor;
        link.parameters = parameters(&config.model, &config.parameters, &own.parameters);
        link.budgets = budgets(&config.model, &config.budgets, &own.budgets);
        // The first schedule is the scenario's, unless the trace came from a file that no link can name.
        let skipped = usize::from(trace.branches.first().is_some_and(|first| first.events == own_schedule));
        let branch = |branch: &Branch| LinkBranch {
            fixes: changed(&branch.fixes),
            events: branch.events.clone(),
            notes: branch.notes.clone(),
        };
        if skipped == 1 {
            let own =
                scenario.map_or_else(Vec::new, |scenario| tidy_notes(&scenario.notes, own_schedule.len()));
            let notes = &trace.branches[0].notes;
            link.notes = (*notes != own).then(|| notes.clone());
        }
        // A schedule without a step says nothing, unless something was noted on its beginning.
        let told = |at: &usize| {
            let branch = &trace.branches[*at];
            *at >= skipped && !(branch.events.is_empty() && branch.notes.is_empty())
        };
        let told: Vec<usize> = (0..trace.branches.len()).filter(told).collect();
        link.branches = told.iter().map(|&at| branch(&trace.branches[at])).collect();
        link.current = told.iter().position(|&at| at == trace.current).map_or(0, |at| at + 1);
        if !(link.branches.is_empty() && link.parameters.is_empty() && link.budgets.is_empty()) {
            let info = model::find(&config.model).map(model::Model::info);
            link.model_version = info.map(|info| (info.id.to_owned(), info.version));
        }
        link
    }
}

/// The parameters that differ, as written. One that the scenario sets and the trace does not has the model's default.
fn parameters(
    model: &str,
    values: &ShortMap<String, Value>,
    own: &ShortMap<String, Value>,
) -> ShortMap<String, String> {
    let differs = |(id, value): &(&String, &Value)| own.get(*id) != Some(*value);
    let mut out: ShortMap<String, String> =
        values.iter().filter(differs).map(|(id, value)| (id.clone(), value.to_string())).collect();
    let Some(model) = model::find(model) else { return out };
    for parameter in model.info().parameters {
        if own.contains_key(parameter.id) && !values.contains_key(parameter.id) {
            out.insert(parameter.id.to_owned(), parameter.kind.default_value().to_string());
        }
    }
    out
}

/// The budgets that differ, by the same rule.
fn budgets(
    model: &str,
    amounts: &ShortMap<String, u32>,
    own: &ShortMap<String, u32>,
) -> ShortMap<String, u32> {
    let differs = |(id, amount): &(&String, &u32)| own.get(*id) != Some(*amount);
    let mut out: ShortMap<String, u32> =
        amounts.iter().filter(differs).map(|(id, amount)| (id.clone(), *amount)).collect();
    let Some(model) = model::find(model) else { return out };
    for fault in model.info().faults {
        if own.contains_key(fault.id) && !amounts.contains_key(fault.id) {
            out.insert(fault.id.to_owned(), fault.default);
        }
    }
    out
}

/// Whether two lists name the same fixes: their order means nothing.
pub(super) fn same_fixes(a: &[String], b: &[String]) -> bool {
    a.len() == b.len() && a.iter().all(|fix| b.contains(fix))
}
