//! The drawing with its scrubber. A step of the cursor changes only the marks it passes: the layout is kept, and
//! marks and arrows are components of their own.

use super::arrows::arrows;
use super::equal::rings;
use super::lanes::{flags, ground, labels, lane_names};
use super::layout::Layout;
use super::legend::legend;
use super::markers::markers;
use super::scrubber::scrubber;
use super::window::Window;
use super::{excerpt, layout, pointer, words};
use crate::timeline::settling::Settling;
use crate::timeline::turns::Turn;
use crate::ui::effect::use_after;
use crate::ui::scroll;
use crate::ui::shared::{Run, Shared};
use yew::prelude::*;

/// The width of the view before it is measured.
const FIRST_WIDTH_PX: i32 = 960;

/// The properties of [`Timeline`].
#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    /// The run.
    pub run: Run,
    /// The same schedule without the fixes that were turned on.
    pub original: Run,
    /// The step that is shown; 0 before the first.
    pub cursor: usize,
    /// The other positions in the state that is shown.
    pub equal: Shared<Vec<usize>>,
    /// The first step that differs from the original.
    pub divergence: Option<usize>,
    /// Where the run turns for good.
    pub turns: Shared<Vec<Turn>>,
    /// How the run went on by itself at its end.
    pub settling: Option<Settling>,
    /// The steps that can be reached.
    pub reach: (usize, usize),
    /// Goes to a step.
    pub on_seek: Callback<usize>,
}

/// The timeline of a run.
#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let TimelineProps { run, original, cursor, equal, divergence, turns, settling, reach, on_seek } = props;
    let view = use_node_ref();
    let width = scroll::use_width(&view);
    let window = Window::around(*cursor, run.len()).within(*reach);
    let layout = Shared(use_memo(
        (run.clone(), original.clone(), window, width, *divergence, turns.clone(), *settling),
        |(run, original, window, width, divergence, turns, settling)| {
            let mut excerpt = excerpt::excerpt(&**run, &**original, *window);
            (excerpt.divergence, excerpt.settling) = (*divergence, *settling);
            excerpt.turns.clone_from(turns);
            layout::lay_out(&excerpt, width.unwrap_or(FIRST_WIDTH_PX))
        },
    ));
    {
        let (view, x_px) = (view.clone(), layout.x_px(*cursor));
        use_after((x_px, width, layout.width_px), move || scroll::show(&view, x_px));
    }
    let overflows = width.is_some_and(|width| layout.width_px > width);
    html! {
        <div class="timeline">
            <div class="timeline-plot">
                { lane_names(&layout) }
                <div ref={view} class="timeline-view" role={overflows.then_some("region")}
                    tabindex={overflows.then_some("0")}
                    aria-label={overflows.then_some("Timeline, scrolls sideways")}>
                    <Drawing layout={layout.clone()} cursor={*cursor} equal={equal.clone()} on_seek={on_seek.clone()} />
                </div>
            </div>
            <div class="timeline-foot">
                { scrubber(run, *cursor, (layout.first, layout.last), *reach, on_seek) }
                { legend(&layout, equal.iter().any(|&position| layout.is_drawn(position))) }
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct DrawingProps {
    layout: Shared<Layout>,
    cursor: usize,
    equal: Shared<Vec<usize>>,
    on_seek: Callback<usize>,
}

#[component]
fn Drawing(props: &DrawingProps) -> Html {
    let DrawingProps { layout, cursor, equal, on_seek } = props;
    let svg = use_node_ref();
    let hand = pointer::use_pointer(&svg, layout, *cursor, on_seek);
    let (width, height) = (layout.width_px.to_string(), layout.height_px.to_string());
    let view_box = format!("0 0 {width} {height}");
    let x = layout.x_px(*cursor);
    let tall = (layout.height_px - 20).to_string();
    html! {
        <svg ref={svg} class="timeline-drawing" {width} {height} viewBox={view_box} role="img"
            aria-label={words::drawing(layout, *cursor, equal)} onclick={hand.click} onpointermove={hand.drag}>
            <rect class="tl-past" x="0" y="0" width={x.to_string()} height={tall.clone()} />
            { ground(layout) }
            { rings(layout, equal) }
            { arrows(layout, *cursor) }
            <rect class="tl-cursor" x={(x - 1).to_string()} y="0" width="2" height={tall} />
            { flags(layout) }
            { markers(layout, *cursor) }
            { labels(layout) }
        </svg>
    }
}
