//! From a link to a trace that plays, whatever version of the model the link was made with.

use super::page::{Cut, Link, LinkBranch, Source, same_fixes};
use super::problem::{LinkError, Notice, Notices, list};
use crate::machine::{Config, Event, shorten};
use crate::model::{self, Model};
use crate::scenario::Scenario;
use crate::trace::{Branch, MAX_BRANCHES, Note, Player, Trace, TraceError, tidy_notes};

impl Link {
    /// The trace of a link: as much of it as the model can play, and notices on the rest.
    ///
    /// The scenario is the one that the link names; a link to a model needs none.
    ///
    /// # Errors
    /// When there is nothing to play: no such model, or not the scenario the link names.
    pub fn restore(&self, scenario: Option<&Scenario>) -> Result<(Trace, Vec<Notice>), LinkError> {
        let scenario = scenario.filter(|_| matches!(self.source, Source::Scenario(_)));
        let (model, own) = self.origin(scenario)?;
        let mut notices = Notices::default();
        if let Some(cut) = self.cut {
            notices.push(cut.told());
        }
        if !self.ignored.is_empty() {
            let keys = list(self.ignored.iter().map(String::as_str));
            notices.push(format!("This page does not know {keys} in the link and left it out"));
        }
        self.compare_version(model, &mut notices);
        let mut config = own.clone();
        let schedule = scenario.map_or(&[][..], |scenario| &scenario.schedule);
        self.apply_parameters(model, &mut config, schedule, &mut notices);
        self.apply_budgets(model, &mut config, schedule, &mut notices);
        let fixes = |fixes: &Option<Vec<String>>, config: &Config, notices: &mut Notices| match fixes {
            Some(fixes) if !same_fixes(fixes, &own.fixes) => known_fixes(model, config, fixes, notices),
            _ => own.fixes.clone(),
        };
        config.fixes = fixes(&self.fixes, &config, &mut notices);
        let mut trace = Trace::new(config, schedule.to_vec());
        trace.branches[0].fixes.clone_from(&own.fixes);
        let own_notes = scenario.map_or(&[][..], |scenario| &scenario.notes);
        trace.branches[0].notes = match &self.notes {
            Some(notes) => noted(notes, schedule.len(), &mut notices),
            None => tidy_notes(own_notes, schedule.len()),
        };
        for (index, branch) in self.branches.iter().enumerate() {
            let shown = self.current == index + 1;
            let fixes = fixes(&branch.fixes, &trace.config, &mut notices);
            let events = playable(model, &trace.config.with_fixes(&fixes), branch, shown, &mut notices);
            // A schedule without a step says nothing that the first one does not.
            let notes = noted(&branch.notes, events.len(), &mut notices);
            if !(events.is_empty() && notes.is_empty()) {
                trace.branches.push(Branch { events, fixes, notes });
                if shown {
                    trace.current = trace.branches.len() - 1;
                }
            }
        }
        if self.lesson {
            try_task(&mut trace, scenario, &mut notices);
        }
        if let Some((step, guard)) = first_refused(model, &trace) {
            notices.push(format!("Step {step} of this run is not possible: {guard}"));
        }
        let steps = trace.branch().events.len();
        trace.cursor = self.at.min(steps);
        if self.at > steps {
            notices.push(format!("The link asks for step {}; this run has {steps}", self.at));
        }
        Ok((trace, notices.into_list()))
    }

    /// The model, and the configuration that the link changes.
    fn origin(&self, scenario: Option<&Scenario>) -> Result<(&'static dyn Model, Config), LinkError> {
        let config = match (&self.source, scenario) {
            (Source::Model(id), _) => Config { model: id.clone(), ..Config::default() },
            (Source::Scenario(id), Some(scenario)) if *id == scenario.id => scenario.config(),
            (Source::Scenario(id), _) => {
                return Err(LinkError::new("scenario", id, "the id of a scenario that is here"));
            }
        };
        let Some(model) = model::find(&config.model) else {
            let ids: Vec<_> = model::MODELS.iter().map(|model| model.info().id).collect();
            return Err(LinkError::new("model", &config.model, format!("one of {}", ids.join(", "))));
        };
        match trial(model, &config, scenario.map_or(&[], |scenario| &scenario.schedule)) {
            Ok(()) => Ok((model, config)),
            Err(why) => {
                Err(LinkError::new("scenario", &why, "a configuration and events that the model plays"))
            }
        }
    }

    fn compare_version(&self, model: &dyn Model, notices: &mut Notices) {
        let info = model.info();
        if let Some((id, version)) = &self.model_version
            && (id.as_str(), *version) != (info.id, info.version)
        {
            notices.push(format!(
                "The link was made with {} {version}; this page has {}, where the run may go another way",
                shorten(id),
                info.versioned()
            ));
        }
    }

    fn apply_parameters(
        &self,
        model: &dyn Model,
        config: &mut Config,
        schedule: &[Event],
        notices: &mut Notices,
    ) {
        for (id, text) in &self.parameters {
            let Some(known) = model.info().parameters.iter().find(|parameter| parameter.id == id) else {
                notices.push(unknown(model, "parameter", id));
                continue;
            };
            let mut changed = config.clone();
            changed.parameters.insert(id.clone(), known.kind.read(text));
            match trial(model, &changed, schedule) {
                Ok(()) => *config = changed,
                Err(why) => notices.push(format!("A parameter of the link was left out: {why}")),
            }
        }
    }

