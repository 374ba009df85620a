//! A log for `ShiViz`, in the form of the files that it opens: the regular expression that reads a line, an empty line for
//! its delimiter of executions, and the log.
//!
//! `ShiViz` knows no messages: vector clocks say what came before what. A step knows all that its actor knew before, and
//! all that the steps knew that it follows from.

use super::Document;
use crate::scenario::Data;
use std::fmt::Write;

/// What reads a line of the log. `ShiViz` adds `^` and `$`.
pub const EXPRESSION: &str = r"(?<host>\S+) (?<clock>\{[^}]*\}) (?<step>\d+) (?<event>.+)";

pub(super) fn shiviz(document: &Document) -> String {
    let player = &*document.player;
    let actors = player.actors();
    let mut out = format!("{EXPRESSION}\n\n");
    // By step, what it knows: of each actor, how many of its steps. The first entry stands for the beginning.
    let mut clocks: Vec<Vec<usize>> = vec![vec![0; actors.len()]];
    let mut last = vec![0; actors.len()];
    for step in 1..=player.len() {
        let (actor, _) = player.actor(step);
        if player.is_refused(step) {
            // It did not happen, so nothing follows from it.
            clocks.push(vec![0; actors.len()]);
            continue;
        }
        let mut clock = clocks[last[actor]].clone();
        for cause in player.causes(step).into_iter().filter(|cause| cause.from < step) {
            for (own, known) in clock.iter_mut().zip(&clocks[cause.from]) {
                *own = (*own).max(*known);
            }
        }
        clock[actor] += 1;
        let known = actors.iter().zip(&clock).filter(|(_, count)| **count > 0);
        let told = Data::object(known.map(|(actor, &count)| (actor.id, Data::count(count)))).on_one_line();
        let view = player.step(step);
        let _ = writeln!(out, "{} {told} {step} {}", actors[actor].id, one_line(&view.sentence));
        clocks.push(clock);
        last[actor] = step;
    }
    out
}

/// A text without line feeds.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
