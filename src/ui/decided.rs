//! What decides about the properties that a run breaks, and both orders of a race pair, as the page tells them.
//!
//! The answer of a search names the steps; what either order comes to is replayed here, not taken from it.

use super::checks::{Checks, Desk};
use super::opened::Opened;
use super::shared::{Run, Shared};
use super::state::{Page, State};
use crate::machine::{PropertyInfo, sort_short};
use crate::model;
use crate::protocol::Order;
use crate::timeline::turns::{Turn, TurnKind};
use crate::trace::{Cause, Comparison, Decision, Player, PropertyOutcome, Race, Status};
use std::rc::Rc;

/// Steps around a race pair that are shown beside each other.
const AROUND: usize = 2;

/// How far the explanation of a run is.
#[derive(Clone, PartialEq)]
pub enum Explanation {
    /// Nobody asked.
    Unasked,
    /// It is on its way.
    Pending,
    /// There is none, and why.
    Failed(Rc<str>),
    /// Here.
    Told(Shared<Decided>),
}

/// What decides about a run.
pub struct Decided {
    /// One for all properties that the same decides about; a race pair first, then what breaks first.
    pub groups: Vec<Group>,
}

/// Properties that the same decides about.
pub struct Group {
    /// The properties.
    pub properties: Vec<PropertyInfo>,
    /// What decides.
    pub decision: Decision,
    /// The first step that breaks one of them.
    pub broken_at: usize,
    /// The first step of the pairs that were tried.
    pub pairs_from: usize,
    /// For a race pair, the run in both orders.
    pub orders: Option<Orders>,
}

/// A run as it is, and with a race pair exchanged.
pub struct Orders {
    /// Both, settled.
    pub both: Comparison,
    /// The steps that happened, in the order of the exchanged run.
    exchanged: Vec<usize>,
    /// The same in the order of the run.
    happened: Vec<usize>,
    first: usize,
    second: usize,
}

/// A step in one of two orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its position in its run.
    pub position: usize,
    /// Whether it is of the race pair.
    pub pair: bool,
    /// Whether it moved with it.
    pub moved: bool,
}

impl Decided {
    /// What decides, by the causes that were found for a run.
    pub fn new(run: &Run, causes: &[Cause]) -> Self {
        let infos = run.property_infos();
        let mut groups: Vec<Group> = Vec::new();
        for cause in causes {
            let Some(info) = infos.iter().find(|info| info.id == cause.property) else { continue };
            // What the schedule as a whole decides is told with the step that breaks it.
            let together = |group: &&mut Group| {
                same(&group.decision, &cause.decided_by)
                    && (cause.decided_by != Decision::Schedule || group.broken_at == cause.broken_at)
            };
            if let Some(group) = groups.iter_mut().find(together) {
                group.properties.push(*info);
                group.broken_at = group.broken_at.min(cause.broken_at);
                continue;
            }
            let orders = match &cause.decided_by {
                Decision::Order(race) => Orders::new(run, race),
                _ => None,
            };
            groups.push(Group {
                properties: vec![*info],
                decision: cause.decided_by.clone(),
                broken_at: cause.broken_at,
                pairs_from: cause.pairs_from,
                orders,
            });
        }
        let rank = |group: &Group| (group.race().is_none(), group.broken_at);
        sort_short(&mut groups, |a, b| rank(a) < rank(b));
        Self { groups }
    }

    /// What the page tells of it in one line: the race pair, or what decides about the property that breaks first.
    pub fn first(&self) -> Option<&Group> {
        self.groups.first()
    }
}

fn same(a: &Decision, b: &Decision) -> bool {
    match (a, b) {
        (Decision::Order(a), Decision::Order(b)) => (a.first, a.second) == (b.first, b.second),
        (a, b) => a == b,
    }
}

impl Group {
    /// The race pair, if it is one.
    pub fn race(&self) -> Option<&Race> {
        match &self.decision {
            Decision::Order(race) => Some(race),
            _ => None,
        }
    }

    /// The titles of the properties.
    pub fn titles(&self) -> Vec<&'static str> {
        self.properties.iter().map(|info| info.title).collect()
    }

    /// It in one line, and the step that it is about.
    pub fn line(&self) -> (String, usize) {
        match &self.decision {
            Decision::Order(race) => {
                (format!("race pair: steps {} and {}", race.first, race.second), race.first)
            }
            Decision::Fault(step) => (format!("no race pair: decided by the fault at step {step}"), *step),
            Decision::Start => ("no race pair: broken from the start".into(), 0),
            Decision::Schedule => ("no race pair: decided by the schedule as a whole".into(), self.broken_at),
        }
    }
}

