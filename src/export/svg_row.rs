//! A row of the drawing: names, lanes, arrows, flags, marks and texts, as the page draws them.

use super::Document;
use super::escape::as_xml;
use crate::timeline::excerpt::Kind;
use crate::timeline::flags::{Flag, FlagKind, TEXT_PX};
use crate::timeline::labels::LabelTone;
use crate::timeline::layout::{DOT_PX, Dot, Layout};
use crate::timeline::turns::TurnKind;
use std::fmt::Write;

/// The mark of a note, 12 by 11.
pub(super) const NOTE_MARK: &str = "M0 0h12v8h-5l-3 3v-3h-4z";

/// Draws a row: its names at the first place, its steps at the second, and its top at the third.
pub(super) fn row(document: &Document, layout: &Layout, (names_x, x, y): (i32, i32, i32), out: &mut String) {
    let _ = writeln!(out, "<g transform=\"translate({names_x} {y})\">");
    let most = usize::try_from(layout.names_px() / 7).unwrap_or(0);
    for (lane, (short, full)) in layout.lanes.iter().enumerate() {
        let name: String = short.chars().take(most).collect();
        let (name, full) = (as_xml(&name), as_xml(full));
        let _ = writeln!(
            out,
            "<text class=\"ink\" x=\"0\" y=\"{}\">{name}<title>{full}</title></text>",
            layout.lane_px(lane) + 4
        );
    }
    let _ = writeln!(out, "</g>\n<g transform=\"translate({x} {y})\">");
    let line = |lane: usize| format!("M0 {}H{}", layout.lane_px(lane), layout.width_px);
    let lines = (0..layout.lanes.len().max(1)).map(line).collect::<Vec<_>>().concat();
    let _ = writeln!(out, "<path class=\"lane\" d=\"{lines}\"/>");
    for position in layout.numbers() {
        let (x, y) = (layout.x_px(position), layout.height_px - 6);
        let _ =
            writeln!(out, "<text class=\"number\" x=\"{x}\" y=\"{y}\">{}</text>", layout.number(position).0);
    }
    for curve in &layout.curves {
        let _ = writeln!(
            out,
            "<g class=\"arrow\"><path d=\"{}\"/><path class=\"head\" d=\"{}\"/></g>",
            curve.line, curve.head
        );
    }
    for flag in &layout.flags {
        pole(layout, flag, out);
    }
    for flag in &layout.flags {
        pennant(flag, out);
    }
    for dot in &layout.dots {
        mark(dot, out);
    }
    for label in &layout.labels {
        let class = match label.tone {
            LabelTone::Violation => "bad",
            LabelTone::Fault => "warn",
            LabelTone::Refused => "bad plain",
        };
        let text = as_xml(&label.text);
        let _ = writeln!(
            out,
            "<text class=\"over {class}\" x=\"{}\" y=\"{}\">{text}</text>",
            label.x_px, label.y_px
        );
    }
    notes(document, layout, out);
    out.push_str("</g>\n");
}

fn class(flag: &Flag) -> &'static str {
    match flag.kind {
        FlagKind::Differs => "warn",
        FlagKind::Turn(TurnKind::NoWayBack) => "bad",
        FlagKind::Turn(TurnKind::LastEscape) => "ok",
        FlagKind::Turn(TurnKind::RacePair { .. } | TurnKind::Fork { .. }) => "race",
        FlagKind::Settling(_) => "muted",
    }
}

fn pole(layout: &Layout, flag: &Flag, out: &mut String) {
    let std::ops::Range { start, end } = layout.pole(flag);
    let _ = writeln!(out, "<path class=\"pole {}\" d=\"M{} {start}V{end}\"/>", class(flag), flag.from_px);
}

/// The cloth, of another cut for each kind, with its words.
fn pennant(flag: &Flag, out: &mut String) {
    let (x, y, top) = (flag.from_px, flag.text_y_px, flag.text_y_px - 10);
    let cloth = match flag.kind {
        FlagKind::Differs => format!("M{x} {top}h10l-3 4l3 4h-10z"),
        FlagKind::Turn(TurnKind::NoWayBack) => format!("M{x} {top}h10v8h-10z"),
        FlagKind::Turn(TurnKind::LastEscape) => format!("M{x} {top}l10 4l-10 4z"),
        FlagKind::Turn(TurnKind::RacePair { .. }) => format!("M{x} {top}l10 8v-8l-10 8z"),
        FlagKind::Turn(TurnKind::Fork { .. }) => format!("M{x} {top}h10l-10 8z"),
        FlagKind::Settling(_) => String::new(),
    };
    let (class, words, title) = (class(flag), flag.kind.words(), as_xml(&flag.told()));
    let _ = writeln!(
        out,
        "<g class=\"flag {class}\"><title>{title}</title><path d=\"{cloth}\"/><text class=\"over {class}\" x=\"{}\" y=\"{y}\">{words}</text></g>",
        x + TEXT_PX
    );
}

/// The mark of a step, of another form for each kind.
fn mark(dot: &Dot, out: &mut String) {
    let (x, y, r) = (dot.x_px, dot.y_px, DOT_PX);
    let square = |r: i32| format!("<path d=\"M{} {}h{s}v{s}h-{s}z\"/>", x - r, y - r, s = 2 * r);
    let (class, shape) = match (dot.kind, dot.violates) {
        (Kind::Plain, false) => ("step", format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")),
        (Kind::Plain, true) => ("violation", square(r + 1)),
        (Kind::Fault, violates) => {
            let wide = r + 3;
            let frame =
                if violates { format!("<g class=\"frame\">{}</g>", square(r + 5)) } else { String::new() };
            let diamond = format!(
                "<path d=\"M{} {y}L{x} {}L{} {y}L{x} {}z\"/>",
                x - wide,
                y - wide,
                x + wide,
                y + wide
            );
            ("fault", format!("{frame}{diamond}"))
        }
        (Kind::Refused, _) => {
            let arm = r - 1;
            (
                "refused",
                format!("<path d=\"M{} {}l{d} {d}m0 -{d}l-{d} {d}\"/>", x - arm, y - arm, d = 2 * arm),
            )
        }
    };
    let title = as_xml(&dot.title);
    let _ = writeln!(out, "<g class=\"{class}\"><title>{title}</title>{shape}</g>");
}

/// A mark beside the number of each step that has a note.
fn notes(document: &Document, layout: &Layout, out: &mut String) {
    let drawn = |step: usize| (layout.first..=layout.last).contains(&step) || step == 0 && layout.first == 1;
    for note in document.branch().notes.iter().filter(|note| drawn(note.step)) {
        let (_, width) = layout.number(note.step);
        let (x, y) = (layout.x_px(note.step) + width / 2 + 3, layout.height_px - 16);
        let title = as_xml(&note.text);
        let _ = writeln!(
            out,
            "<g class=\"note\"><title>{title}</title><path transform=\"translate({x} {y})\" d=\"{NOTE_MARK}\"/></g>"
        );
    }
}
