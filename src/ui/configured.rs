//! The same schedules under other parameters, as when a setting of the real system is changed.

use super::notices::Severity;
use super::opened::Opened;
use super::state::State;
use crate::machine::Config;
use crate::model;
use crate::trace::TraceError;

/// Over what is worth knowing about changed settings.
const ABOUT: &str = "About these settings";

/// Parameters that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configured {
    /// The configuration that has them; none for the run's own.
    pub config: Option<Config>,
    /// What is worth knowing about them.
    pub notices: Vec<String>,
}

impl Opened {
    /// The configuration that the run began with, before the reader changed any parameter.
    fn own(&self) -> Config {
        self.scenario.as_ref().map_or_else(Config::default, |scenario| scenario.config())
    }

    /// Whether the parameters are no more those of the scenario, or the model's defaults without one.
    pub fn is_configured(&self) -> bool {
        self.trace.config.parameters != self.own().parameters
    }

    /// The same run with other parameters, every branch replayed.
    ///
    /// # Errors
    /// When a schedule does not play under them, as when they leave out one of its actors.
    pub fn configured(&self, config: Option<&Config>) -> Result<Self, TraceError> {
        let mut trace = (*self.trace).clone();
        trace.config.parameters =
            config.map_or_else(|| self.own().parameters, |config| config.parameters.clone());
        for branch in &trace.branches {
            let empty = model::open(&trace.config.with_fixes(&branch.fixes)).map_err(TraceError::Config)?;
            empty.replay(&branch.events)?;
        }
        // What a search found and how a branch went on was so under the old ones.
        Ok(Self { settlings: Vec::new(), names: Vec::new(), ..self.with(trace)? })
    }
}

impl State {
    /// The run under other parameters, or as it is when they don't play, and what comes of it told.
    pub(super) fn configure(&mut self, opened: &Opened, wanted: &Configured) -> Opened {
        self.notices.forget(ABOUT);
        let opened = match opened.configured(wanted.config.as_ref()) {
            Ok(opened) => opened,
            Err(error) => {
                self.notify(Severity::Problem, ABOUT, error.to_string());
                return opened.clone();
            }
        };
        let mut told = wanted.notices.clone();
        let refused: Vec<_> = (1..=opened.len()).filter(|&step| opened.run.is_refused(step)).collect();
        if let Some(first) = refused.first() {
            told.push(format!(
                "{} of {} steps are not possible, the first is step {first}",
                refused.len(),
                opened.len()
            ));
        }
        let said =
            if wanted.config.is_some() { "Runs with these settings" } else { "Runs with its own parameters" };
        self.said =
            Some(std::iter::once(said.to_owned()).chain(told.clone()).collect::<Vec<_>>().join("; ").into());
        if !told.is_empty() {
            self.notify(Severity::Remark, ABOUT, told.join("; "));
        }
        opened
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Value;
    use crate::share::{Link, Page, decode, encode};
    use crate::trace::Trace;
    use crate::ui::opened::Origin;
    use crate::ui::state::Action;
    use std::rc::Rc;

    /// A model with settings in real units, three steps in, and its first setting doubled.
    fn opened() -> (State, Configured) {
        let has = |model: &&dyn model::Model| {
            let id = model.info().id.to_owned();
            !model.settings(&Config { model: id, ..Config::default() }).rows.is_empty()
        };
        let model = model::MODELS.iter().copied().find(has).unwrap();
        let config = Config { model: model.info().id.to_owned(), ..Config::default() };
        let row = model.settings(&config).rows.remove(0);
        let ms = crate::machine::read_duration(&row.value).unwrap();
        let line = (row.key.to_owned(), crate::machine::show_duration(2 * ms));
        let (changed, notices) = model.with_settings(&config, &[line]).unwrap();
        let trace = Trace::new(config, Vec::new());
        let state = State::default().apply(Action::Open(Opened::new(None, Origin::Model, trace).unwrap()));
        let state = (0..3).fold(state, |state, _| state.apply(Action::ChooseNth(1)));
        (state, Configured { config: Some(changed), notices: [notices, vec!["a remark".into()]].concat() })
    }

    fn run(state: &State) -> &Opened {
        state.opened.as_ref().unwrap()
    }

    #[test]
    fn settings_replay_the_same_schedule_and_travel_in_the_link() {
        let (state, wanted) = opened();
        assert!(!run(&state).is_configured());
        let changed = state.apply(Action::Configure(Rc::new(wanted.clone())));
        assert_eq!((run(&changed).cursor(), run(&changed).len()), (3, 3));
        assert_eq!(run(&changed).trace.branches, run(&state).trace.branches);
        assert!(run(&changed).is_configured() && run(&changed).run == run(&changed).original);
        let parameters = &run(&changed).trace.config.parameters;
        assert_eq!(parameters, &wanted.config.as_ref().unwrap().parameters);
        assert!(parameters.values().any(|value| *value != Value::Number(0)));
        assert!(
            changed.said.as_deref().unwrap().starts_with("Runs with these settings"),
            "{:?}",
            changed.said
        );
        let notice = &changed.notices.list()[0];
        assert!(notice.title == ABOUT && notice.text.contains("a remark"), "{notice:?}");

        let link = encode(&Page::Run(Link::of(&run(&changed).trace, None)));
        let Ok(Page::Run(link)) = decode(&link) else { panic!("{link}") };
        assert_eq!(link.restore(None).unwrap().0.config, run(&changed).trace.config);

        let own = changed.apply(Action::Configure(Rc::new(Configured { config: None, notices: Vec::new() })));
        assert!(run(&own).trace == run(&state).trace && own.notices.list().is_empty());
    }

    #[test]
    fn parameters_that_do_not_play_are_told_and_the_run_stays() {
        let (state, wanted) = opened();
        let mut config = wanted.config.unwrap();
        config.parameters.insert("nope".into(), Value::Number(1));
        let wanted = Configured { config: Some(config), notices: Vec::new() };
        let after = state.apply(Action::Configure(Rc::new(wanted)));
        assert!(run(&after).trace == run(&state).trace);
        assert!(after.notices.list()[0].text.contains("no parameter `nope`"));
    }
}
