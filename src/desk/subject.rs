//! The run that the page handed over.

use crate::export::Document;
use crate::machine::ModelInfo;
use crate::model;
use crate::protocol::Handed;
use crate::scenario::{self, Scenario};
use crate::share::{self, Link, Page, Source};
use crate::trace::{Note, Player, Trace};
use std::rc::Rc;

/// The run that the page handed over.
pub struct Subject {
    /// The story.
    pub scenario: Option<Rc<Scenario>>,
    /// The text of the reader's own file, if the story is from one: no link can name it.
    pub own: Option<String>,
    /// Configuration, branches and cursor.
    pub trace: Trace,
    /// The branch that is shown, under the fixes that are on.
    pub run: Rc<dyn Player>,
}

/// The link of what was handed over.
///
/// # Errors
/// When it is none to a run.
pub fn link(handed: &Handed) -> Result<Link, String> {
    match share::decode_handed(&handed.fragment).map_err(|error| error.to_string())? {
        Page::Run(link) => Ok(link),
        Page::Start { .. } => Err("there is no run to share".into()),
    }
}

/// The id of the shipped scenario that a link needs besides what was handed over.
pub fn wants<'a>(handed: &Handed, link: &'a Link) -> Option<&'a str> {
    match &link.source {
        Source::Scenario(id) if handed.own.is_none() => Some(id),
        _ => None,
    }
}

impl Subject {
    /// Opens what was handed over. `shipped` is the text of the scenario that [`wants`] names.
    ///
    /// # Errors
    /// When it does not play, in words for the reader.
    pub fn open(handed: &Handed, link: &Link, shipped: Option<&str>) -> Result<Self, String> {
        let text = handed.own.as_deref().or(shipped);
        let loaded = text.map(|text| scenario::load("the scenario", text)).transpose();
        let scenario = loaded.map_err(|problem| problem.to_string())?.map(|loaded| loaded.scenario);
        let (trace, _) = link.restore(scenario.as_deref()).map_err(|error| error.to_string())?;
        let run = trace.play(&model::open).map_err(|error| error.to_string())?;
        Ok(Self { scenario, own: handed.own.clone(), trace, run })
    }

    /// The model.
    pub fn info(&self) -> &'static ModelInfo {
        self.run.info()
    }

    /// The title of the run.
    pub fn title(&self) -> &str {
        self.scenario.as_ref().map_or(self.info().title, |scenario| &scenario.title)
    }

    /// The scenario as far as a link may name it.
    pub fn linked(&self) -> Option<&Scenario> {
        self.scenario.as_deref().filter(|_| self.own.is_none())
    }

    /// The run as it is written to files.
    ///
    /// # Errors
    /// When it does not play.
    pub fn document(&self) -> Result<Document, String> {
        let document = Document::new(self.scenario.clone(), self.trace.clone())?;
        Ok(if self.own.is_some() { document.of_own_file() } else { document })
    }

    /// The id of the scenario, or of the model.
    pub fn id(&self) -> &str {
        self.scenario.as_ref().map_or(self.info().id, |scenario| &scenario.id)
    }

    /// How many notes the reader has written. One on steps that several schedules begin with is one note.
    pub fn notes(&self) -> usize {
        let own = self.scenario.as_deref().map_or(&[][..], |scenario| &scenario.notes);
        let all = self.trace.branches.iter().flat_map(|branch| &branch.notes);
        different(all.filter(|note| !own.contains(note)))
    }

    /// How many schedules there are beside the scenario's own and the one that is shown.
    pub fn others(&self) -> usize {
        (1..self.trace.branches.len()).filter(|&at| at != self.trace.current).count()
    }
}

/// How many notes differ by step or text.
pub(super) fn different<'a>(notes: impl Iterator<Item = &'a Note>) -> usize {
    let mut seen: Vec<&Note> = Vec::new();
    for note in notes {
        if !seen.contains(&note) {
            seen.push(note);
        }
    }
    seen.len()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::protocol::{DESK_PROTOCOL, Wanted};

    pub(in crate::desk) const TEXT: &str = include_str!("../../scenarios/flink-40114-own-loss.json");

    pub(in crate::desk) fn handed(fragment: &str, own: Option<&str>) -> Handed {
        let (fragment, own) = (fragment.to_owned(), own.map(str::to_owned));
        Handed { protocol: DESK_PROTOCOL, wanted: Wanted::Share, fragment, own, letters: true }
    }

    pub(in crate::desk) fn subject(fragment: &str, own: Option<&str>) -> Subject {
        let handed = handed(fragment, own);
        let link = link(&handed).unwrap();
        let shipped = wants(&handed, &link).map(|_| TEXT);
        Subject::open(&handed, &link, shipped).unwrap()
    }

    #[test]
    fn a_shipped_scenario_is_wanted_and_a_file_of_the_readers_is_there() {
        let fragment = "#/flink-40114-own-loss?at=3";
        for (own, wanted) in [(None, Some("flink-40114-own-loss")), (Some(TEXT), None)] {
            let handed = handed(fragment, own);
            let link = link(&handed).unwrap();
            assert_eq!(wants(&handed, &link), wanted);
            let subject = subject(fragment, own);
            assert_eq!((subject.trace.cursor, subject.run.len()), (3, 8));
            assert_eq!(subject.linked().is_some(), own.is_none());
        }
        let model = handed("#/model/flink-election", None);
        assert_eq!(wants(&model, &link(&model).unwrap()), None);
    }

    /// No page but the reader's own knows their file, so what is written for others names the model.
    #[test]
    fn a_document_of_the_readers_file_has_a_link_that_opens_elsewhere() {
        let fragment = "#/flink-40114-own-loss?at=3";
        assert!(subject(fragment, None).document().unwrap().fragment.starts_with("#/flink-40114-own-loss"));
        let own = subject(fragment, Some(TEXT)).document().unwrap().fragment;
        assert!(own.starts_with("#/model/flink-election?"), "{own}");
    }

    #[test]
    fn a_run_longer_than_any_link_is_taken() {
        let run = vec!["jm1.elector.renew"; 12_000].join("~");
        let fragment = format!("#/model/flink-election?run={run}");
        assert!(share::decode(&fragment).is_err());
        assert_eq!(subject(&fragment, None).run.len(), 12_000);
    }

    #[test]
    fn what_is_no_run_is_refused_in_words() {
        assert_eq!(link(&handed("#/", None)).unwrap_err(), "there is no run to share");
        assert!(link(&handed("#/a?at=x", None)).unwrap_err().contains("link: at"));
        let handed = handed("#/flink-40114-own-loss", Some("{"));
        let link = link(&handed).unwrap();
        assert!(Subject::open(&handed, &link, None).is_err_and(|error| error.contains("not JSON")));
    }
}
