//! A check from question to report, in slices: search, ways back, sparing counterexamples, endings.

use super::checked::Checked;
use super::endings::Endings;
use super::judge::Break;
use super::keeping::keeping;
use super::limits::{Limit, Limits};
use super::recover::Recovery;
use super::report::{Bounds, Counterexample, Finding, Report, Verdict};
use super::search::{Progress, Search};
use super::sparing::{Charge, Last, Target, cheapest};
use crate::machine::{Check, Event};
use std::cell::RefCell;

/// What is asked of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Positions of the properties in the machine's list.
    pub properties: Vec<usize>,
    /// How far the search may go.
    pub limits: Limits,
    /// Whether sparing counterexamples and endings are wanted too.
    pub thorough: bool,
}

/// A check in slices, whatever the machine. The caller keeps the time.
pub trait Job {
    /// Goes on for about so many states. True while there is more to do.
    fn advance(&mut self, states: u32) -> bool;

    /// How far it is.
    fn progress(&self) -> Progress;

    /// What was found, once [`Job::advance`] has nothing more to do.
    fn report(&self) -> Report;

    /// The shortest schedule to rest that takes so many faults and keeps a property that was asked about,
    /// once [`Job::advance`] has nothing more to do; none when there is none.
    ///
    /// # Errors
    /// The limit, when that could not be found out within it.
    fn keeping(&self, property: &str, faults: u32) -> Result<Option<Counterexample>, Limit>;
}

/// The check of one machine.
pub struct Checker<M: Checked> {
    search: Search<M>,
    question: Question,
    stage: Stage,
    recovery: Option<Recovery>,
    findings: Vec<Finding>,
    endings: Endings,
}

enum Stage {
    Search,
    Recovery,
    /// Findings, one a call.
    Finding(usize),
    Endings,
    Done,
}

impl<M: Checked> Checker<M> {
    /// A check that has found the initial states.
    pub fn new(machine: M, question: Question) -> Self {
        let search = Search::new(machine, &question.properties, question.limits);
        Self {
            search,
            question,
            stage: Stage::Search,
            recovery: None,
            findings: Vec::new(),
            endings: Endings::default(),
        }
    }

    /// Whether a state has no fault-free way to the goal of a property any more.
    fn is_lost(&self, property: usize, id: u32) -> bool {
        let goal = self.search.judge.goals.iter().position(|(index, _)| *index == property);
        match (&self.recovery, goal) {
            (Some(recovery), Some(goal)) => !recovery.reaches(id, goal),
            _ => false,
        }
    }

    fn first_break(&self, property: usize) -> Option<Break<M::Action>> {
        let goal = self.search.judge.goals.iter().position(|(index, _)| *index == property);
        let lost = goal.and_then(|goal| self.recovery.as_ref()?.first_lost(goal));
        match lost {
            Some(state) => Some(Break { state, step: None }),
            None => self.search.judge.broken[property],
        }
    }

    fn find(&self, property: usize) -> Finding {
        let search = &self.search;
        let info = M::properties()[property].info();
        let first = self.first_break(property);
        let verdict = match (first.is_some(), search.limit().is_some()) {
            (true, _) => Verdict::Violated,
            (false, true) => Verdict::Limit,
            (false, false) => Verdict::Holds,
        };
        let shortest = first.map(|first| {
            let (initial, mut path) = search.path(first.state);
            path.extend(first.step);
            self.tell(initial, &path)
        });
        let bounds = |range: super::judge::Range| Bounds {
            min_ticks: range.min,
            max_ticks: range.max,
            tick_us: search.machine.us_a_tick(),
        };
        let (mut fewest_faults, mut fewest_switches) = (None, None);
        if let Some(shortest) = &shortest
            && self.question.thorough
            && search.limit().is_none()
        {
            if shortest.faults > 0 {
                let charge =
                    |machine: &M, _: Last, action| (u32::from(machine.class(action).is_fault()), None);
                fewest_faults = self.spare(property, &charge).filter(|other| other.faults < shortest.faults);
            }
            if shortest.switches > 0 {
                let charge = |machine: &M, last: Last, action| {
                    let actor = machine.mover(action);
                    (u32::from(last.is_some_and(|last| last != actor)), Some(actor))
                };
                fewest_switches =
                    self.spare(property, &charge).filter(|other| other.switches < shortest.switches);
            }
        }
        Finding {
            property: info.id.to_owned(),
            kind: info.kind,
            verdict,
            counterexample: shortest,
            range: search.judge.ranges[property].map(bounds),
            fewest_faults,
            fewest_switches,
        }
    }

