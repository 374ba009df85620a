//! Files and texts that a run leaves the page as. Each is a pure function of a [`Document`], so that the page and the
//! command write the same bytes.
//!
//! *Invariant*: what a reader typed (notes, titles of an own file) is text in every format; each escapes for itself.

mod carry;
mod chrome;
mod escape;
mod format;
mod html;
mod itf;
mod json;
mod markdown;
mod markdown_verdicts;
mod mermaid;
mod shiviz;
pub mod site;
mod svg;
mod svg_row;

pub use format::{Format, Wants};
pub use html::html;
pub use json::scenario;
pub use shiviz::EXPRESSION as SHIVIZ_EXPRESSION;

use crate::check::{Limits, Matrix, Report};
use crate::machine::{Config, Event};
use crate::model::{self, Ask};
use crate::scenario::{MatrixQuestion, Scenario, matrix_question};
use crate::share::{Link, Page, encode};
use crate::timeline::window::Window;
use crate::trace::{Branch, Cause, Player, Trace};
use std::borrow::Cow;
use std::rc::Rc;

/// All that an export tells of a run.
#[derive(Clone)]
pub struct Document {
    /// The scenario that the run began with.
    pub scenario: Option<Rc<Scenario>>,
    /// The configuration, the branches with their notes, and the step that is shown.
    pub trace: Trace,
    /// The branch that is shown, replayed under the fixes that are on.
    pub player: Rc<dyn Player>,
    /// The link of the page, from its `#` on.
    pub fragment: String,
    /// The address of the app, which goes before the fragment. Without it only the fragment is told.
    pub base: Option<String>,
    /// What is known about all orders.
    pub verdicts: Verdicts,
}

/// What is known about all orders of the run's events; whatever is not known is not told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdicts {
    /// The answer to [`Document::check`].
    pub report: Option<Report>,
    /// The answer to [`Document::matrix`].
    pub matrix: Option<Matrix>,
    /// The answer to [`Document::explanation`].
    pub causes: Option<Vec<Cause>>,
}

impl Document {
    /// A document about a trace, without an address and without verdicts.
    ///
    /// # Errors
    /// When the model can't play the trace.
    pub fn new(scenario: Option<Rc<Scenario>>, trace: Trace) -> Result<Self, String> {
        let player = trace.play(&model::open).map_err(|error| error.to_string())?;
        let fragment = fragment(&trace, scenario.as_deref());
        Ok(Self { scenario, trace, player, fragment, base: None, verdicts: Verdicts::default() })
    }

    /// The same for a scenario from a reader's own file: nobody else's page knows it, so the link is that of the model with
    /// its schedule. Files still carry the scenario.
    #[must_use]
    pub fn of_own_file(self) -> Self {
        Self { fragment: fragment(&self.trace, None), ..self }
    }

    /// The branch that is shown.
    pub fn branch(&self) -> &Branch {
        self.trace.branch()
    }