impl Orders {
    fn new(run: &Run, race: &Race) -> Option<Self> {
        let Race { first, second, .. } = *race;
        let happened: Vec<usize> = (1..=run.len()).filter(|&step| !run.is_refused(step)).collect();
        let at = |step| happened.binary_search(&step).ok();
        let (earlier, later) = (at(first)?, at(second)?);
        let racer = run.actor(second).0;
        let (moved, kept): (Vec<usize>, Vec<usize>) =
            happened[earlier..=later].iter().partition(|&&step| run.actor(step).0 == racer);
        let exchanged = [&happened[..earlier], &moved, &kept, &happened[later + 1..]].concat();
        let other = model::open(run.config()).ok()?.replay(&race.exchanged).ok()?;
        let both = Comparison::new(Rc::clone(&run.0), other);
        (exchanged.len() == both.changed.len()).then_some(Self { both, exchanged, happened, first, second })
    }

    /// What becomes of a property as it is and exchanged, after settling.
    pub fn outcomes(&self, property: &str) -> [Option<PropertyOutcome>; 2] {
        [&self.both.before, &self.both.after].map(|settled| {
            let found = settled.outcomes.properties.iter().find(|(info, _)| info.id == property);
            found.map(|(_, outcome)| *outcome)
        })
    }

    /// Up to which position both are the same.
    pub fn shared(&self) -> usize {
        self.happened.partition_point(|&step| step < self.first)
    }

    /// The steps around the pair, as they are and exchanged, row by row.
    pub fn rows(&self) -> Vec<[Cell; 2]> {
        let at = |step| self.happened.binary_search(&step).unwrap_or_default();
        let (earlier, later) = (self.shared(), at(self.second));
        let end = (later + 1 + AROUND).min(self.happened.len());
        let row = |index: usize| {
            let (here, there) = (self.happened[index], self.exchanged[index]);
            let pair = |step: usize| step == self.first || step == self.second;
            // The later step's own actor moves with it; the others only make room.
            let racer = self.both.original.actor(self.second).0;
            let moved = |step: usize| {
                (self.first..self.second).contains(&step)
                    && !pair(step)
                    && self.both.original.actor(step).0 == racer
            };
            [
                Cell { position: here, pair: pair(here), moved: moved(here) },
                Cell { position: index + 1, pair: pair(there), moved: moved(there) },
            ]
        };
        (earlier.saturating_sub(AROUND)..end).map(row).collect()
    }
}

/// The first position at which a run has broken or lost something; `turns` are its own.
pub fn first_break(run: &dyn Player, turns: &[Turn]) -> Option<usize> {
    let broken = run.properties(run.len()).into_iter().filter_map(|property| match property.status {
        Status::Broken { at } => Some(at),
        _ => None,
    });
    let lost = turns.iter().filter(|turn| turn.kind == TurnKind::NoWayBack).map(|turn| turn.position);
    broken.chain(lost).min()
}

impl Checks {
    /// How far an explanation is; `told` is the answer, if there is one.
    pub fn explanation(&self, order: &Order, told: Option<Shared<Decided>>) -> Explanation {
        let pending = self.pending(Desk::Question).is_some_and(|pending| *pending.order == *order);
        match (told, self.failure(order)) {
            (Some(told), _) => Explanation::Told(told),
            _ if pending => Explanation::Pending,
            (None, Some(failure)) => Explanation::Failed(failure.into()),
            (None, None) => Explanation::Unasked,
        }
    }

    /// The steps of the race pair that a run is known to be decided by, and its fork.
    pub(super) fn race_steps(&self, opened: &Opened) -> Vec<usize> {
        let causes = self.causes(&opened.explain_order()).unwrap_or_default();
        let races = causes.iter().filter_map(|cause| match &cause.decided_by {
            Decision::Order(race) => Some((cause.broken_at, race)),
            _ => None,
        });
        let race = races.min_by_key(|(broken_at, _)| *broken_at).map(|(_, race)| race);
        race.map_or_else(Vec::new, |race| vec![race.fork, race.first, race.second])
    }
}

