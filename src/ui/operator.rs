//! What the operator sees: symptoms, and the log as the real system prints it.

use super::log::LogPane;
use super::mark;
use super::shared::{Run, Shared};
use crate::machine::{Scene, SceneDiff};
use yew::prelude::*;

/// The properties of [`Operator`].
#[derive(Properties, PartialEq)]
pub struct OperatorProps {
    /// The state as drawn.
    pub scene: Shared<Scene>,
    /// What the last step changed.
    pub diff: Shared<SceneDiff>,
    /// The run that prints the log.
    pub run: Run,
    /// The step that was just taken; 0 before the first.
    pub cursor: usize,
}

/// Symptoms and log as a card.
#[component]
pub fn Operator(props: &OperatorProps) -> Html {
    let OperatorProps { scene, diff, run, cursor } = props;
    html! {
        <section class="card operator" aria-label="What the operator sees">
            <header class="head symptoms">
                <h2 class="card-title">{ "What the operator sees" }</h2>
                { mark::pills(diff, "symptom", &scene.symptoms) }
            </header>
            <LogPane run={run.clone()} cursor={*cursor} several_nodes={scene.nodes.len() > 1} />
        </section>
    }
}