    /// The title: the scenario's, or the model's.
    pub fn title(&self) -> Cow<'_, str> {
        match &self.scenario {
            Some(scenario) if self.is_own_run() => Cow::Borrowed(&scenario.title),
            Some(scenario) => Cow::Owned(changed(&scenario.title)),
            None => Cow::Borrowed(self.player.info().title),
        }
    }

    /// The address of the run; without a base its fragment alone.
    pub fn link(&self) -> String {
        let base = self.base.as_deref().unwrap_or_default();
        format!("{}{}", base.split('#').next().unwrap_or_default(), self.fragment)
    }

    /// The id of the run as a scenario: that of the scenario it came from while nobody changed it.
    pub fn id(&self) -> String {
        let own = self.scenario.as_ref().map_or(self.player.info().id, |scenario| &scenario.id);
        if self.is_untouched() {
            return own.to_owned();
        }
        // An id has at most 64 characters, all of them ASCII.
        let own = own.get(..own.len().min(60)).unwrap_or(own);
        format!("{own}-run")
    }

    /// The name of the file in a format, as in `flink-40114-own-loss.svg`.
    pub fn file_name(&self, format: Format) -> String {
        format!("{}.{}", self.id(), format.extension())
    }

    /// Whether the scenario is shown as it is written: its run and its notes. The step that is shown does not matter.
    pub fn is_untouched(&self) -> bool {
        let notes = |scenario: &Rc<Scenario>| scenario.trace().branch().notes == self.branch().notes;
        self.is_own_run() && self.scenario.as_ref().is_some_and(notes)
    }

    /// Whether the run is that of the scenario, so that its story is told of it: its schedule and configuration.
    pub fn is_own_run(&self) -> bool {
        let info = self.player.info();
        let own = |scenario: &Rc<Scenario>| {
            scenario.config().filled(info) == self.config() && scenario.schedule == self.branch().events
        };
        self.scenario.as_ref().is_some_and(own)
    }

    /// The configuration with the model's defaults filled in.
    pub fn config(&self) -> Config {
        self.trace.config.filled(self.player.info())
    }

    /// The steps that are drawn where not all of a run fits: so many around the step that is shown, or else around the first
    /// that breaks a property, with more of what led there than of what followed.
    fn drawn(&self, most: usize) -> Window {
        let player = &self.player;
        let breaks = || {
            player.properties(player.len()).iter().filter_map(|property| property.status.broken_at()).min()
        };
        let shown = Some(self.trace.cursor).filter(|&cursor| cursor > 0);
        window(player.len(), most, shown.or_else(breaks).unwrap_or(player.len()))
    }

    /// What the page asks about all orders: the configuration and the question.
    pub fn check(&self) -> (Config, Ask) {
        (self.config(), Ask::all(Limits::PAGE))
    }

    /// The fix matrix that the scenario declares.
    pub fn matrix(&self) -> Option<MatrixQuestion> {
        let scenario = self.scenario.as_deref().filter(|scenario| scenario.matrix.is_some())?;
        matrix_question(Some(scenario), &self.trace.config, self.player.info())
    }

    /// What is asked about the run itself: what decides about the properties that it breaks.
    pub fn explanation(&self) -> (Config, Vec<Event>) {
        (self.config(), self.branch().events.clone())
    }
}

fn window(steps: usize, most: usize, around: usize) -> Window {
    let drawn = steps.min(most);
    let before = around.saturating_sub(drawn * 3 / 4).min(steps - drawn);
    Window { first: before + 1, last: before + drawn }
}

/// The title of a run that is no longer that of its story.
fn changed(title: &str) -> String {
    if title.starts_with("Changed: ") { title.to_owned() } else { format!("Changed: {title}") }
}

/// The fragment of a trace that begins with a scenario, or with the model.
fn fragment(trace: &Trace, scenario: Option<&Scenario>) -> String {
    encode(&Page::Run(Link::of(trace, scenario)))
}

/// Writes a document in a text format that needs nothing else.
///
/// # Errors
/// When the format needs more than the document ([`html`] a template, an image a rasteriser), or the run can't be told
/// in it.
pub fn write(document: &Document, format: Format) -> Result<String, String> {
    match format {
        Format::Json => json::json(document),
        Format::Itf => Ok(itf::itf(document)),
        Format::Chrome => Ok(chrome::chrome(document)),
        Format::Shiviz => Ok(shiviz::shiviz(document)),
        Format::Html => Err("a page in one file needs its template; expected `html` to be called".into()),
        Format::Md => Ok(markdown::markdown(document)),
        Format::Svg => svg::svg(document),
        Format::Png => Err("an image is no text; expected `svg`, and something that draws it".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_of_a_long_run_holds_what_it_is_about() {
        let drawn = |steps, around| {
            let Window { first, last } = window(steps, 60, around);
            (first, last)
        };
        assert_eq!((drawn(0, 0), drawn(8, 3), drawn(60, 60)), ((1, 0), (1, 8), (1, 60)));
        assert_eq!((drawn(400, 0), drawn(400, 200), drawn(400, 400)), ((1, 60), (156, 215), (341, 400)));
    }
}