impl State {
    /// Whether the page asks by itself what decides about the run, which first breaks something at a step. Never before
    /// the reader did something: what a first visit loads has a budget.
    pub fn wants_explanation(&self, order: &Order, first_break: Option<usize>) -> bool {
        let reached =
            self.opened.as_ref().is_some_and(|opened| first_break.is_some_and(|at| opened.cursor() >= at));
        // An explanation of a run that was left is given up for this one; a grade is not.
        let pending = self.checks.pending(Desk::Question);
        let free = pending.is_none_or(|pending| {
            matches!(*pending.order, Order::Explain { .. }) && *pending.order != *order
        });
        self.checks.may_ask
            && self.opened.as_ref().is_some_and(|opened| opened.lesson.is_none())
            && self.page == Page::Run
            && reached
            && free
            && self.checks.answer(order).is_none()
            && self.checks.failure(order).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Trace;
    use crate::ui::opened::{Found, Origin};
    use crate::ui::state::Action;

    fn open(file: &str) -> State {
        let scenario = crate::scenario::load("a file", file).unwrap().scenario;
        let trace = Trace::new(scenario.config(), scenario.schedule.clone());
        State::default().apply(Action::Open(Opened::new(Some(scenario), Origin::Index, trace).unwrap()))
    }

    fn opened(state: &State) -> &Opened {
        state.opened.as_ref().unwrap()
    }

    fn decided(state: &State) -> Decided {
        let run = &opened(state).run;
        let events: Vec<_> = (1..=run.len()).map(|step| run.event(step)).collect();
        Decided::new(run, &crate::model::causes(run.config(), &events).unwrap())
    }

    /// Asks, and answers as a worker would.
    fn explained(state: &State) -> State {
        let order = opened(state).explain_order();
        let mut task = crate::protocol::Task::begin(&order).unwrap();
        while task.advance(1_000) {}
        let state = state.apply(Action::Ask(Box::new(order)));
        let id = state.checks.pending(Desk::Question).unwrap().id;
        state.apply(Action::Answered(id, Ok(task.answer().into())))
    }

    const OWN_LOSS: &str = include_str!("../../scenarios/flink-40114-own-loss.json");
    const HEALS: &str = include_str!("../../scenarios/flink-40114-grant-pending-heals.json");

    #[test]
    fn a_fault_decides_about_what_breaks_first() {
        let decided = decided(&open(OWN_LOSS));
        let told: Vec<_> =
            decided.groups.iter().map(|group| (group.line().0, group.properties.len())).collect();
        let line = |step| format!("no race pair: decided by the fault at step {step}");
        assert_eq!(told, [(line(5), 3), (line(1), 1)]);
    }

    #[test]
    fn both_orders_stand_side_by_side_and_are_replayed() {
        let decided = decided(&open(HEALS));
        let group = decided.first().unwrap();
        assert_eq!(group.line(), ("race pair: steps 3 and 4".into(), 3));
        let orders = group.orders.as_ref().unwrap();
        let outcomes = orders.outcomes("never-erased");
        assert_eq!(outcomes, [Some(PropertyOutcome::Violated), Some(PropertyOutcome::Holds)]);
        let rows = orders.rows();
        let events = |side: usize| -> Vec<_> {
            let run = [&orders.both.original, &orders.both.changed][side];
            rows.iter().filter(|row| row[side].pair).map(|row| run.event(row[side].position)).collect()
        };
        let (mut left, right) = (events(0), events(1));
        left.reverse();
        assert_eq!((left.len(), left), (2, right));
        assert!(rows.iter().all(|row| !row[0].moved && row[0].position == row[1].position));
    }

    #[test]
    fn the_page_asks_once_and_not_before_the_reader_did_something() {
        let state = open(OWN_LOSS);
        let order = opened(&state).explain_order();
        let wants = |state: &State| state.wants_explanation(&order, Some(5));
        let state = State { opened: Some(opened(&state).at(5)), ..state };
        assert!(!wants(&state), "a link that opens a broken run asks for nothing");
        let state = state.apply(Action::Previous);
        assert!(!wants(&state), "nothing is broken yet");
        let state = state.apply(Action::Next);
        assert!(wants(&state) && !state.wants_explanation(&order, None));
        let asked = state.apply(Action::Ask(Box::new(order.clone())));
        assert!(!wants(&asked) && asked.checks.explanation(&order, None) == Explanation::Pending);
        assert!(!wants(&explained(&state)));
        let id = asked.checks.pending(Desk::Question).unwrap().id;
        let failed = asked.apply(Action::Answered(id, Err("no memory".into())));
        assert!(failed.notices.list().is_empty(), "the card says so");
        assert!(failed.checks.explanation(&order, None) == Explanation::Failed("no memory".into()));
        assert!(!wants(&failed));
    }

    #[test]
    fn an_explanation_does_not_take_back_what_was_said() {
        let state = open(OWN_LOSS).apply(Action::Say("Step copied".into()));
        assert_eq!(explained(&state).said.as_deref(), Some("Step copied"));
    }

    #[test]
    fn brackets_stop_at_the_pair_and_its_fork() {
        let state = explained(&open(HEALS));
        let next = |state: &State| state.apply(Action::Marker { forward: true });
        let stops: Vec<_> = std::iter::successors(Some(state), |state| Some(next(state)))
            .map(|state| opened(&state).cursor())
            .take(5)
            .collect();
        assert_eq!(stops, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_other_order_opens_as_a_branch_once() {
        let state = open(HEALS).apply(Action::Seek(6));
        let decided = decided(&state);
        let events = decided.first().unwrap().race().unwrap().exchanged.clone();
        let found = Found { fixes: Vec::new(), events, name: "exchanged".into() };
        let open = |state: &State| state.apply(Action::OpenSchedule(found.clone()));
        let there = open(&state);
        assert_eq!((opened(&there).trace.current, opened(&there).cursor()), (1, 10));
        let again = open(&there.apply(Action::Branch(0)));
        assert_eq!((opened(&again).trace.current, opened(&again).trace.branches.len()), (1, 2));
        assert!((1..=opened(&again).len()).all(|step| !opened(&again).run.is_refused(step)));
    }
}
