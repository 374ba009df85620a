//! What does not move with the cursor: names, lines, numbers, flags and texts.

use super::flags::{Flag, FlagKind, TEXT_PX};
use super::labels::{LabelTone, Placed};
use super::layout::Layout;
use crate::timeline::turns::TurnKind;
use yew::prelude::*;

/// The names of the lanes, beside the part that scrolls.
pub(super) fn lane_names(layout: &Layout) -> Html {
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
pub(super) fn ground(layout: &Layout) -> Html {
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

/// The flags above the lanes: first all poles, so that none crosses a text.
pub(super) fn flags(layout: &Layout) -> Html {
    let key = |flag: &Flag| format!("{} {}", flag.kind.words(), flag.position);
    let pole = |flag: &Flag| html! { <g key={key(flag)} class={class(flag)}>{ pole(layout, flag) }</g> };
    let text = |flag: &Flag| {
        let (x, y) = (flag.from_px + TEXT_PX, flag.text_y_px);
        let words = flag.kind.words();
        html! {
            <g key={key(flag)} class={class(flag)} data-flag={words} data-at={flag.position.to_string()}>
                <title>{ flag.title.to_string() }</title>
                <path class="pennant" d={pennant(flag)} />
                <text x={x.to_string()} y={y.to_string()}>{ words }</text>
            </g>
        }
    };
    html! {
        <g class="tl-flags">
            <g>{ for layout.flags.iter().map(pole) }</g>
            <g>{ for layout.flags.iter().map(text) }</g>
        </g>
    }
}

fn class(flag: &Flag) -> &'static str {
    match flag.kind {
        FlagKind::Differs => "tl-flag differs",
        FlagKind::Turn(TurnKind::NoWayBack) => "tl-flag lost",
        FlagKind::Turn(TurnKind::LastEscape) => "tl-flag escape",
        FlagKind::Turn(TurnKind::RacePair { .. } | TurnKind::Fork { .. }) => "tl-flag race",
        FlagKind::Settling(_) => "tl-flag settled",
    }
}

fn pole(layout: &Layout, flag: &Flag) -> Html {
    let (x, y) = (flag.from_px, flag.text_y_px);
    if matches!(flag.kind, FlagKind::Settling(_)) {
        let bracket = format!("M{x} {}v-5H{}v5", y + 9, flag.to_px);
        return html! { <path class="bracket" d={bracket} /> };
    }
    let std::ops::Range { start, end } = layout.pole(flag);
    html! { <path class="pole" d={format!("M{x} {start}V{end}")} /> }
}

/// The cloth, of another cut for each kind.
fn pennant(flag: &Flag) -> String {
    let (x, top) = (flag.from_px, flag.text_y_px - 10);
    match flag.kind {
        FlagKind::Differs => format!("M{x} {top}h10l-3 4l3 4h-10z"),
        FlagKind::Turn(TurnKind::NoWayBack) => format!("M{x} {top}h10v8h-10z"),
        FlagKind::Turn(TurnKind::LastEscape) => format!("M{x} {top}l10 4l-10 4z"),
        FlagKind::Turn(TurnKind::RacePair { .. }) => format!("M{x} {top}l10 8v-8l-10 8z"),
        FlagKind::Turn(TurnKind::Fork { .. }) => format!("M{x} {top}h10l-10 8z"),
        FlagKind::Settling(_) => String::new(),
    }
}

/// The texts beside marks.
pub(super) fn labels(layout: &Layout) -> Html {
    let text = |(at, label): (usize, &Placed)| {
        let class = match label.tone {
            LabelTone::Violation => "violation",
            LabelTone::Fault => "fault",
            LabelTone::Refused => "refused",
        };
        let (x, y) = (label.x_px.to_string(), label.y_px.to_string());
        html! { <text key={at} {class} {x} {y}>{ label.text.to_string() }</text> }
    };
    html! { <g class="tl-labels">{ for layout.labels.iter().enumerate().map(text) }</g> }
}
