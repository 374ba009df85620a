//! The arrows of causality: a task submitted and run, a key written and its event handled.

use super::When;
use super::layout::Layout;
use crate::ui::shared::Shared;
use yew::prelude::*;

/// All arrows; those that lead to the present step stand out.
pub(super) fn arrows(layout: &Shared<Layout>, cursor: usize) -> Html {
    let arrow = |(index, curve): (usize, &super::curve::Curve)| {
        let when = When::of(curve.to, cursor);
        html! { <Arrow key={index} layout={layout.clone()} {index} {when} /> }
    };
    html! { <g class="tl-arrows">{ for layout.curves.iter().enumerate().map(arrow) }</g> }
}

#[derive(Properties, PartialEq)]
struct ArrowProps {
    layout: Shared<Layout>,
    index: usize,
    when: When,
}

#[component]
fn Arrow(props: &ArrowProps) -> Html {
    // A layout and the indices into it arrive together.
    let Some(curve) = props.layout.curves.get(props.index) else { return html! { <g /> } };
    html! {
        <g class={props.when.class()}>
            <path class="line" d={curve.line.clone()} /><path class="head" d={curve.head.clone()} />
        </g>
    }
}
