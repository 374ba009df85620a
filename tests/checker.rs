//! The checker against known numbers, and against the plain search on graphs of any shape.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod reference;
mod toys;

use proptest::prelude::*;
use reference::Graph;
use stepdown::check::{
    Checked, Checker, Counterexample, Job, Limit, Limits, Question, Report, Search, Verdict,
};
use stepdown::machine::{Check, Event, Machine, at_rest};
use toys::graph::{self, BOUND, graphs};
use toys::two_phase_commit::TwoPhaseCommit;

fn question<M: Machine>(limits: Limits) -> Question {
    Question { properties: (0..M::properties().len()).collect(), limits, thorough: true }
}

fn check<M: Checked>(machine: M, limits: Limits, slice: u32) -> Report {
    let mut checker = Checker::new(machine, question::<M>(limits));
    while checker.advance(slice) {}
    checker.report()
}

#[test]
fn two_phase_commit_has_the_known_numbers_of_states() {
    for (managers, states) in [(3, 288), (4, 1_568), (5, 8_832), (6, 50_816), (7, 296_448)] {
        let mut search = Search::new(TwoPhaseCommit { managers }, &[0], Limits::COMMAND);
        while search.advance(u32::MAX) {}
        assert_eq!((search.states(), search.limit()), (states, None), "{managers} resource managers");
    }
}

#[test]
fn an_invariant_that_only_the_beginning_breaks_is_reported() {
    let report = check(TwoPhaseCommit { managers: 3 }, Limits::COMMAND, 100);
    let finding = report.finding("somebody-moved").unwrap();
    assert_eq!(finding.verdict, Verdict::Violated);
    assert_eq!(finding.counterexample.as_ref().unwrap().events, []);
    assert_eq!(report.finding("consistent").unwrap().verdict, Verdict::Holds);
    // Every order ends with all committed or all aborted, whatever was heard: 7 + 1 aborts, 1 commit.
    assert_eq!(report.rests, report.dead_ends);
}

#[test]
fn a_limit_is_never_a_pass() {
    let all = check(TwoPhaseCommit { managers: 4 }, Limits::COMMAND, 1_000);
    for states in [1, 2, 10, 100, 1_567] {
        let report = check(TwoPhaseCommit { managers: 4 }, Limits { states, ..Limits::COMMAND }, 50);
        assert_eq!((report.limit, report.states), (Some(Limit::States(states)), states));
        assert_eq!(report.finding("consistent").unwrap().verdict, Verdict::Limit);
        assert_eq!(report.finding("somebody-moved").unwrap().verdict, Verdict::Violated);
    }
    let exact = check(TwoPhaseCommit { managers: 4 }, Limits { states: 1_568, ..Limits::COMMAND }, 50);
    assert_eq!(exact, all);
    let bytes = 100_000;
    let small = check(TwoPhaseCommit { managers: 7 }, Limits { bytes, ..Limits::COMMAND }, 1_000);
    assert_eq!(small.limit, Some(Limit::Memory(bytes)));
    assert_eq!(small.finding("consistent").unwrap().verdict, Verdict::Limit);
}

#[test]
fn the_bytes_allocated_are_within_the_limit() {
    let bytes = 10 << 20;
    let mut search = Search::new(TwoPhaseCommit { managers: 7 }, &[0], Limits { bytes, ..Limits::COMMAND });
    while search.advance(1_000) {}
    assert_eq!(search.limit(), Some(Limit::Memory(bytes)));
    // One chunk of states may be begun between two looks at the limit.
    assert!(search.bytes() <= bytes + (32 << 14), "{}", search.bytes());
    assert!(search.states() > 100_000, "{}", search.states());
}

