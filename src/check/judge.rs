//! The judge of a search: the first state or step that breaks each property.

use crate::machine::{Check, Class, Machine};

/// What breaks a property: a state, or a step from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Break<A> {
    /// The state's id.
    pub(super) state: u32,
    /// The step that breaks it; none when the state itself does.
    pub(super) step: Option<A>,
}

/// The least and the greatest value of a bounded quantity, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) min: u32,
    pub(super) max: u32,
}

/// The properties asked for, by kind, those already broken left out.
pub(super) struct Judge<M: Machine> {
    always: Vec<(usize, Holds<M>)>,
    never: Vec<(usize, Keeps<M>)>,
    at_rest: Vec<(usize, Holds<M>)>,
    bounded: Vec<(usize, Ticks<M>, u32)>,
    pub(super) goals: Vec<(usize, Holds<M>)>,
    /// By property, what broke it first.
    pub(super) broken: Vec<Option<Break<M::Action>>>,
    /// By property, the values of a bounded quantity.
    pub(super) ranges: Vec<Option<Range>>,
    /// States at rest, by id.
    pub(super) rests: Vec<u32>,
    /// States in which nothing at all is enabled.
    pub(super) dead_ends: u32,
}

type Holds<M> = fn(&M, &<M as Machine>::State) -> bool;
type Keeps<M> = fn(&M, &<M as Machine>::State, <M as Machine>::Action, &<M as Machine>::State) -> bool;
type Ticks<M> = fn(&M, &<M as Machine>::State) -> Option<u32>;

impl<M: Machine> Judge<M> {
    /// A judge of the properties at these positions of the machine's list.
    pub(super) fn new(asked: &[usize]) -> Self {
        let count = M::properties().len();
        let mut judge = Self {
            always: Vec::new(),
            never: Vec::new(),
            at_rest: Vec::new(),
            bounded: Vec::new(),
            goals: Vec::new(),
            broken: vec![None; count],
            ranges: vec![None; count],
            rests: Vec::new(),
            dead_ends: 0,
        };
        for &index in asked {
            match M::properties()[index].check {
                Check::Always(holds) => judge.always.push((index, holds)),
                Check::NeverStep(keeps) => judge.never.push((index, keeps)),
                Check::AtRest(holds) => judge.at_rest.push((index, holds)),
                Check::Recoverable(goal) => judge.goals.push((index, goal)),
                Check::Bounded(ticks, bound) => judge.bounded.push((index, ticks, bound)),
            }
        }
        judge
    }

    /// Whether a way back is asked about.
    pub(super) fn needs_edges(&self) -> bool {
        !self.goals.is_empty()
    }

    /// Whether a property is about steps and still unbroken.
    pub(super) fn watches_steps(&self) -> bool {
        !self.never.is_empty()
    }

    /// A state was found.
    pub(super) fn found(&mut self, machine: &M, id: u32, state: &M::State) {
        let broken = &mut self.broken;
        let here = Break { state: id, step: None };
        self.always.retain(|&(index, holds)| {
            let holds = holds(machine, state);
            if !holds {
                broken[index] = Some(here);
            }
            holds
        });
        for &(index, ticks, bound) in &self.bounded {
            let Some(ticks) = ticks(machine, state) else { continue };
            let range = self.ranges[index].get_or_insert(Range { min: ticks, max: ticks });
            *range = Range { min: range.min.min(ticks), max: range.max.max(ticks) };
            if ticks > bound && broken[index].is_none() {
                broken[index] = Some(here);
            }
        }
    }

    /// A state is expanded; these actions are enabled in it.
    pub(super) fn expanded(&mut self, machine: &M, id: u32, state: &M::State, enabled: &[M::Action]) {
        let rests = |&action: &M::Action| matches!(machine.class(action), Class::Background | Class::Fault);
        if !enabled.iter().all(rests) {
            return;
        }
        self.rests.push(id);
        self.dead_ends += u32::from(enabled.is_empty());
        let broken = &mut self.broken;
        self.at_rest.retain(|&(index, holds)| {
            let holds = holds(machine, state);
            if !holds {
                broken[index] = Some(Break { state: id, step: None });
            }
            holds
        });
    }

    /// A step is taken.
    pub(super) fn step(
        &mut self,
        machine: &M,
        id: u32,
        before: &M::State,
        action: M::Action,
        after: &M::State,
    ) {
        let broken = &mut self.broken;
        self.never.retain(|&(index, keeps)| {
            let keeps = keeps(machine, before, action, after);
            if !keeps {
                broken[index] = Some(Break { state: id, step: Some(action) });
            }
            keeps
        });
    }
}
