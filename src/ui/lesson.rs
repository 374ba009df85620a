//! *Try it*: a task instead of the story, and how the reader's run stands against it.

use super::checks::{Checks, Desk};
use super::opened::Opened;
use super::timeline::words::grouped;
use crate::machine::Tone;
use crate::protocol::Order;
use crate::scenario::{Goal, Grade, Possible, Standing};
use crate::trace::TraceError;
use std::rc::Rc;

/// A lesson under way: the story is hidden, and the run is the reader's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// How many hints were asked for.
    pub hints: usize,
}

/// What a reader may want of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To try it, from the initial state.
    Begin,
    /// To start again; what was tried stays as a branch.
    Again,
    /// One more hint.
    Hint,
    /// To see the story; what was tried stays as a branch.
    End,
}

/// How far the grade of a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grading {
    /// Nobody asked.
    Unasked,
    /// So many states were looked at.
    Pending(u32),
    /// There is none, and why.
    Failed(Rc<str>),
    /// Here.
    Told(Graded),
}

/// A grade in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// How it sounds.
    pub tone: Tone,
    /// The same as a sign.
    pub sign: &'static str,
    /// In two words.
    pub word: &'static str,
    /// In full.
    pub text: String,
}

impl Opened {
    /// The task that the scenario sets, if it does.
    pub fn goal(&self) -> Option<&Goal> {
        self.scenario.as_ref()?.goal.as_ref()
    }

    /// The task in one sentence.
    pub fn task(&self) -> String {
        self.goal().map_or_else(String::new, |goal| {
            let (title, within) = (self.goal_title(goal), steps(goal.within));
            match goal.reach {
                Some(_) => format!("Break “{title}” within {within}"),
                None => format!(
                    "Let the environment use up its faults and come to rest within {within}, with “{title}” kept"
                ),
            }
        })
    }

    /// The title of the property that a task is about.
    pub fn goal_title(&self, goal: &Goal) -> &'static str {
        let infos = self.run.property_infos();
        let found = infos.iter().find(|info| Some(info.id) == goal.property());
        found.map_or("the property", |info| info.title)
    }

    /// The first branch that is shown: in a lesson not the scenario's own.
    pub fn first_branch(&self) -> usize {
        usize::from(self.lesson.is_some() && self.trace.branches.len() > 1)
    }

    /// What a screen reader is told after a wish.
    pub(super) fn told(&self, wish: Wish) -> Option<Rc<str>> {
        match wish {
            Wish::Begin | Wish::Again => Some(self.task().into()),
            Wish::Hint => Some(self.goal()?.hints.get(self.lesson?.hints.checked_sub(1)?)?.as_str().into()),
            Wish::End => None,
        }
    }

    /// The run after a wish of the reader's. Without a task, nothing changes.
    ///
    /// # Errors
    /// When a limit of the trace is reached.
    pub fn wished(&self, wish: Wish) -> Result<Self, TraceError> {
        let (Some(scenario), Some(goal)) = (&self.scenario, self.goal()) else { return Ok(self.clone()) };
        let lesson = self.lesson.unwrap_or_default();
        let fresh = |fixes: &[String]| self.with(self.trace.with_branch(fixes.to_vec(), Vec::new())?.at(0));
        let (opened, lesson) = match wish {
            Wish::Begin => (fresh(&scenario.fixes)?, Some(Lesson::default())),
            Wish::Again => (fresh(&self.trace.config.fixes)?, Some(lesson)),
            Wish::Hint => {
                let hints = (lesson.hints + 1).min(goal.hints.len());
                (self.clone(), Some(Lesson { hints }))
            }
            Wish::End => {
                let mut trace = (*self.trace).clone();
                if trace.branches.len() > 1
                    && trace.branches.last().is_some_and(|last| last.events.is_empty())
                {
                    trace.branches.pop();
                }
                (trace.current, trace.cursor) = (0, 0);
                trace.config.fixes.clone_from(&scenario.fixes);
                (self.with(trace)?, None)
            }
        };
        Ok(Self { lesson, ..opened })
    }
}

impl Checks {
    /// How far the grade of the run is, up to the step that is shown.
    pub fn grading(&self, opened: &Opened) -> Option<Grading> {
        let goal = opened.goal().filter(|_| opened.lesson.is_some())?;
        let order = opened.grade_order(goal);
        let pending = self.pending(Desk::Question).filter(|pending| *pending.order == order);
        Some(match (self.grade(&order), pending, self.failure(&order)) {
            (Some(grade), ..) => Grading::Told(graded(goal, grade, opened.goal_title(goal))),
            (None, Some(pending), _) => {
                Grading::Pending(pending.how_far.search.map_or(0, |search| search.states))
            }
            (None, None, Some(why)) => Grading::Failed(why.into()),
            (None, None, None) => Grading::Unasked,
        })
    }
}