/// Replays a counterexample and says whether its last step or state breaks the property.
fn breaks(machine: &graph::Graph, plain: &Graph<graph::Graph>, id: &str, told: &Counterexample) -> bool {
    let property = graph::Graph::properties().iter().find(|property| property.id == id).unwrap();
    let mut initial = Vec::new();
    machine.initial(&mut initial);
    let mut distinct = Vec::new();
    for state in initial {
        if !distinct.contains(&state) {
            distinct.push(state);
        }
    }
    let mut state = distinct[told.initial as usize];
    let (mut last, mut buffer) = (None, Vec::new());
    for event in &told.events {
        let step = graph::Step(event.as_str()[1..].parse().unwrap());
        machine.guard(&state, step).unwrap();
        last = Some((state, step));
        state = machine.step(&state, step);
    }
    match property.check {
        Check::Always(holds) => !holds(machine, &state),
        Check::NeverStep(keeps) => last.is_some_and(|(from, step)| !keeps(machine, &from, step, &state)),
        Check::AtRest(holds) => !holds(machine, &state) && at_rest(machine, &state, &mut buffer),
        Check::Recoverable(goal) => {
            !plain.escaping(|state| goal(machine, state))[plain.states.get_index_of(&state).unwrap()]
        }
        Check::Bounded(ticks, bound) => ticks(machine, &state).is_some_and(|ticks| ticks > bound),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Verdicts, lengths, ranges and ways back agree with the plain search, whatever the slices.
    #[test]
    fn agrees_with_the_plain_search(machine in graphs(14), slice in 1_u32..40) {
        let plain = Graph::explore(machine.clone());
        // The plain search takes initial states as given; so does this one, without their repetitions.
        let report = check(machine.clone(), Limits::COMMAND, slice);
        prop_assert_eq!(report.states as usize, plain.states.len());
        prop_assert_eq!(report.depth, plain.depth.iter().copied().max().unwrap());
        prop_assert_eq!(report.transitions, plain.edges.iter().map(|edges| edges.len() as u64).sum::<u64>());
        let rests = (0..plain.states.len()).filter(|&id| plain.is_at_rest(id));
        prop_assert_eq!(report.rests as usize, rests.count());
        prop_assert_eq!(report.dead_ends as usize, plain.edges.iter().filter(|edges| edges.is_empty()).count());
        prop_assert_eq!(report.outcomes.iter().map(|ending| ending.states).sum::<u32>(), report.rests);
        for finding in &report.findings {
            let id = finding.property.as_str();
            let shortest = plain.shortest(id);
            let found = finding.length().map(|length| u32::try_from(length).unwrap());
            prop_assert_eq!(found, shortest, "{}", id);
            let verdict = if shortest.is_some() { Verdict::Violated } else { Verdict::Holds };
            prop_assert_eq!(finding.verdict, verdict, "{}", id);
            let told = [&finding.counterexample, &finding.fewest_faults, &finding.fewest_switches];
            for told in told.into_iter().flatten() {
                prop_assert!(breaks(&machine, &plain, id, told), "{}: {:?}", id, told);
            }
        }
        let ticks = plain.states.iter().filter_map(|node| machine.ticks[usize::from(node.0)]);
        let range = report.finding("bounded").unwrap().range.map(|range| (range.min_ticks, range.max_ticks));
        prop_assert_eq!(range, ticks.clone().min().zip(ticks.clone().max()));
        prop_assert_eq!(report.finding("bounded").unwrap().verdict == Verdict::Holds, ticks.max() <= Some(BOUND));
    }

    /// No counterexample has fewer faults, or fewer changes of actor, than the one that says so.
    #[test]
    fn sparing_counterexamples_spare_the_most(machine in graphs(10)) {
        let plain = Graph::explore(machine.clone());
        let report = check(machine.clone(), Limits::COMMAND, 100);
        for finding in &report.findings {
            let Some(shortest) = &finding.counterexample else { continue };
            let faults = finding.fewest_faults.as_ref().unwrap_or(shortest);
            let switches = finding.fewest_switches.as_ref().unwrap_or(shortest);
            let id = finding.property.as_str();
            prop_assert_eq!(Some(faults.faults), plain.least(id, |machine, _, step| {
                (u32::from(machine.class(step).is_fault()), 0)
            }), "faults of {}", id);
            prop_assert_eq!(Some(switches.switches), plain.least(id, |machine, last, step| {
                let mover = machine.mover(step) + 1;
                (u32::from(last != 0 && last != mover), mover)
            }), "switches of {}", id);
        }
    }

    /// Under a limit, what is said is true of the whole graph.
    #[test]
    fn a_limited_search_says_nothing_wrong(machine in graphs(14), states in 1_u32..14) {
        let plain = Graph::explore(machine.clone());
        let report = check(machine.clone(), Limits { states, ..Limits::COMMAND }, 5);
        for finding in &report.findings {
            let broken = plain.shortest(&finding.property).is_some();
            match finding.verdict {
                Verdict::Violated => {
                    let told = finding.counterexample.as_ref().unwrap();
                    prop_assert!(breaks(&machine, &plain, &finding.property, told));
                }
                Verdict::Holds => prop_assert!(!broken && report.limit.is_none()),
                Verdict::Limit => prop_assert!(report.limit.is_some()),
            }
        }
    }
}

/// A graph whose edges all lead to older states needs more passes than are made before edges are reversed.
#[test]
fn a_way_back_through_many_older_states_is_found() {
    let nodes = 400;
    let edge = |from, to| graph::Edge {
        from,
        to,
        actor: 0,
        class: stepdown::machine::Class::Internal,
        breaks: false,
    };
    // Node 0 leads everywhere; every other node leads to the one before; node 1 meets the goal `a`.
    let mut edges: Vec<_> = (1..nodes).map(|to| edge(0, to)).collect();
    edges.extend((2..nodes).map(|from| edge(from, from - 1)));
    let mut marks = vec![0; usize::from(nodes)];
    marks[1] = 4;
    let ticks = vec![None; usize::from(nodes)];
    let report = check(graph::Graph { initial: vec![0], edges, marks, ticks }, Limits::COMMAND, 1_000);
    assert_eq!(report.finding("back-to-a").unwrap().verdict, Verdict::Holds);
    let lost = report.finding("back-to-b").unwrap();
    assert_eq!((lost.verdict, lost.length()), (Verdict::Violated, Some(0)));
}

#[test]
fn a_counterexample_is_told_in_the_notation() {
    let mut machine =
        graph::Graph { initial: vec![0], edges: Vec::new(), marks: vec![0, 0, 1], ticks: vec![None; 3] };
    for (from, to) in [(0, 1), (0, 2)] {
        let class = stepdown::machine::Class::Fault;
        machine.edges.push(graph::Edge { from, to, actor: 0, class, breaks: false });
    }
    let report = check(machine, Limits::COMMAND, 10);
    let told = report.finding("always").unwrap().counterexample.clone().unwrap();
    assert_eq!((told.events, told.faults, told.switches), (vec![Event::new("e1").unwrap()], 1, 0));
}
