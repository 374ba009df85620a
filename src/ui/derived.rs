//! What was derived from the ground state last, kept until what it was derived from changes.

use super::decided::{self, Decided, Explanation};
use super::opened::Opened;
use super::shared::{Run, Shared};
use super::state::State;
use super::view::{self, Here, View};
use crate::protocol::{Answer, Order};
use crate::timeline::turns::Turn;
use crate::trace::Comparison;
use std::rc::Rc;

/// A value with what it was derived from.
struct Kept<K, V>(Option<(K, V)>);

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq, V: Clone> Kept<K, V> {
    /// The value, derived anew where the key is another one.
    fn get(&mut self, key: K, derive: impl FnOnce(&K) -> V) -> V {
        match &self.0 {
            Some((known, value)) if *known == key => value.clone(),
            _ => {
                let value = derive(&key);
                self.0 = Some((key, value.clone()));
                value
            }
        }
    }
}

type Turns = Shared<Vec<Turn>>;
type Told = Option<Shared<Decided>>;

/// What is derived from the open run: once for the run, once for the step, once for an answer.
#[derive(Default)]
pub struct Derived {
    comparison: Kept<(Run, Run), Shared<Comparison>>,
    turns: Kept<Run, Turns>,
    question: Kept<Run, (Rc<Order>, Option<usize>)>,
    decided: Kept<(Run, Option<Shared<Answer>>), Told>,
    marked: Kept<(Turns, Told), Turns>,
    here: Kept<(Run, usize), Shared<Here>>,
}

impl Derived {
    /// Everything the panels show of the open run.
    pub fn view(&mut self, state: &State) -> Option<View> {
        let opened = state.opened.clone()?;
        let (run, original) = (opened.run.clone(), opened.original.clone());
        let comparison = self.comparison.get((run.clone(), original), |_| view::compare(&opened));
        let (order, first) = self.question(&opened);
        let answer = state.checks.answer(&order).cloned().map(Shared);
        let decided = self.decided.get((run.clone(), answer), |(run, answer)| {
            let Answer::Explain(explained) = &**answer.as_ref()? else { return None };
            Some(Shared::new(Decided::new(run, &explained.causes)))
        });
        let (explanation, first_break) = match opened.lesson {
            None => (state.checks.explanation(&order, decided), first),
            Some(_) => (Explanation::Unasked, None),
        };
        let told = match &explanation {
            Explanation::Told(decided) => Some(decided.clone()),
            _ => None,
        };
        let turns = self.turns(&run);
        let turns = self.marked.get((turns, told), |(turns, told)| view::with_race(turns, told.as_deref()));
        let here = self.here.get((run, opened.cursor()), |(run, cursor)| view::read(&**run, *cursor));
        let grading = state.checks.grading(&opened);
        Some(View { opened, comparison, turns, explanation, first_break, grading, here })
    }

    /// The question what decides about the open run, if it is to be asked by itself now.
    pub fn wanted(&mut self, state: &State) -> Option<Rc<Order>> {
        let (order, first) = self.question(state.opened.as_ref()?);
        state.wants_explanation(&order, first).then_some(order)
    }

    fn turns(&mut self, run: &Run) -> Turns {
        self.turns.get(run.clone(), |run| view::turns_of(&**run))
    }

    /// The question, and the first position at which the run has broken something.
    fn question(&mut self, opened: &Opened) -> (Rc<Order>, Option<usize>) {
        let turns = self.turns(&opened.run);
        self.question.get(opened.run.clone(), |run| {
            (Rc::new(opened.explain_order()), decided::first_break(&**run, &turns))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Config;
    use crate::trace::Trace;
    use crate::ui::opened::Origin;
    use crate::ui::state::Action;

    #[test]
    fn what_did_not_change_is_the_same_value() {
        let model = crate::model::MODELS[0].info().id.to_owned();
        let trace = Trace::new(Config { model, ..Config::default() }, Vec::new());
        let opened = Opened::new(None, Origin::Model, trace).unwrap();
        let mut derived = Derived::default();
        assert!(derived.view(&State::default()).is_none());
        let state = State::default().apply(Action::Open(opened)).apply(Action::ChooseNth(1));
        let here = derived.view(&state).unwrap();
        assert!(here == derived.view(&state.apply(Action::ToggleTable)).unwrap());
        let back = derived.view(&state.apply(Action::Previous)).unwrap();
        assert!(back.here != here.here && back.comparison == here.comparison && back.turns == here.turns);
        let grown = derived.view(&state.apply(Action::ChooseNth(1))).unwrap();
        assert!(grown.comparison != here.comparison && grown.here.len == 2);
    }
}