    /// Asks with what breaks a property: its states and its steps.
    fn with_target<T>(&self, property: usize, ask: impl FnOnce(&Target<'_, M>) -> T) -> T {
        let (machine, arena) = (&self.search.machine, &self.search.arena);
        let buffer = RefCell::new(Vec::new());
        let check = &M::properties()[property].check;
        let broken = |id: u32| {
            check.is_broken_in(machine, arena.get(id), &mut buffer.borrow_mut()) || self.is_lost(property, id)
        };
        let breaks =
            |id: u32, action, after: &M::State| check.is_broken_by(machine, arena.get(id), action, after);
        ask(&Target { state: &broken, step: &breaks })
    }

    fn spare(&self, property: usize, charge: Charge<'_, M>) -> Option<Counterexample> {
        let found = self.with_target(property, |target| cheapest(&self.search, charge, target));
        found.map(|(initial, path)| self.tell(initial, &path))
    }

    fn tell(&self, initial: u32, path: &[M::Action]) -> Counterexample {
        let machine = &self.search.machine;
        let faults = path.iter().filter(|&&action| machine.class(action).is_fault()).count();
        let switches =
            path.windows(2).filter(|pair| machine.mover(pair[0]) != machine.mover(pair[1])).count();
        let small = |count: usize| u32::try_from(count).expect("a path is shorter than the number of states");
        Counterexample {
            initial,
            events: path.iter().map(Event::of).collect(),
            faults: small(faults),
            switches: small(switches),
        }
    }

    /// Classes some states at rest. True while there are more.
    fn classify(&mut self, states: u32) -> bool {
        let mut endings = std::mem::take(&mut self.endings);
        let more = endings.advance(&self.search, states, |id| self.broken_in(id));
        self.endings = endings;
        more
    }

    /// The properties that do not hold in a state at rest, or whose goal it can't reach.
    fn broken_in(&self, id: u32) -> Vec<usize> {
        let (machine, state) = (&self.search.machine, self.search.arena.get(id));
        let broken = |&property: &usize| match M::properties()[property].check {
            Check::Always(holds) | Check::AtRest(holds) => !holds(machine, state),
            Check::Recoverable(_) => self.is_lost(property, id),
            Check::NeverStep(_) | Check::Bounded(..) => false,
        };
        self.question.properties.iter().copied().filter(broken).collect()
    }
}

impl<M: Checked> Job for Checker<M> {
    fn advance(&mut self, states: u32) -> bool {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Search if self.search.advance(states) => Stage::Search,
            Stage::Search => {
                self.recovery = Some(Recovery::new(&self.search));
                Stage::Recovery
            }
            Stage::Recovery => {
                let more =
                    self.recovery.as_mut().is_some_and(|recovery| recovery.advance(&self.search, states));
                if more { Stage::Recovery } else { Stage::Finding(0) }
            }
            Stage::Finding(at) => match self.question.properties.get(at) {
                Some(&property) => {
                    self.findings.push(self.find(property));
                    Stage::Finding(at + 1)
                }
                None if self.question.thorough => Stage::Endings,
                None => Stage::Done,
            },
            Stage::Endings if self.classify(states) => Stage::Endings,
            Stage::Endings | Stage::Done => Stage::Done,
        };
        !matches!(self.stage, Stage::Done)
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }

    fn report(&self) -> Report {
        let search = &self.search;
        let endings = &self.endings;
        Report {
            states: search.states(),
            depth: search.depth(),
            transitions: search.transitions(),
            limit: search.limit(),
            rests: u32::try_from(search.judge.rests.len()).expect("ids have 32 bits"),
            dead_ends: search.judge.dead_ends,
            findings: self.findings.clone(),
            outcomes: endings.told(|id| {
                let (initial, path) = search.path(id);
                self.tell(initial, &path)
            }),
            endings: endings.counted(),
        }
    }

    fn keeping(&self, property: &str, faults: u32) -> Result<Option<Counterexample>, Limit> {
        let known = M::properties().iter().position(|known| known.id == property);
        let Some(property) = known else { return Ok(None) };
        let found = self.with_target(property, |target| keeping(&self.search, faults, target))?;
        Ok(found.map(|(initial, path)| self.tell(initial, &path)))
    }
}
