//! What does not move with the cursor: names, lines, numbers, flags and texts.

use super::labels::{LabelTone, Placed};
use super::layout::{Flag, FlagKind, Layout};
use crate::ui::shared::Shared;
use yew::prelude::*;

/// The properties of everything that is drawn from the layout alone.
#[derive(Properties, PartialEq)]
pub(super) struct LayoutProps {
    /// Where everything is.
    pub(super) layout: Shared<Layout>,
}

/// The names of the lanes, beside the part that scrolls.
#[component]
pub(super) fn LaneNames(props: &LayoutProps) -> Html {
    let layout = &props.layout;
    let name = |(lane, (short, full)): (usize, &(std::rc::Rc<str>, std::rc::Rc<str>))| {
        let y = (layout.lane_px(lane) + 4).to_string();
        html! { <text key={lane} x="0" {y}>{ short.to_string() }<title>{ full.to_string() }</title></text> }
    };
    html! {
        <svg class="timeline-names" width={layout.names_px().to_string()} height={layout.height_px.to_string()} aria-hidden="true">
            { for layout.lanes.iter().enumerate().map(name) }
        </svg>
    }
}

/// The lines of the lanes and the numbers of the steps.
#[component]
pub(super) fn Ground(props: &LayoutProps) -> Html {
    let layout = &props.layout;
    let width = layout.width_px;
    let line = |lane: usize| format!("M0 {}H{width}", layout.lane_px(lane));
    let lines = (0..layout.lanes.len().max(1)).map(line).collect::<Vec<_>>().concat();
    let y = (layout.height_px - 6).to_string();
    let number = |position: usize| {
        let x = layout.x_px(position).to_string();
        let (text, _) = layout.number(position);
        html! { <text key={position} {x} y={y.clone()}>{ text }</text> }
    };
    html! {
        <g>
            <path class="tl-lane" d={lines} />
            <g class="tl-numbers">{ for layout.numbers().map(number) }</g>
        </g>
    }
}

/// The flags above the lanes.
#[component]
pub(super) fn Flags(props: &LayoutProps) -> Html {
    let layout = &props.layout;
    html! { <g class="tl-flags">{ for layout.flags.iter().map(|flag| flag_mark(layout, flag)) }</g> }
}

fn flag_mark(layout: &Layout, flag: &Flag) -> Html {
    let (x, to, y) = (flag.from_px, flag.to_px, flag.text_y_px);
    let bottom = layout.height_px - 20;
    let (class, text_x, mark) = match flag.kind {
        FlagKind::Differs => {
            let top = y - 10;
            let pennant = format!("M{x} {top}h10l-3 4l3 4h-10z");
            let pole = format!("M{x} {top}V{bottom}");
            let mark = html! { <g><path class="pole" d={pole} /><path class="pennant" d={pennant} /></g> };
            ("tl-flag differs", x + 15, mark)
        }
        FlagKind::Settled => {
            let bracket = format!("M{x} {}v-5H{to}v5", y + 9);
            ("tl-flag settled", x + 4, html! { <path class="bracket" d={bracket} /> })
        }
    };
    html! {
        <g key={flag.kind.words()} {class}>
            { mark }<text x={text_x.to_string()} y={y.to_string()}>{ flag.kind.words() }</text>
        </g>
    }
}

/// The texts beside marks.
#[component]
pub(super) fn Labels(props: &LayoutProps) -> Html {
    let text = |(at, label): (usize, &Placed)| {
        let class = match label.tone {
            LabelTone::Violation => "violation",
            LabelTone::Fault => "fault",
            LabelTone::Refused => "refused",
        };
        let (x, y) = (label.x_px.to_string(), label.y_px.to_string());
        html! { <text key={at} {class} {x} {y}>{ label.text.to_string() }</text> }
    };
    html! { <g class="tl-labels">{ for props.layout.labels.iter().enumerate().map(text) }</g> }
}
