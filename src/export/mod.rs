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
use crate::trace::{Branch, Cause, Player, Trace};
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
    pub fn title(&self) -> &str {
        match &self.scenario {
            Some(scenario) => &scenario.title,
            None => self.player.info().title,
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

    /// Whether the scenario is shown as it is written: its schedule, configuration and notes. The step that is shown
    /// does not matter.
    pub fn is_untouched(&self) -> bool {
        let own = |scenario: &Rc<Scenario>| {
            let trace = scenario.trace();
            let info = self.player.info();
            let mut fixes = self.trace.branch().clone();
            // Which fixes a schedule was made under says nothing of what it does under those that are on.
            fixes.fixes.clone_from(&trace.branch().fixes);
            trace.config.filled(info) == self.trace.config.filled(info) && *trace.branch() == fixes
        };
        self.scenario.as_ref().is_some_and(own)
    }

    /// The configuration with the model's defaults filled in.
    pub fn config(&self) -> Config {
        self.trace.config.filled(self.player.info())
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
