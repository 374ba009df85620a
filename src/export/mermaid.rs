//! The run as a sequence diagram of Mermaid.

use super::Document;
use super::escape::as_mermaid;
use crate::machine::ActorInfo;
use crate::timeline::window::Window;
use std::fmt::Write;

/// The most steps of a diagram.
pub(super) const MOST_STEPS: usize = 60;

/// The diagram, without a fence.
pub(super) fn mermaid(document: &Document) -> String {
    let player = &*document.player;
    let Window { first, last } = document.drawn(MOST_STEPS);
    let steps = first..=last;
    let mut acts = vec![false; player.actors().len()];
    for step in steps.clone() {
        acts[player.actor(step).0] = true;
    }
    let mut out = String::from("sequenceDiagram\n");
    for (at, actor) in player.actors().iter().enumerate().filter(|(at, _)| acts[*at]) {
        let _ = writeln!(out, "    participant a{at} as {}", as_mermaid(&name(actor)));
    }
    let beginner = if player.is_empty() { 0 } else { player.actor(first).0 };
    if player.is_empty() {
        // A diagram has somebody in it.
        let nobody = player.actors().first().map(name).unwrap_or_default();
        let _ = writeln!(out, "    participant a0 as {}\n    Note over a0: no step yet", as_mermaid(&nobody));
    }
    note(document, first - 1, beginner, &mut out);
    for step in steps {
        let view = player.step(step);
        let actor = view.actor;
        let told = as_mermaid(&format!("{step}. {}", view.label.title));
        // The latest step of another actor that this one follows from.
        let causes = player.causes(step).into_iter().map(|cause| cause.from);
        let from = causes.filter(|from| (first..step).contains(from)).map(|from| player.actor(from).0);
        let from = from.filter(|from| *from != actor).last();
        let _ = match (&view.refused, from) {
            (Some(_), _) => writeln!(out, "    a{actor}--xa{actor}: {told}, not possible"),
            (None, _) if view.class.is_fault() => writeln!(out, "    Note over a{actor}: Fault, {told}"),
            (None, Some(from)) => writeln!(out, "    a{from}->>a{actor}: {told}"),
            (None, None) => writeln!(out, "    a{actor}->>a{actor}: {told}"),
        };
        for property in &view.violates {
            let _ = writeln!(out, "    Note over a{actor}: breaks {}", as_mermaid(property));
        }
        note(document, step, actor, &mut out);
    }
    out
}

fn note(document: &Document, step: usize, actor: usize, out: &mut String) {
    if let Some(text) = document.branch().note(step) {
        let _ = writeln!(out, "    Note right of a{actor}: {}", as_mermaid(text));
    }
}

fn name(actor: &ActorInfo) -> String {
    if actor.node.is_empty() { actor.title.to_owned() } else { format!("{}, {}", actor.title, actor.node) }
}
