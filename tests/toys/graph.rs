//! A machine that is a small graph of any shape, to hold a fast search against a plain one.

use proptest::prelude::*;
use std::fmt;
use stepdown::check::Checked;
use stepdown::machine::{Check, Class, Freshness, Machine, Property};
use zerocopy::{Immutable, IntoBytes};

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, IntoBytes, Immutable)]
#[repr(C)]
pub(crate) struct Node(pub(crate) u16);

/// An edge, by its position in the machine's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step(pub(crate) u16);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

/// An edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) actor: u8,
    pub(crate) class: Class,
    /// Whether the step breaks `never`.
    pub(crate) breaks: bool,
}

/// The machine.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) initial: Vec<u16>,
    pub(crate) edges: Vec<Edge>,
    /// By node, a bit each: breaks `always`, breaks `at-rest`, goal `a`, goal `b`.
    pub(crate) marks: Vec<u8>,
    /// By node, the bounded quantity.
    pub(crate) ticks: Vec<Option<u32>>,
}

/// What a bounded quantity may be.
pub(crate) const BOUND: u32 = 6;

fn marked(graph: &Graph, node: Node, bit: u8) -> bool {
    graph.marks[usize::from(node.0)] >> bit & 1 != 0
}

impl Machine for Graph {
    type State = Node;
    type Action = Step;
    type Refusal = &'static str;

    fn initial(&self, out: &mut Vec<Node>) {
        out.extend(self.initial.iter().copied().map(Node));
    }

    fn enabled(&self, state: &Node, out: &mut Vec<Step>) {
        let steps = (0_u16..).zip(&self.edges).filter(|(_, edge)| edge.from == state.0);
        out.extend(steps.map(|(index, _)| Step(index)));
    }

    fn guard(&self, state: &Node, action: Step) -> Result<(), &'static str> {
        if self.edges[usize::from(action.0)].from == state.0 { Ok(()) } else { Err("another node") }
    }

    fn step(&self, _: &Node, action: Step) -> Node {
        Node(self.edges[usize::from(action.0)].to)
    }

    fn class(&self, action: Step) -> Class {
        self.edges[usize::from(action.0)].class
    }

    fn properties() -> &'static [Property<Self>] {
        const fn property(id: &'static str, check: Check<Graph>) -> Property<Graph> {
            Property { id, title: id, meaning: id, check }
        }
        static PROPERTIES: &[Property<Graph>] = &[
            property("always", Check::Always(|graph, node| !marked(graph, *node, 0))),
            property(
                "never",
                Check::NeverStep(|graph, _, step: Step, _| !graph.edges[usize::from(step.0)].breaks),
            ),
            property("at-rest", Check::AtRest(|graph, node| !marked(graph, *node, 1))),
            property("back-to-a", Check::Recoverable(|graph, node| marked(graph, *node, 2))),
            property("back-to-b", Check::Recoverable(|graph, node| marked(graph, *node, 3))),
            property("bounded", Check::Bounded(|graph, node: &Node| graph.ticks[usize::from(node.0)], BOUND)),
        ];
        PROPERTIES
    }
}

impl Checked for Graph {
    fn mover(&self, action: Step) -> u8 {
        self.edges[usize::from(action.0)].actor
    }

    fn keys(&self, state: &Node) -> Vec<(&'static str, Freshness)> {
        let freshness = if state.0.is_multiple_of(2) { Freshness::Fresh } else { Freshness::Stale };
        vec![("key", freshness)]
    }

    fn ms_a_tick(&self) -> u32 {
        5_000
    }
}

/// Graphs of up to so many nodes.
pub(crate) fn graphs(nodes: u16) -> impl Strategy<Value = Graph> {
    let class = prop_oneof![
        4 => Just(Class::Internal),
        2 => Just(Class::Fault),
        1 => Just(Class::Background),
        1 => Just(Class::Timeout),
    ];
    (1..=nodes).prop_flat_map(move |nodes| {
        let edge = (0..nodes, 0..nodes, 0_u8..3, class.clone(), prop::bool::weighted(0.05))
            .prop_map(|(from, to, actor, class, breaks)| Edge { from, to, actor, class, breaks });
        let count = usize::from(nodes);
        let marks = prop_oneof![6 => Just(0_u8), 1 => Just(1), 1 => Just(2), 2 => Just(4), 2 => Just(8)];
        (
            prop::collection::vec(0..nodes, 1..4),
            prop::collection::vec(edge, 0..count * 3),
            prop::collection::vec(marks, count),
            prop::collection::vec(prop::option::weighted(0.4, 0_u32..9), count),
        )
            .prop_map(|(initial, edges, marks, ticks)| Graph { initial, edges, marks, ticks })
    })
}
