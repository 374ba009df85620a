//! Questions about all orders: what was asked, what is being searched, and every answer so far.
//!
//! An answer belongs to its order (configuration, properties, limits), so it survives navigation, fix
//! toggles and branches, and is found again whenever the same is asked.

use super::notices::Severity;
use super::opened::Opened;
use super::state::State;
use crate::check::Limits;
use crate::model::Ask;
use crate::protocol::{Answer, HowFar, Order};
use crate::scenario::{Goal, Grade, MatrixQuestion, matrix_question};
use crate::trace::Cause;
use std::rc::Rc;

/// The most answers that are kept; the oldest goes first.
const ANSWERS: usize = 64;

/// Which worker an order goes to: a long search must not keep a short question waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Desk {
    /// Checks and matrices, which the reader starts and cancels.
    Search,
    /// Explanations, grades and log lines.
    Question,
}

impl Desk {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Search, Self::Question];

    /// The desk that an order goes to.
    pub fn of(order: &Order) -> Self {
        match order {
            Order::Check { .. } | Order::Matrix { .. } => Self::Search,
            _ => Self::Question,
        }
    }
}

/// An order under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    /// Which one; a later one has a greater number.
    pub id: u32,
    /// What is asked for.
    pub order: Rc<Order>,
    /// How far it is.
    pub how_far: HowFar,
    /// States a second, once known.
    pub states_a_second: Option<f64>,
}

/// Everything about all orders.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checks {
    /// Whether the page may ask by itself: the reader did something with a run.
    pub may_ask: bool,
    pending: [Option<Pending>; 2],
    answers: Vec<(Rc<Order>, Rc<Answer>)>,
    /// Orders that could not be answered, with the reason.
    failed: Vec<(Rc<Order>, Rc<str>)>,
    last_id: u32,
}

impl Checks {
    /// What a desk works on.
    pub fn pending(&self, desk: Desk) -> Option<&Pending> {
        self.pending[desk as usize].as_ref()
    }

    /// By desk, the number of what it works on.
    pub fn ids(&self) -> [Option<u32>; 2] {
        Desk::ALL.map(|desk| self.pending(desk).map(|pending| pending.id))
    }

    /// Every order with its answer, the oldest first.
    pub fn answers(&self) -> &[(Rc<Order>, Rc<Answer>)] {
        &self.answers
    }

    /// The answer to an order.
    pub fn answer(&self, order: &Order) -> Option<&Rc<Answer>> {
        self.answers.iter().find(|(known, _)| **known == *order).map(|(_, answer)| answer)
    }

    /// Why an order was not answered.
    pub fn failure(&self, order: &Order) -> Option<&str> {
        self.failed.iter().find(|(known, _)| **known == *order).map(|(_, message)| &**message)
    }

    /// What decides about the properties that a run breaks.
    pub fn causes(&self, order: &Order) -> Option<&[Cause]> {
        match &**self.answer(order)? {
            Answer::Explain(explained) => Some(&explained.causes),
            _ => None,
        }
    }

    /// The grade of a lesson.
    pub fn grade(&self, order: &Order) -> Option<&Grade> {
        match &**self.answer(order)? {
            Answer::Grade(grade) => Some(grade),
            _ => None,
        }
    }

    /// Asks, unless the answer is known or on its way. What the same desk works on is given up.
    pub fn ask(&mut self, order: Order) {
        let desk = Desk::of(&order);
        if self.answer(&order).is_some() || self.pending(desk).is_some_and(|pending| *pending.order == order)
        {
            return;
        }
        self.failed.retain(|(known, _)| **known != order);
        self.last_id += 1;
        let (id, order) = (self.last_id, Rc::new(order));
        self.pending[desk as usize] =
            Some(Pending { id, order, how_far: HowFar::default(), states_a_second: None });
    }

    /// Gives up what a desk works on.
    pub fn cancel(&mut self, desk: Desk) {
        self.pending[desk as usize] = None;
    }

    /// Notes how far an order is.
    pub fn progress(&mut self, id: u32, how_far: HowFar, states_a_second: f64) {
        if let Some(pending) = self.of_id(id) {
            pending.how_far = how_far;
            pending.states_a_second = Some(states_a_second);
        }
    }

    /// Notes an answer, or why there is none. Returns the order, unless it was given up.
    pub fn answered(&mut self, id: u32, answer: Result<Rc<Answer>, String>) -> Option<Rc<Order>> {
        let desk =
            Desk::ALL.into_iter().find(|&desk| self.pending(desk).is_some_and(|order| order.id == id))?;
        let order = self.pending[desk as usize].take()?.order;
        match answer {
            Ok(answer) => self.answers.push((Rc::clone(&order), answer)),
            Err(message) => self.failed.push((Rc::clone(&order), message.into())),
        }
        let surplus = self.answers.len().saturating_sub(ANSWERS);
        self.answers.drain(..surplus);
        let surplus = self.failed.len().saturating_sub(ANSWERS);
        self.failed.drain(..surplus);
        Some(order)
    }

    fn of_id(&mut self, id: u32) -> Option<&mut Pending> {
        self.pending.iter_mut().flatten().find(|pending| pending.id == id)
    }
}

impl Opened {
    /// The check of the configuration that is shown: all properties, over all orders.
    pub fn check_order(&self) -> Order {
        Order::Check { config: self.filled(), ask: Ask::all(Limits::PAGE) }
    }