    fn apply_budgets(
        &self,
        model: &dyn Model,
        config: &mut Config,
        schedule: &[Event],
        notices: &mut Notices,
    ) {
        for (id, &amount) in &self.budgets {
            if model.info().faults.iter().all(|fault| fault.id != id) {
                notices.push(unknown(model, "fault", id));
                continue;
            }
            let mut changed = config.clone();
            changed.budgets.insert(id.clone(), amount);
            match trial(model, &changed, schedule) {
                Ok(()) => *config = changed,
                Err(why) => notices.push(format!("A budget of the link was left out: {why}")),
            }
        }
    }
}

impl Cut {
    fn told(self) -> String {
        let Self { read, of } = self;
        let of = of.map_or(String::new(), |of| format!(" of {of}"));
        format!("This link was cut off after {read}{of} characters of its run; what is complete is shown")
    }
}

/// The notes on the steps that are there.
fn noted(notes: &[Note], steps: usize, notices: &mut Notices) -> Vec<Note> {
    let lost = notes.iter().filter(|note| note.step > steps).count();
    if lost > 0 {
        let (notes, are) =
            if lost == 1 { ("note was", "it is on a step") } else { ("notes were", "they are on steps") };
        notices.push(format!("{lost} {notes} left out: {are} after the last, {steps}"));
    }
    tidy_notes(notes, steps)
}

/// Makes room for a run of the reader's own: a task is not tried on the scenario's.
fn try_task(trace: &mut Trace, scenario: Option<&Scenario>, notices: &mut Notices) {
    if scenario.is_none_or(|scenario| scenario.goal.is_none()) {
        notices.push("The link wants a task to be tried; this run sets none".into());
    } else if trace.current == 0 && trace.branches.len() < MAX_BRANCHES {
        trace.branches.push(Branch::new(Vec::new(), trace.config.fixes.clone()));
        trace.current = trace.branches.len() - 1;
    }
}

/// Whether the model plays the scenario's own schedule under a configuration: other parameters may leave
/// out an actor whose events are in it.
fn trial(model: &dyn Model, config: &Config, schedule: &[Event]) -> Result<(), String> {
    let empty = model.open(config).map_err(|error| error.message)?;
    empty
        .replay(schedule)
        .map(drop)
        .map_err(|error| format!("the scenario's schedule needs another: {error}"))
}

fn unknown(model: &dyn Model, kind: &str, id: &str) -> String {
    format!("{} has no {kind} `{}` any more; it was left out", model.info().id, shorten(id))
}

/// The first step of the shown schedule that is refused even under the fixes it was made under.
fn first_refused(model: &dyn Model, trace: &Trace) -> Option<(usize, String)> {
    let branch = trace.branch();
    let run = model.open(&trace.config.with_fixes(&branch.fixes)).ok()?.replay(&branch.events).ok()?;
    let step = (1..=run.len()).find(|&step| run.is_refused(step))?;
    Some((step, run.step(step).refused.unwrap_or_default()))
}

/// The fixes that the model knows and takes together, in the model's order.
fn known_fixes(model: &dyn Model, config: &Config, wanted: &[String], notices: &mut Notices) -> Vec<String> {
    let info = model.info();
    let mut unknown: Vec<_> = wanted.iter().map(String::as_str).collect();
    unknown.retain(|fix| info.fix_index(fix).is_none());
    if !unknown.is_empty() {
        let fixes = list(unknown.into_iter());
        notices.push(format!("{} has no fix {fixes} any more; it was left out", info.id));
    }
    let mut fixes: Vec<String> = Vec::new();
    for known in info.fixes.iter().filter(|known| wanted.iter().any(|fix| fix == known.id)) {
        fixes.push(known.id.to_owned());
        if let Err(error) = model.open(&config.with_fixes(&fixes)) {
            fixes.pop();
            notices.push(format!("A fix of the link was left out: {}", error.message));
        }
    }
    fixes
}

/// The events up to the first that the model does not know, in their present names.
fn playable(
    model: &dyn Model,
    config: &Config,
    branch: &LinkBranch,
    shown: bool,
    notices: &mut Notices,
) -> Vec<Event> {
    let name = if shown { "The run of the link" } else { "Another run kept in the link" };
    let Ok(empty) = model.open(config) else {
        notices.push(format!("{name} can't be played with these parameters and fixes"));
        return Vec::new();
    };
    let total = branch.events.len();
    let (kept, stop) = match empty.replay(&branch.events) {
        Ok(_) => (total, None),
        Err(TraceError::Event { step, error }) => {
            (step.saturating_sub(1).min(total), Some(error.to_string()))
        }
        Err(error) => (0, Some(error.to_string())),
    };
    if let Some(why) = stop {
        notices.push(format!("{name} stops after {kept} of {total} steps: {why}"));
    }
    let Ok(player) = empty.replay(&branch.events[..kept]) else { return Vec::new() };
    (1..=player.len()).map(|step| player.event(step)).collect()
}
