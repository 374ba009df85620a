//! Rings on the axis around the other positions in the state that is shown.

use super::layout::Layout;
use yew::prelude::*;

/// A ring for each of the positions that is drawn.
pub(super) fn rings(layout: &Layout, equal: &[usize]) -> Html {
    let drawn = equal.iter().filter(|&&position| layout.is_drawn(position));
    html! { <g class="tl-equals">{ for drawn.map(|&position| ring(layout, position)) }</g> }
}

fn ring(layout: &Layout, position: usize) -> Html {
    let (text, width) = layout.number(position);
    let (x, y) = (layout.x_px(position), layout.height_px - 17);
    // Where the axis has no number, the ring brings its own.
    let unnumbered = !position.is_multiple_of(layout.number_every);
    html! {
        <g key={position} data-equal={position.to_string()}>
            <title>{ "Same state as now" }</title>
            <rect x={(x - width / 2 - 6).to_string()} y={y.to_string()} width={(width + 12).to_string()} height="15" rx="7.5" />
            if unnumbered {
                <text x={x.to_string()} y={(layout.height_px - 6).to_string()}>{ text }</text>
            }
        </g>
    }
}