    /// The fix matrix of the scenario; without one, of the model's first fixes and all properties.
    pub fn matrix_order(&self) -> Option<Order> {
        let asked = matrix_question(self.scenario.as_deref(), &self.trace.config, self.run.info())?;
        let MatrixQuestion { config, fixes, properties, limits } = asked;
        Some(Order::Matrix { config, fixes, properties, limits })
    }

    /// The explanation of the run that is shown.
    pub fn explain_order(&self) -> Order {
        Order::Explain { config: self.filled(), events: self.trace.branch().events.clone() }
    }

    /// The grade of the run that is shown, up to the step that is shown.
    pub fn grade_order(&self, goal: &Goal) -> Order {
        let events = self.trace.branch().events[..self.cursor()].to_vec();
        Order::Grade { config: self.filled(), events, goal: goal.clone(), limits: Limits::PAGE }
    }

    fn filled(&self) -> crate::machine::Config {
        self.trace.config.filled(self.run.info())
    }
}

impl State {
    /// Asks, and tells a screen reader what.
    pub(super) fn ask(&mut self, order: Order) {
        let asked = super::orders::asked(&order);
        let known = self.checks.answer(&order).map(|answer| super::orders::told(answer));
        if Desk::of(&order) == Desk::Search {
            self.said = Some(known.unwrap_or(asked).into());
        }
        self.checks.ask(order);
    }

    /// Takes an answer, and tells what it comes to.
    pub(super) fn answered(&mut self, id: u32, answer: Result<Rc<Answer>, String>) {
        let told = answer.as_deref().map(super::orders::told).map_err(Clone::clone);
        let Some(order) = self.checks.answered(id, answer) else { return };
        let is_search = Desk::of(&order) == Desk::Search;
        match told {
            Err(text) if is_search => {
                self.notify(Severity::Problem, "This question could not be answered", text);
            }
            // Where an explanation or a grade would be, the page says why there is none.
            Err(_) => {}
            Ok(told) if is_search => self.said = Some(told.into()),
            // An explanation comes unasked: what was said stays said.
            Ok(_) => {
                let graded = super::lesson::told(&order, &self.checks, self.opened.as_ref());
                self.said = graded.or_else(|| self.said.take());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Config;
    use crate::protocol::{Explained, Task};
    use crate::trace::Trace;
    use crate::ui::opened::Origin;

    fn opened() -> Opened {
        let model = crate::model::MODELS[0].info().id.to_owned();
        let trace = Trace::new(Config { model, ..Config::default() }, Vec::new());
        Opened::new(None, Origin::Model, trace).unwrap()
    }

    fn empty() -> Rc<Answer> {
        Rc::new(Answer::Explain(Explained::default()))
    }

    #[test]
    fn an_answer_is_found_again_and_not_asked_for_twice() {
        let (mut checks, order) = (Checks::default(), opened().explain_order());
        checks.ask(order.clone());
        let id = checks.pending(Desk::Question).unwrap().id;
        checks.ask(order.clone());
        assert_eq!(checks.pending(Desk::Question).unwrap().id, id);
        assert_eq!(checks.answered(id, Ok(empty())).as_deref(), Some(&order));
        checks.ask(order.clone());
        assert!(checks.pending(Desk::Question).is_none() && checks.causes(&order).is_some());
    }

    #[test]
    fn a_search_does_not_keep_a_question_waiting_and_a_late_answer_is_dropped() {
        let (mut checks, opened) = (Checks::default(), opened());
        checks.ask(opened.check_order());
        checks.ask(opened.explain_order());
        let first = checks.pending(Desk::Search).unwrap().id;
        assert!(checks.pending(Desk::Question).is_some());
        checks.ask(opened.matrix_order().unwrap());
        checks.progress(first, HowFar { states_before: 7, ..HowFar::default() }, 1.0);
        let pending = checks.pending(Desk::Search).unwrap();
        assert!(pending.id > first && pending.how_far == HowFar::default());
        assert_eq!(checks.answered(first, Ok(empty())), None);
        checks.cancel(Desk::Search);
        assert!(checks.pending(Desk::Search).is_none());
    }

    #[test]
    fn a_failure_is_kept_until_it_is_asked_again() {
        let (mut checks, order) = (Checks::default(), opened().check_order());
        checks.ask(order.clone());
        let id = checks.pending(Desk::Search).unwrap().id;
        checks.answered(id, Err("no memory".into()));
        assert_eq!(checks.failure(&order), Some("no memory"));
        checks.ask(order.clone());
        assert_eq!(checks.failure(&order), None);
    }

    #[test]
    fn the_same_configuration_is_the_same_order_however_it_is_written() {
        let plain = opened();
        let mut trace = (*plain.trace).clone();
        let info = plain.run.info();
        trace.config = trace.config.filled(info);
        let written = Opened::new(None, Origin::Model, trace).unwrap();
        assert_eq!(plain.check_order(), written.check_order());
    }

    #[test]
    fn every_order_of_the_page_can_be_worked_on() {
        let opened = opened();
        for order in [opened.check_order(), opened.explain_order()] {
            let mut task = Task::begin(&order).unwrap();
            while task.advance(1_000) {}
        }
        assert!(Task::begin(&opened.matrix_order().unwrap()).is_ok());
    }
}