/// What a screen reader is told of an order that was answered: a grade.
pub(super) fn told(order: &Order, checks: &Checks, opened: Option<&Opened>) -> Option<Rc<str>> {
    let Order::Grade { goal, .. } = order else { return None };
    let title = opened?.goal_title(goal);
    Some(graded(goal, checks.grade(order)?, title).text.into())
}

/// A grade in words; `title` is that of the property.
pub fn graded(goal: &Goal, grade: &Grade, title: &str) -> Graded {
    let shortest = grade.shortest.map(|shortest| shortest as usize);
    let (tone, sign, word, text) = match grade.standing {
        Standing::Solved { steps: taken } => {
            let taken = taken as usize;
            let than = match shortest {
                Some(shortest) if shortest < taken => format!(". The shortest run has {}", steps(shortest)),
                Some(_) => ", and no run is shorter".into(),
                None => String::new(),
            };
            let text = format!("Solved in {}{than}", steps(taken));
            return Graded { tone: Tone::Ok, sign: "✓", word: "solved", text };
        }
        _ if grade.possible == Possible::Never => {
            let states = grouped(grade.states as usize);
            let text = format!(
                "Under these fixes no order does it. All {states} states that can be reached were looked at"
            );
            return Graded { tone: Tone::Warn, sign: "✗", word: "can't be done", text };
        }
        Standing::TooLong { steps: taken } => {
            let text = format!("It takes {}, {} at most", steps(taken as usize), goal.within);
            (Tone::Warn, "▲", "too long", text)
        }
        Standing::NotBroken => {
            (Tone::Neutral, "…", "not yet", format!("Nothing has broken “{title}” so far"))
        }
        Standing::Broken { at } => (Tone::Bad, "✗", "not kept", format!("Step {at} breaks “{title}”")),
        Standing::FaultsLeft { left: 1 } => {
            (Tone::Neutral, "…", "not yet", "The environment has one fault left to use".into())
        }
        Standing::FaultsLeft { left } => {
            (Tone::Neutral, "…", "not yet", format!("The environment has {left} faults left to use"))
        }
        Standing::NotAtRest => (Tone::Neutral, "…", "not yet", "Something still moves by itself".into()),
    };
    let within = steps(goal.within);
    let possible = match grade.possible {
        Possible::Yes => format!("It can be done within {within}"),
        Possible::NotWithin => {
            format!("It can't be done within {within}: the shortest run has {}", steps(shortest.unwrap_or(0)))
        }
        Possible::Never => String::new(),
        Possible::Unknown(limit) => format!("Whether it can be done is not known: {limit}"),
    };
    Graded { tone, sign, word, text: format!("{text}. {possible}") }
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".into() } else { format!("{} steps", grouped(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Limit;
    use crate::machine::Event;
    use crate::trace::Trace;
    use crate::ui::opened::Origin;
    use crate::ui::state::{Action, State};

    fn open() -> State {
        let file = include_str!("../../scenarios/flink-40114-own-loss.json");
        let scenario = crate::scenario::load("a file", file).unwrap().scenario;
        let trace = Trace::new(scenario.config(), scenario.schedule.clone());
        State::default().apply(Action::Open(Opened::new(Some(scenario), Origin::Index, trace).unwrap()))
    }

    fn opened(state: &State) -> &Opened {
        state.opened.as_ref().unwrap()
    }

    fn wish(state: &State, wish: Wish) -> State {
        state.apply(Action::Lesson(wish))
    }

    fn choose(state: &State, event: &str) -> State {
        state.apply(Action::Choose(Event::new(event).unwrap()))
    }

    #[test]
    fn a_lesson_begins_with_nothing_and_never_follows_the_story() {
        let state = wish(&open().apply(Action::Seek(4)), Wish::Begin);
        assert_eq!((opened(&state).cursor(), opened(&state).len(), opened(&state).trace.current), (0, 0, 1));
        assert!(state.said.as_deref().unwrap().starts_with("Break “"));
        let first = opened(&state).trace.branches[0].events[0].clone();
        let state = choose(&state, first.as_str());
        assert_eq!((opened(&state).len(), opened(&state).trace.current), (1, 1));
        for away in [Action::Branch(0), Action::NextBranch] {
            assert_eq!(opened(&state.apply(away)).trace.current, 1);
        }
    }

    #[test]
    fn what_was_tried_stays_when_it_starts_again_and_when_it_ends() {
        let state = choose(&wish(&open(), Wish::Begin), "jm1.elector.renew");
        let again = wish(&state, Wish::Again);
        assert_eq!((opened(&again).trace.current, opened(&again).len()), (2, 0));
        let again = choose(&again, "jm1.elector.renew");
        assert_eq!((opened(&again).trace.current, opened(&again).len()), (2, 1), "it is a new attempt");
        let ended = wish(&wish(&again, Wish::Again), Wish::End);
        let kept: Vec<_> = opened(&ended).trace.branches.iter().map(|branch| branch.events.len()).collect();
        assert_eq!((opened(&ended).trace.current, kept), (0, vec![8, 1, 1]));
        assert!(opened(&ended).lesson.is_none());
    }

    #[test]
    fn hints_come_one_by_one() {
        let state = wish(&open(), Wish::Begin);
        let count = opened(&state).goal().unwrap().hints.len();
        let state = (0..count + 3).fold(state, |state, _| wish(&state, Wish::Hint));
        assert_eq!(opened(&state).lesson, Some(Lesson { hints: count }));
    }

    #[test]
    fn a_fix_before_the_first_step_is_what_the_run_is_made_under() {
        let state = wish(&open(), Wish::Begin).apply(Action::ToggleFix("retry"));
        assert_eq!(opened(&state).trace.branch().fixes, ["retry"]);
        let state = choose(&state, "jm1.elector.renew");
        assert_eq!((opened(&state).trace.branches.len(), opened(&state).trace.current), (2, 1));
    }

    #[test]
    fn without_a_task_nothing_is_tried() {
        let state = open();
        let mut bare = opened(&state).clone();
        bare.scenario = None;
        let state = wish(&State { opened: Some(bare), ..state }, Wish::Begin);
        assert_eq!((opened(&state).lesson, opened(&state).len()), (None, 8));
    }

    #[test]
    fn a_run_is_graded_as_far_as_it_is_shown() {
        let lesson = wish(&open(), Wish::Begin);
        let order = opened(&lesson).grade_order(opened(&lesson).goal().unwrap());
        let state = lesson.apply(Action::Ask(Box::new(order.clone())));
        assert_eq!(state.checks.grading(opened(&state)), Some(Grading::Pending(0)));
        let mut task = crate::protocol::Task::begin(&order).unwrap();
        while task.advance(1_000) {}
        let id = state.checks.pending(Desk::Question).unwrap().id;
        let state = state.apply(Action::Answered(id, Ok(task.answer().into())));
        let Some(Grading::Told(told)) = state.checks.grading(opened(&state)) else { panic!("no grade") };
        assert_eq!((told.word, state.said.as_deref()), ("not yet", Some(told.text.as_str())));
        let on = choose(&state, "jm1.elector.renew");
        assert_eq!(on.checks.grading(opened(&on)), Some(Grading::Unasked));
    }

    #[test]
    fn every_grade_has_words() {
        let goal = Goal { reach: Some("p".into()), prevent: None, within: 8, hints: Vec::new() };
        let told = |standing, shortest, possible| {
            let grade = Grade { standing, shortest, possible, states: 1_078 };
            let Graded { word, text, .. } = graded(&goal, &grade, "P");
            format!("{word}: {text}")
        };
        let (yes, no) = (Possible::Yes, Possible::Never);
        let solved = |steps| Standing::Solved { steps };
        for (found, expected) in [
            (told(solved(5), Some(5), yes), "solved: Solved in 5 steps, and no run is shorter"),
            (told(solved(7), Some(5), yes), "solved: Solved in 7 steps. The shortest run has 5 steps"),
            (
                told(Standing::TooLong { steps: 9 }, Some(5), yes),
                "too long: It takes 9 steps, 8 at most. It can be done within 8 steps",
            ),
            (
                told(Standing::NotBroken, Some(9), Possible::NotWithin),
                "not yet: Nothing has broken “P” so far. It can't be done within 8 steps: the shortest run has 9 steps",
            ),
            (
                told(Standing::NotBroken, None, no),
                "can't be done: Under these fixes no order does it. All 1,078 states that can be reached were looked at",
            ),
            (
                told(Standing::FaultsLeft { left: 1 }, None, Possible::Unknown(Limit::States(9))),
                "not yet: The environment has one fault left to use. Whether it can be done is not known: stopped at the limit of 9 states",
            ),
        ] {
            assert_eq!(found, expected);
        }
    }
}
