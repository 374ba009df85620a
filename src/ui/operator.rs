//! What the operator sees: symptoms, and the log as the real system prints it.

use super::log::LogPane;
use super::mark;
use super::opened::Opened;
use super::parts::classed;
use crate::machine::{Scene, SceneDiff};
use yew::prelude::*;

/// Symptoms and log as a card.
pub fn operator(scene: &Scene, diff: &SceneDiff, opened: &Opened, cursor: usize) -> Html {
    let several_nodes = scene.has_several_logs();
    html! {
        <section class="card operator" aria-label="What the operator sees">
            <header class="head symptoms">
                { classed("h2", "card-title", "What the operator sees") }
                { mark::pills(diff, "symptom", &scene.symptoms) }
            </header>
            <LogPane run={opened.run.clone()} {cursor} {several_nodes} marked={opened.marked.clone()} />
        </section>
    }
}
