//! What is drawn: derived from the open run, once for the run and once for the step.

use super::decided::{Decided, Explanation};
use super::equal::equal_positions;
use super::lesson::Grading;
use super::opened::Opened;
use super::shared::Shared;
use crate::machine::{Scene, SceneDiff, sort_short};
use crate::scenario::Scenario;
use crate::timeline::turns::{Turn, add_race, turns};
use crate::trace::{Choice, Comparison, Player, PropertyStatus, StepView, lost_since, no_returns};
use std::rc::Rc;

/// Everything the panels show of an open run.
#[derive(Clone, PartialEq)]
pub struct View {
    /// The run and its trace.
    pub opened: Opened,
    /// The run against the run as made, and how both end.
    pub comparison: Shared<Comparison>,
    /// Where the run turns.
    pub turns: Shared<Vec<Turn>>,
    /// What decides about what the run breaks.
    pub explanation: Explanation,
    /// The first position at which the run has broken something.
    pub first_break: Option<usize>,
    /// In a lesson, how far the grade of the run is.
    pub grading: Option<Grading>,
    /// The step that is shown.
    pub here: Shared<Here>,
}

/// What there is to see at one step of a run.
pub struct Here {
    /// The step; 0 is the state before the first.
    pub cursor: usize,
    /// How many steps the run has.
    pub len: usize,
    /// What the stage shows.
    pub scene: Shared<Scene>,
    /// What the step changed of it.
    pub diff: Shared<SceneDiff>,
    /// The step, told; none before the first.
    pub step: Option<StepView>,
    /// What can happen next, as listed.
    pub choices: Vec<Choice>,
    /// How the properties stand.
    pub properties: Vec<PropertyStatus>,
    /// The other positions of the run in the same state, refused steps left out.
    pub equal: Shared<Vec<usize>>,
    /// By property that is lost here: since which step.
    pub lost_since: Vec<(&'static str, usize)>,
}

/// Compares the run with the run as made.
pub fn compare(opened: &Opened) -> Shared<Comparison> {
    Shared::new(Comparison::new(opened.original.0.clone(), opened.run.0.clone()))
}

/// Reads a run at a step.
pub fn read(run: &dyn Player, cursor: usize) -> Shared<Here> {
    let scene = run.scene(cursor);
    let diff = match cursor {
        0 => SceneDiff::default(),
        _ => SceneDiff::between(&run.scene(cursor - 1), &scene),
    };
    let properties = run.properties(cursor);
    let since = |(index, property): (usize, &PropertyStatus)| {
        lost_since(run, cursor, index).map(|since| (property.info.id, since))
    };
    let lost_since = properties.iter().enumerate().filter_map(since).collect();
    Shared::new(Here {
        cursor,
        len: run.len(),
        scene: Shared::new(scene),
        diff: Shared::new(diff),
        step: (cursor > 0).then(|| run.step(cursor)),
        choices: listed(run.choices(cursor)),
        properties,
        equal: Shared::new(equal_positions(run, cursor)),
        lost_since,
    })
}

/// Where the run turns for good.
pub fn turns_of(run: &dyn Player) -> Shared<Vec<Turn>> {
    Shared::new(turns(&no_returns(run)))
}

/// The same with the race pair that decides, if there is one.
pub fn with_race(turns: &Shared<Vec<Turn>>, decided: Option<&Decided>) -> Shared<Vec<Turn>> {
    let Some((group, race)) =
        decided.and_then(|decided| decided.first()?.race().map(|race| (&decided.groups[0], race)))
    else {
        return turns.clone();
    };
    let mut marked = (**turns).clone();
    add_race(&mut marked, race, &group.titles());
    Shared::new(marked)
}

impl View {
    /// The narration of this step, while the run is still the one that is narrated.
    pub fn narration(&self) -> Option<&str> {
        self.told().then(|| self.opened.scenario.as_ref()?.text_at(self.here.cursor)).flatten()
    }

    /// The reader's note on this step.
    pub fn note(&self) -> Option<&str> {
        self.opened.trace.branch().note(self.here.cursor)
    }

    /// The scenario, unless a lesson hides its story.
    pub fn story(&self) -> Option<&Rc<Scenario>> {
        self.opened.scenario.as_ref().filter(|_| self.opened.lesson.is_none())
    }

    /// Whether everything up to this step is as the scenario tells it.
    fn told(&self) -> bool {
        let Some(scenario) = self.story() else { return false };
        let (trace, cursor) = (&self.opened.trace, self.here.cursor);
        let events = &trace.branch().events;
        let same_events = events[..cursor] == *scenario.schedule.get(..cursor).unwrap_or_default();
        let same_fixes = trace.config.fixes == scenario.fixes;
        let not_parted = trace.branch().fixes == scenario.fixes
            && self.comparison.divergence.as_ref().is_none_or(|divergence| divergence.step() > cursor);
        same_events && (cursor == 0 || same_fixes || not_parted)
    }

