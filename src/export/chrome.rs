//! Trace events, as Perfetto and `chrome://tracing` read them: a process a node, a thread an actor, a slice a step, a flow
//! for each arrow of causality.

use super::Document;
use crate::scenario::Data;
use crate::trace::{Player, StepView};

/// The environment has no node of its own.
const ENVIRONMENT: &str = "environment";

pub(super) fn chrome(document: &Document) -> String {
    let player = &*document.player;
    let places = places(player);
    let mut events = names(player, &places);
    let ends = ends(player);
    let mut flow = 0;
    for step in 1..=player.len() {
        let view = player.step(step);
        let place = places[view.actor];
        let (from, to) = (ends[step - 1], ends[step]);
        let args = args(document, player, step, &view);
        let refused = view.refused.is_some();
        let title = format!("{step}. {}", view.label.title);
        let mut slice = event(if refused { "i" } else { "X" }, &title, from, place);
        slice.push(("cat", Data::text(if refused { "refused" } else { view.class.word() })));
        slice.push(if refused { ("s", Data::text("t")) } else { ("dur", Data::Number(to - from)) });
        slice.push(("args", args));
        events.push(Data::object(slice));
        for property in &view.violates {
            let mut mark = event("i", &format!("breaks {property}"), from, place);
            mark.extend([("cat", Data::text("violation")), ("s", Data::text("g"))]);
            events.push(Data::object(mark));
        }
        for cause in player.causes(step).into_iter().filter(|cause| (1..step).contains(&cause.from)) {
            flow += 1;
            let start = (ends[cause.from - 1], places[player.actor(cause.from).0]);
            for (phase, (at, place)) in [("s", start), ("f", (from, place))] {
                let mut arrow = event(phase, "leads to", at, place);
                arrow.extend([("cat", Data::text("causality")), ("id", Data::Number(flow))]);
                if phase == "f" {
                    arrow.push(("bp", Data::text("e")));
                }
                events.push(Data::object(arrow));
            }
        }
    }
    let info = player.info();
    let other = [
        ("title", document.title().into_owned()),
        ("model", info.versioned()),
        ("fixes", player.config().fixes.join(", ")),
        ("link", document.link()),
    ];
    Data::object([
        ("displayTimeUnit", Data::text("ms")),
        ("otherData", Data::object(other.map(|(key, text)| (key, Data::text(text))))),
        ("traceEvents", Data::List(events)),
    ])
    .over_many_lines()
}

/// When each step ends, in microseconds, the beginning first. The log's clock stands still for some steps; a slice needs
/// some width, and each its own.
fn ends(player: &dyn Player) -> Vec<u64> {
    let mut ends = vec![0];
    for step in 1..=player.len() {
        let before = ends[step - 1];
        ends.push(if player.is_refused(step) {
            before
        } else {
            (player.step(step).moment.ms * 1_000).max(before + 1)
        });
    }
    ends
}

/// By actor, its process and its thread.
fn places(player: &dyn Player) -> Vec<(usize, usize)> {
    let mut nodes: Vec<&str> = Vec::new();
    let place = |(at, actor): (usize, &crate::machine::ActorInfo)| {
        let known = nodes.iter().position(|node| *node == actor.node);
        let node = known.unwrap_or_else(|| {
            nodes.push(actor.node);
            nodes.len() - 1
        });
        (node + 1, at + 1)
    };
    player.actors().iter().enumerate().map(place).collect()
}

fn names(player: &dyn Player, places: &[(usize, usize)]) -> Vec<Data> {
    let mut out = Vec::new();
    let mut named = 0;
    for (actor, &place) in player.actors().iter().zip(places) {
        let mut name = |what: &str, name: &str| {
            let mut told = event("M", what, 0, place);
            told.push(("args", Data::object([("name", Data::text(name))])));
            out.push(Data::object(told));
        };
        if place.0 > named {
            named = place.0;
            name("process_name", if actor.node.is_empty() { ENVIRONMENT } else { actor.node });
        }
        name("thread_name", actor.title);
    }
    out
}

fn event(phase: &str, name: &str, at: u64, (process, thread): (usize, usize)) -> Vec<(&'static str, Data)> {
    vec![
        ("ph", Data::text(phase)),
        ("name", Data::text(name)),
        ("ts", Data::Number(at)),
        ("pid", Data::count(process)),
        ("tid", Data::count(thread)),
    ]
}

fn args(document: &Document, player: &dyn Player, step: usize, view: &StepView) -> Data {
    let layout = player.info().log_layout;
    let mut args = vec![
        ("step", Data::count(step)),
        ("event", Data::text(view.event.as_str())),
        ("what", Data::text(&view.sentence)),
        ("upstream", Data::text(format!("{}.{}", view.upstream.class, view.upstream.method))),
    ];
    if let Some(guard) = &view.refused {
        args.push(("refused", Data::text(guard)));
    }
    if !view.log.is_empty() {
        args.push((
            "log",
            Data::texts(view.log.iter().map(|record| record.line.render(layout, record.moment))),
        ));
    }
    if let Some(note) = document.branch().note(step) {
        args.push(("note", Data::text(note)));
    }
    Data::object(args)
}
