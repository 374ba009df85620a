//! Points of no return and race pairs of random runs on random machines, against plain enumerations.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]
#![allow(dead_code, reason = "the toys and the plain search are shared; each test uses a part")]

mod reference;
mod toys;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use stepdown::machine::{Check, Class, Config, Event, Machine, Present};
use stepdown::trace::{
    Decision, Player, PropertyOutcome, Replay, SETTLE_STEPS, causes_of_breaks, no_returns,
};
use toys::graph::{Edge, Graph, INFO, Node, graphs};
use toys::threads::{Threads, threads};

fn open(machine: &Graph) -> Replay {
    Replay::new(machine.clone(), &INFO, Config::default())
}

/// The state at a position of a run in which no step is refused.
fn state_after<M: Present>(machine: &M, run: &Replay, position: usize) -> M::State {
    let mut initial = Vec::new();
    machine.initial(&mut initial);
    let step = |state: M::State, step| machine.step(&state, machine.parse(run.event(step).as_str()).unwrap());
    (1..=position).fold(initial[0], step)
}

/// A run that follows the choices: each number picks among the enabled steps.
fn walk(machine: &Graph, choices: &[u16]) -> Replay {
    let mut run = open(machine);
    for &choice in choices {
        let mut enabled = Vec::new();
        machine.enabled(&state_after(machine, &run, run.len()), &mut enabled);
        if enabled.is_empty() {
            break;
        }
        run.push(&Event::of(&enabled[usize::from(choice) % enabled.len()])).unwrap();
    }
    run
}

/// The run of these steps, if none of them is refused.
fn replay(machine: &Threads, steps: &[Event]) -> Option<Replay> {
    let mut run = machine.open();
    for step in steps {
        run.push(step).unwrap();
        if run.is_refused(run.len()) {
            return None;
        }
    }
    Some(run)
}

/// The run of the threads that the choices name, steps that are not possible left out.
fn interleave(machine: &Threads, choices: &[u8]) -> Replay {
    let mut run = machine.open();
    for choice in choices {
        let mut enabled = Vec::new();
        machine.enabled(&state_after(machine, &run, run.len()), &mut enabled);
        if let Some(next) = enabled.get(usize::from(*choice) % enabled.len().max(1)) {
            run.push(&Event::of(next)).unwrap();
        }
    }
    run
}

/// Every exchange of two steps of different actors after which a property that was broken at `until` holds, by
/// positions from 1, the nearest before the violation first.
fn saving_exchanges(machine: &Threads, run: &Replay, property: usize, until: usize) -> Vec<(usize, usize)> {
    let outcome = |run: &Replay| run.settled().outcomes.properties[property].1;
    let actor = |step: usize| run.actor(step).0;
    let mut found = Vec::new();
    for later in (1..=until).rev() {
        for earlier in (1..later).rev().filter(|&earlier| actor(earlier) != actor(later)) {
            let mut order: Vec<usize> = (1..earlier).collect();
            order.extend((earlier..=later).filter(|&step| actor(step) == actor(later)));
            order.extend((earlier..=later).filter(|&step| actor(step) != actor(later)));
            order.extend(later + 1..=run.len());
            let schedule = |steps: &[usize]| steps.iter().map(|&step| run.event(step)).collect::<Vec<_>>();
            let other =
                replay(machine, &schedule(&order)).or_else(|| replay(machine, &schedule(&order[..until])));
            if other.is_some_and(|other| outcome(&other) == PropertyOutcome::Holds) {
                found.push((earlier, later));
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    /// The last stretch of a run without a way to a goal, found by walking back over the plain search.
    #[test]
    fn points_of_no_return_are_those_of_the_plain_search(machine in graphs(12), choices in prop::collection::vec(any::<u16>(), 0..16)) {
        let run = walk(&machine, &choices);
        let plain = reference::Graph::explore(machine.clone());
        let found = no_returns(&run);
        for property in Graph::properties() {
            let Check::Recoverable(goal) = property.check else { continue };
            let escaping = plain.escaping(|node: &Node| goal(&machine, node));
            let escapes = |position: usize| escaping[plain.states.get_index_of(&state_after(&machine, &run, position)).unwrap()];
            let last = (0..=run.len()).rev().find(|&position| escapes(position));
            let expected = match last {
                Some(last) if last == run.len() => None,
                Some(last) => Some((last + 1, Some(last))),
                None => Some((0, None)),
            };
            let told = found.iter().find(|lost| lost.property.id == property.id);
            prop_assert_eq!(told.map(|lost| (lost.step, lost.last_escape)), expected, "{}", property.id);
        }
    }

    /// Race pairs are exactly the exchanges that save the property; without one a fault or nothing decides.
    #[test]
    fn race_pairs_are_those_of_a_plain_enumeration(machine in threads(), choices in prop::collection::vec(0_u8..6, 1..12)) {
        let run = interleave(&machine, &choices);
        for cause in causes_of_breaks(&run) {
            let property = Threads::properties().iter().position(|property| property.id == cause.property).unwrap();
            let pairs = saving_exchanges(&machine, &run, property, cause.broken_at);
            match &cause.decided_by {
                Decision::Start => prop_assert_eq!(cause.broken_at, 0),
                Decision::Order(race) => {
                    let told: Vec<_> =
                        std::iter::once((race.first, race.second)).chain(race.others.iter().copied()).collect();
                    prop_assert_eq!(told, pairs);
                    prop_assert!(race.fork < race.second);
                }
                Decision::Fault(step) => {
                    prop_assert!(pairs.is_empty() && run.actor(*step).1.is_fault() && *step <= cause.broken_at);
                }
                Decision::Schedule => prop_assert!(pairs.is_empty()),
            }
        }
    }
}

/// A machine that goes from node to node, each step of the class that its place in the list says.
fn ring(nodes: u16, back_to: u16) -> Graph {
    let edge = |from: u16| Edge {
        from,
        to: if from + 1 == nodes { back_to } else { from + 1 },
        actor: 0,
        class: if from.is_multiple_of(2) { Class::Internal } else { Class::Background },
        breaks: false,
    };
    let (marks, ticks) = (vec![0; usize::from(nodes)], vec![None; usize::from(nodes)]);
    Graph { initial: vec![0], edges: (0..nodes).map(edge).collect(), marks, ticks }
}

/// Where something is renewed for ever, a state of rest that comes back is as good as rest.
#[test]
fn a_run_that_goes_round_is_settled_when_it_has_gone_round() {
    let settled = open(&ring(6, 2)).settled();
    assert!(settled.at_rest);
    // Once to the last node and back to the first rest of the ring, which is node 3.
    assert_eq!((settled.added, settled.player.len()), (7, 7));
    let endless = open(&ring(5_000, 0)).settled();
    assert_eq!((endless.at_rest, endless.added), (false, SETTLE_STEPS));
}

/// The enumeration above has something to compare: every kind of answer comes up.
#[test]
fn random_machines_have_every_kind_of_cause() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let inputs = (threads(), prop::collection::vec(0_u8..6, 1..12));
    let mut seen = [0; 4];
    for _ in 0..3_000 {
        let (machine, choices) = inputs.new_tree(&mut runner).unwrap().current();
        for cause in causes_of_breaks(&interleave(&machine, &choices)) {
            let kinds = ["order", "fault", "start", "schedule"];
            seen[kinds.iter().position(|kind| *kind == cause.decided_by.word()).unwrap()] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "order, fault, start, schedule: {seen:?}");
}
