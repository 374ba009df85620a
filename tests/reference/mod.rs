//! A search that is slow and plainly right: the yardstick for models, and for any faster search.

use indexmap::{IndexMap, IndexSet};
use stepdown::machine::{Check, Class, Machine, Property};

/// Every reachable state, in breadth-first order, with its edges.
pub(crate) struct Graph<M: Machine> {
    pub(crate) machine: M,
    pub(crate) states: IndexSet<M::State>,
    pub(crate) depth: Vec<u32>,
    /// By state: action and successor.
    pub(crate) edges: Vec<Vec<(M::Action, usize)>>,
}

impl<M: Machine> Graph<M> {
    pub(crate) fn explore(machine: M) -> Self {
        let mut initial = Vec::new();
        machine.initial(&mut initial);
        let mut states: IndexSet<M::State> = initial.into_iter().collect();
        let mut depth = vec![0; states.len()];
        let mut edges = Vec::new();
        let mut next = 0;
        while next < states.len() {
            let state = states[next];
            let mut actions = Vec::new();
            machine.enabled(&state, &mut actions);
            let mut out = Vec::new();
            for action in actions {
                let (target, new) = states.insert_full(machine.step(&state, action));
                if new {
                    depth.push(depth[next] + 1);
                }
                out.push((action, target));
            }
            edges.push(out);
            next += 1;
        }
        Self { machine, states, depth, edges }
    }

    /// The length of the shortest counterexample of a property; none when it holds.
    #[allow(dead_code, reason = "not every test asks")]
    pub(crate) fn shortest(&self, id: &str) -> Option<u32> {
        let property = M::properties().iter().find(|property| property.id == id).expect("a known property");
        self.shortest_of(property)
    }

    fn shortest_of(&self, property: &Property<M>) -> Option<u32> {
        let machine = &self.machine;
        let states = || self.states.iter().enumerate();
        match property.check {
            Check::Always(holds) => {
                states().filter(|(_, state)| !holds(machine, state)).map(|(id, _)| self.depth[id]).min()
            }
            Check::NeverStep(keeps) => states()
                .flat_map(|(id, before)| self.edges[id].iter().map(move |edge| (id, before, edge)))
                .filter(|(_, before, (action, target))| {
                    !keeps(machine, before, *action, &self.states[*target])
                })
                .map(|(id, ..)| self.depth[id] + 1)
                .min(),
            Check::AtRest(holds) => states()
                .filter(|(id, state)| self.is_at_rest(*id) && !holds(machine, state))
                .map(|(id, _)| self.depth[id])
                .min(),
            Check::Recoverable(goal) => {
                let escapes = self.escaping(|state| goal(machine, state));
                (0..self.states.len()).filter(|&id| !escapes[id]).map(|id| self.depth[id]).min()
            }
            Check::Bounded(ticks, bound) => states()
                .filter(|(_, state)| ticks(machine, state).is_some_and(|ticks| ticks > bound))
                .map(|(id, _)| self.depth[id])
                .min(),
        }
    }

    #[allow(dead_code, reason = "only the checker's test asks")]
    /// The least cost of a schedule that breaks a property, by relaxing every step until nothing changes.
    /// `charge` gets what it gave for the step before (0 at first) and gives a price and that.
    pub(crate) fn least(&self, id: &str, charge: impl Fn(&M, u8, M::Action) -> (u32, u8)) -> Option<u32> {
        let property = M::properties().iter().find(|property| property.id == id).expect("a known property");
        let machine = &self.machine;
        let lost = match property.check {
            Check::Recoverable(goal) => self.escaping(|state| goal(machine, state)),
            _ => Vec::new(),
        };
        let breaks = |at: usize| match property.check {
            Check::Always(holds) => !holds(machine, &self.states[at]),
            Check::AtRest(holds) => self.is_at_rest(at) && !holds(machine, &self.states[at]),
            Check::Recoverable(_) => !lost[at],
            Check::Bounded(ticks, bound) => {
                ticks(machine, &self.states[at]).is_some_and(|ticks| ticks > bound)
            }
            Check::NeverStep(_) => false,
        };
        let mut costs: IndexMap<(usize, u8), u32> = IndexMap::new();
        for (at, depth) in self.depth.iter().enumerate() {
            if *depth == 0 {
                costs.insert((at, 0), 0);
            }
        }
        let mut least: Option<u32> = None;
        loop {
            let mut changed = false;
            for ((at, last), cost) in costs.clone() {
                if breaks(at) {
                    least = Some(least.map_or(cost, |least| least.min(cost)));
                }
                for &(action, target) in &self.edges[at] {
                    let (price, now) = charge(machine, last, action);
                    if let Check::NeverStep(keeps) = property.check
                        && !keeps(machine, &self.states[at], action, &self.states[target])
                    {
                        least = Some(least.map_or(cost + price, |least| least.min(cost + price)));
                    }
                    let known = costs.entry((target, now)).or_insert(u32::MAX);
                    if cost + price < *known {
                        *known = cost + price;
                        changed = true;
                    }
                }
            }
            if !changed {
                return least;
            }
        }
    }

    pub(crate) fn is_at_rest(&self, id: usize) -> bool {
        self.edges[id]
            .iter()
            .all(|(action, _)| matches!(self.machine.class(*action), Class::Background | Class::Fault))
    }

    /// By state, whether some fault-free continuation reaches the goal.
    pub(crate) fn escaping(&self, goal: impl Fn(&M::State) -> bool) -> Vec<bool> {
        let mut escapes: Vec<bool> = self.states.iter().map(goal).collect();
        loop {
            let mut changed = false;
            for id in (0..self.states.len()).rev() {
                if !escapes[id] {
                    escapes[id] = self.edges[id]
                        .iter()
                        .any(|(action, target)| !self.machine.class(*action).is_fault() && escapes[*target]);
                    changed |= escapes[id];
                }
            }
            if !changed {
                return escapes;
            }
        }
    }
}
