//! The mark of each step: a dot, a diamond for a fault, a square for a broken property, a cross for a
//! step that is not possible.

use super::When;
use super::excerpt::Kind;
use super::layout::{DOT_PX, Dot, Layout};
use crate::ui::parts::{classed, classes};
use crate::ui::shared::Shared;
use yew::prelude::*;

/// A mark per step.
pub(super) fn markers(layout: &Shared<Layout>, cursor: usize) -> Html {
    let marker = |(index, dot): (usize, &Dot)| {
        let when = When::of(dot.position, cursor);
        html! { <Marker key={dot.position} layout={layout.clone()} {index} {when} /> }
    };
    html! { <g class="tl-marks">{ for layout.dots.iter().enumerate().map(marker) }</g> }
}

#[derive(Properties, PartialEq)]
struct MarkerProps {
    layout: Shared<Layout>,
    index: usize,
    when: When,
}

#[component]
fn Marker(props: &MarkerProps) -> Html {
    let Some(dot) = props.layout.dots.get(props.index) else { return html! { <g /> } };
    let kind = match dot.kind {
        Kind::Plain if dot.violates => "violation",
        Kind::Plain => "plain",
        Kind::Fault => "fault",
        Kind::Refused => "refused",
    };
    html! {
        <g class={classes("tl-mark", &[Some(kind), Some(props.when.class())])} data-step={dot.position.to_string()}>
            <title>{ dot.title.to_string() }</title>
            { shape(dot) }
        </g>
    }
}

fn shape(dot: &Dot) -> Html {
    let (x, y, r) = (dot.x_px, dot.y_px, DOT_PX);
    let square = |r: i32| {
        let (left, top, side) = ((x - r).to_string(), (y - r).to_string(), (2 * r).to_string());
        html! { <rect x={left} y={top} width={side.clone()} height={side} rx="2" /> }
    };
    match (dot.kind, dot.violates) {
        (Kind::Plain, false) => {
            html! { <circle cx={x.to_string()} cy={y.to_string()} r={r.to_string()} /> }
        }
        (Kind::Plain, true) => square(r + 1),
        (Kind::Fault, violates) => {
            let wide = r + 3;
            let diamond = format!("M{} {y}L{x} {}L{} {y}L{x} {}z", x - wide, y - wide, x + wide, y + wide);
            let frame = if violates { square(r + 5) } else { Html::default() };
            html! { <g>{ classed("g", "frame", frame) }<path d={diamond} /></g> }
        }
        (Kind::Refused, _) => {
            let arm = r - 1;
            let cross = format!("M{} {}l{d} {d}m0 -{d}l-{d} {d}", x - arm, y - arm, d = 2 * arm);
            html! { <path d={cross} /> }
        }
    }
}
