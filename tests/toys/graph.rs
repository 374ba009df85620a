//! A machine that is a small graph of any shape, to hold a fast search against a plain one.

use proptest::prelude::*;
use std::fmt;
use stepdown::machine::{
    Actor, ActorInfo, Check, Class, EventError, Facts, Freshness, Label, LogLayout, Machine, ModelInfo,
    Present, Property, Row, Scene, System, Upstream, Watch,
};
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

/// As little presentation as a run needs.
impl Present for Graph {
    fn parse(&self, event: &str) -> Result<Step, EventError> {
        let step = event.strip_prefix('e').and_then(|number| number.parse().ok());
        let known = step.filter(|&step| usize::from(step) < self.edges.len());
        known.map(Step).ok_or_else(|| EventError(format!("`{event}` is no edge")))
    }

    fn actors(&self) -> &[ActorInfo] {
        const fn actor(id: &'static str) -> ActorInfo {
            ActorInfo { id, title: id, node: "" }
        }
        static ACTORS: [ActorInfo; 3] = [actor("a"), actor("b"), actor("c")];
        &ACTORS
    }

    fn queue_lengths(&self, _: &Node) -> Vec<u8> {
        Vec::new()
    }

    fn offers(&self, state: &Node, out: &mut Vec<Step>) {
        self.enabled(state, out);
    }

    fn actor(&self, action: Step) -> Actor {
        Actor(self.edges[usize::from(action.0)].actor)
    }

    fn label(&self, _: &Node, action: Step) -> Label {
        Label { title: action.to_string(), hint: String::new() }
    }

    fn sentence(&self, _: &Node, action: Step, _: &Node) -> String {
        action.to_string()
    }

    fn upstream(&self, _: &Node, _: Step) -> Upstream {
        Upstream { class: "Graph", method: "step" }
    }

    fn effects(&self, _: &Node, _: Step, _: &mut Watch) {}

    fn budget(&self, _: &Node, _: Step) -> Option<(&'static str, u32)> {
        None
    }

    fn duration_ms(&self, _: &Self::State, _: Step) -> u32 {
        0
    }

    fn tick_us(&self) -> u32 {
        5_000_000
    }

    fn rows(&self, state: &Node, _: &Facts) -> Vec<Row> {
        let freshness = if state.0.is_multiple_of(2) { Freshness::Fresh } else { Freshness::Stale };
        vec![Row { key: "key", value: None, revision: None, writer: None, freshness }]
    }

    fn scene(&self, _: &Node, _: &Facts) -> Scene {
        Scene::default()
    }
}

/// What runs of such a machine are opened with.
pub(crate) static INFO: ModelInfo = ModelInfo {
    id: "graph",
    version: 1,
    title: "A graph",
    system: System::Flink,
    summary: "",
    versions: "",
    parameters: &[],
    faults: &[],
    fixes: &[],
    leaves_out: &[],
    log_layout: LogLayout::Flink,
    templates: &[],
};

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