    /// The title of an actor; with its node where there is more than one.
    pub fn actor(&self, actor: usize) -> String {
        actor_title(&*self.opened.run, actor)
    }

    /// The heading of the step, as in `Step 3 of 8 · executor`.
    pub fn heading(&self) -> String {
        let here = &self.here;
        match &here.step {
            Some(step) => format!("Step {} of {} · {}", here.cursor, here.len, self.actor(step.actor)),
            None if here.len == 0 => "No step yet".into(),
            None => format!("Before the first of {} steps", here.len),
        }
    }

    /// What a screen reader is told of the step.
    pub fn announcement(&self) -> String {
        let here = &self.here;
        let Some(step) = &here.step else { return self.heading() };
        let (cursor, len, actor) = (here.cursor, here.len, self.actor(step.actor));
        match &step.refused {
            Some(guard) => {
                format!("Step {cursor} of {len}, {actor}, not possible: {}; {guard}", step.sentence)
            }
            None => format!("Step {cursor} of {len}, {actor}: {}", step.sentence.replace('`', "")),
        }
    }

    /// What a screen reader is told of the fixes: what they do to the same schedule.
    pub fn difference(&self) -> String {
        if !self.is_changed() {
            return String::new();
        }
        let ends = if self.comparison.changes_outcome() { "differently" } else { "the same way" };
        let first = self.comparison.divergence.as_ref();
        let first =
            first.map_or(String::new(), |first| format!(", first difference at step {}", first.step()));
        format!("With {}, the same schedule ends {ends}{first}", self.fixes_on())
    }

    /// The title of a property.
    pub fn property_title(&self, id: &str) -> &'static str {
        let found = self.here.properties.iter().find(|property| property.info.id == id);
        found.map_or("a property", |property| property.info.title)
    }

    /// The title of a fix.
    pub fn fix_title<'a>(&self, id: &'a str) -> &'a str {
        self.opened.run.info().fixes.iter().find(|fix| fix.id == id).map_or(id, |fix| fix.title)
    }

    /// The fixes that are on, in words.
    pub fn fixes_on(&self) -> String {
        let titles: Vec<_> = self.opened.trace.config.fixes.iter().map(|fix| self.fix_title(fix)).collect();
        if titles.is_empty() { "no fix".into() } else { titles.join(", ") }
    }

    /// Whether the fixes differ from those the branch was made under.
    pub fn is_changed(&self) -> bool {
        self.opened.run != self.opened.original
    }

    /// The step with its log lines and link, as plain text.
    pub fn as_text(&self, link: &str) -> String {
        let mut lines = vec![self.opened.title(), self.heading()];
        if let Some(step) = &self.here.step {
            lines.push(match &step.refused {
                Some(guard) => format!("Not possible: {} ({guard})", step.sentence),
                None => step.sentence.clone(),
            });
            let layout = self.opened.run.info().log_layout;
            lines.extend(step.log.iter().map(|record| record.line.render(layout, record.moment)));
        }
        if !self.opened.trace.config.fixes.is_empty() {
            lines.push(format!("With {}", self.fixes_on()));
        }
        lines.push(link.to_owned());
        lines.join("\n") + "\n"
    }
}

/// The choices in the order in which they are listed and numbered: by actor, actors that can act first,
/// and what is enabled before what is refused.
pub fn listed(choices: Vec<Choice>) -> Vec<Choice> {
    let mut actors: Vec<usize> = Vec::new();
    let enabled = choices.iter().filter(|choice| choice.refused.is_none());
    for choice in enabled.chain(&choices) {
        if !actors.contains(&choice.actor) {
            actors.push(choice.actor);
        }
    }
    let mut listed = choices;
    let rank =
        |choice: &Choice| (actors.iter().position(|&actor| actor == choice.actor), choice.refused.is_some());
    sort_short(&mut listed, |a, b| rank(a) < rank(b));
    listed
}

/// The title of an actor; with its node where the run has more than one.
pub fn actor_title(run: &dyn Player, actor: usize) -> String {
    let actors = run.actors();
    let Some(info) = actors.get(actor) else { return String::new() };
    let first = actors.iter().map(|other| other.node).find(|node| !node.is_empty());
    let several = actors.iter().any(|other| !other.node.is_empty() && Some(other.node) != first);
    if several && !info.node.is_empty() {
        format!("{}, {}", info.node, info.title)
    } else {
        info.title.into()
    }
}
