//! The claims of a report: what proves one, and where its evidence is shown.

use super::opened::Opened;
use crate::check::Limits;
use crate::model::Ask;
use crate::protocol::Order;
use crate::scenario::{Claim, find_line};
use crate::trace::TraceError;
use std::rc::Rc;

/// Where a claim's evidence is, in the run as the scenario tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A step.
    Step(usize),
    /// The log line with this in its message: the one that the step prints, or else the first.
    Line(Rc<str>, Option<usize>),
}

impl Opened {
    /// Whether the run is played with the scenario's own parameters and budgets, which its claims are about.
    pub fn has_own_sizes(&self) -> bool {
        let own = self.scenario.as_ref().map(|scenario| scenario.config().filled(self.run.info()));
        let here = self.trace.config.filled(self.run.info());
        own.is_some_and(|own| own.with_fixes(&[]) == here.with_fixes(&[]))
    }

    /// The check that proves a claim: all properties under its fixes, so that one answer serves several.
    pub fn claim_order(&self, claim: &Claim) -> Option<Order> {
        let (config, ..) = self.scenario.as_ref()?.asked(claim)?;
        Some(Order::Check { config: config.filled(self.run.info()), ask: Ask::all(Limits::PAGE) })
    }

    /// The scenario's own run where the evidence is; a line stays marked until the reader goes on.
    ///
    /// # Errors
    /// When the run does not play.
    pub fn evidence(&self, evidence: &Evidence) -> Result<Self, TraceError> {
        let Some(scenario) = &self.scenario else { return Ok(self.clone()) };
        let told = self.with(self.trace.with_branch(scenario.fixes.clone(), scenario.schedule.clone())?)?;
        Ok(match evidence {
            Evidence::Step(step) => told.at(*step),
            Evidence::Line(text, step) => {
                let step = find_line(&*told.run, text, *step).map_or(told.cursor(), |printed| printed.step);
                Self { marked: Some(Rc::clone(text)), ..told.at(step) }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario;
    use crate::trace::Trace;
    use crate::ui::opened::Origin;
    use crate::ui::state::{Action, State};

    fn opened() -> State {
        let text = include_str!("../../scenarios/flink-40114-own-loss.json");
        let scenario = scenario::load("own-loss", text).map(|loaded| loaded.scenario).ok().unwrap();
        let trace = Trace::new(scenario.config(), scenario.schedule.clone());
        let opened = Opened::new(Some(scenario), Origin::Index, trace).unwrap();
        State::default().apply(Action::Open(opened))
    }

    fn run(state: &State) -> &Opened {
        state.opened.as_ref().unwrap()
    }

    #[test]
    fn evidence_is_shown_in_the_scenarios_own_run() {
        let state = opened().apply(Action::ToggleFix("retry")).apply(Action::ChooseNth(1));
        assert!(run(&state).trace.current > 0);
        let state = state.apply(Action::Evidence(Evidence::Step(5)));
        let shown = run(&state);
        assert_eq!((shown.trace.current, shown.cursor(), shown.marked.as_ref()), (0, 5, None));
        assert!(shown.trace.config.fixes.is_empty() && shown.run == shown.original);
        assert_eq!(shown.trace.branches.len(), 2, "what the reader did is kept");
    }

    #[test]
    fn a_line_is_marked_until_the_reader_goes_on() {
        let line = Action::Evidence(Evidence::Line("leaderSessionID='null'".into(), None));
        let state = opened().apply(line);
        assert_eq!(
            (run(&state).cursor(), run(&state).marked.as_deref()),
            (8, Some("leaderSessionID='null'"))
        );
        for further in [Action::Previous, Action::ToggleFix("retry"), Action::Evidence(Evidence::Step(8))] {
            assert_eq!(run(&state.apply(further)).marked, None);
        }
    }

    #[test]
    fn a_verdict_is_asked_under_the_claims_own_fixes_and_budgets() {
        let state = opened();
        let opened = run(&state);
        let claims = &opened.scenario.as_ref().unwrap().claims;
        let orders: Vec<_> = claims.iter().filter_map(|claim| opened.claim_order(claim)).collect();
        assert!(
            orders.contains(&opened.check_order()),
            "the check of the run itself answers claims without fixes"
        );
        let churn = |order: &Order| matches!(order, Order::Check { config, .. } if config.budgets["confirm_fail"] == 0);
        assert!(orders.iter().any(churn));
        assert!(opened.has_own_sizes());
        let mut other = (*opened.trace).clone();
        other.config.budgets.insert("loss".into(), 3);
        assert!(!opened.with(other).unwrap().has_own_sizes());
    }
}
