//! Where everything on a timeline goes, in whole pixels: a pure function of what is drawn.
//!
//! *Invariant*: knows neither a page nor a run; the same layout can be drawn on screen and into a file.

use super::curve::Curve;
use super::excerpt::{Excerpt, Kind};
use super::flags::{FLAG_ROW_PX, Flag, FlagKind, flags};
use super::labels::{self, Placed, Wish, pixels};
use std::rc::Rc;

/// Distance of two lanes, and where there are more of them than this, a smaller one.
const LANE_PX: (i32, i32) = (32, 27);
const FEW_LANES: usize = 5;
/// Room on both sides of the steps.
pub const SIDE_PX: i32 = 28;
/// From the flags to the first lane.
const TOP_PX: i32 = 22;
/// Below the last lane: step numbers.
const BOTTOM_PX: i32 = 34;
/// Right of the last step, where the steps leave it: its texts.
const END_PX: i32 = 72;
/// Bounds of the distance of two steps.
const STEP_PX: (i32, i32) = (40, 132);
/// The radius of a dot.
pub const DOT_PX: i32 = 6;

/// Everything with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The width of the drawing.
    pub width_px: i32,
    /// The height of the drawing.
    pub height_px: i32,
    /// The first lane's line; the others follow at equal distances.
    pub first_lane_px: i32,
    /// The distance of two lanes.
    pub lane_gap_px: i32,
    /// The distance of two steps.
    pub step_px: i32,
    /// The first step drawn, counted from 1.
    pub first: usize,
    /// The last step drawn; less than `first` when there is none.
    pub last: usize,
    /// How many steps the run has.
    pub total: usize,
    /// The names of the lanes, short and full.
    pub lanes: Vec<(Rc<str>, Rc<str>)>,
    /// A mark per step.
    pub dots: Vec<Dot>,
    /// The arrows.
    pub curves: Vec<Curve>,
    /// The texts beside marks.
    pub labels: Vec<Placed>,
    /// The flags above the lanes.
    pub flags: Vec<Flag>,
    /// Every so many steps a number is written.
    pub number_every: usize,
}

/// The mark of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dot {
    /// The step, counted from 1.
    pub position: usize,
    /// The centre.
    pub x_px: i32,
    /// The centre.
    pub y_px: i32,
    /// What kind of step it is.
    pub kind: Kind,
    /// Whether it breaks a property.
    pub violates: bool,
    /// The whole story, for a tooltip.
    pub title: Rc<str>,
}

impl Layout {
    /// The place of a position; 0 is the initial state.
    pub fn x_px(&self, position: usize) -> i32 {
        let before = self.first.saturating_sub(1);
        let steps = pixels(position.max(before) - before).min(pixels(self.last.max(before) - before));
        SIDE_PX + self.step_px * steps
    }

    /// The position nearest to a place.
    pub fn position_at(&self, x_px: i32) -> usize {
        let steps = (x_px - SIDE_PX + self.step_px / 2) / self.step_px;
        let before = self.first.saturating_sub(1);
        (before + usize::try_from(steps).unwrap_or(0)).min(self.last.max(before))
    }

    /// The line of a lane.
    pub fn lane_px(&self, lane: usize) -> i32 {
        self.first_lane_px + self.lane_gap_px * pixels(lane)
    }

    /// The width of the names beside the lanes.
    pub fn names_px(&self) -> i32 {
        let longest = self.lanes.iter().map(|(short, _)| labels::width_px(short)).max().unwrap_or(0);
        (longest + 12).clamp(60, 160)
    }

    /// Whether a position is drawn; 0 is drawn with the first step.
    pub fn is_drawn(&self, position: usize) -> bool {
        (self.first.saturating_sub(1)..=self.last).contains(&position)
    }

    /// From where to where the pole of a flag goes: a turn's to the mark of its step, any other to the axis.
    pub fn pole(&self, flag: &Flag) -> std::ops::Range<i32> {
        let dot = self.dots.iter().find(|dot| dot.position == flag.position);
        let dot = dot.filter(|_| matches!(flag.kind, FlagKind::Turn(_)));
        flag.text_y_px - 10..dot.map_or(self.height_px - 20, |dot| dot.y_px - DOT_PX - 4)
    }

    /// The text below a position where it has one, and its width.
    pub fn number(&self, position: usize) -> (String, i32) {
        let text = if position == 0 { "start".to_owned() } else { position.to_string() };
        let width = labels::width_px(&text) - 1;
        (text, width)
    }

    /// The positions that have a number below them.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        (self.first.saturating_sub(1)..=self.last)
            .filter(|position| position.is_multiple_of(self.number_every))
    }
}

/// Lays out an excerpt for a view of this width.
pub fn lay_out(excerpt: &Excerpt, view_px: i32) -> Layout {
    let steps = pixels(excerpt.steps.len());
    let step_px = ((view_px - 2 * SIDE_PX - END_PX) / steps.max(1)).clamp(STEP_PX.0, STEP_PX.1);
    let first = excerpt.first.max(1);
    let mut layout = Layout {
        width_px: view_px.max(2 * SIDE_PX + steps * step_px + 20),
        height_px: 0,
        first_lane_px: TOP_PX,
        lane_gap_px: if excerpt.lanes.len() > FEW_LANES { LANE_PX.1 } else { LANE_PX.0 },
        step_px,
        first,
        last: first - 1 + excerpt.steps.len(),
        total: excerpt.total,
        lanes: excerpt.lanes.clone(),
        dots: Vec::new(),
        curves: Vec::new(),
        labels: Vec::new(),
        flags: Vec::new(),
        number_every: if excerpt.steps.len() > 60 { 5 } else { 1 },
    };
    layout.flags = flags(&layout, excerpt);
    // A flag at the last step has room for its words; the view scrolls there.
    let right = layout.flags.iter().map(|flag| flag.right_px() + 4).max();
    layout.width_px = layout.width_px.max(right.unwrap_or(0));
    let rows = layout.flags.iter().map(|flag| flag.text_y_px / FLAG_ROW_PX + 1).max().unwrap_or(0);
    layout.first_lane_px = TOP_PX + rows * FLAG_ROW_PX;
    layout.height_px = layout.lane_px(excerpt.lanes.len().max(1) - 1) + BOTTOM_PX;
    layout.dots = dots(&layout, excerpt);
    layout.curves = excerpt.arrows.iter().map(|arrow| curve(&layout, arrow)).collect();
    layout.labels = labels(&layout, excerpt);
    layout
}

fn dots(layout: &Layout, excerpt: &Excerpt) -> Vec<Dot> {
    let dot = |(at, step): (usize, &super::excerpt::Shape)| Dot {
        position: layout.first + at,
        x_px: layout.x_px(layout.first + at),
        y_px: layout.lane_px(step.lane),
        kind: step.kind,
        violates: !step.violates.is_empty(),
        title: Rc::clone(&step.title),
    };
    excerpt.steps.iter().enumerate().map(dot).collect()
}

fn curve(layout: &Layout, link: &super::excerpt::Link) -> Curve {
    let x1 = if link.from >= layout.first { layout.x_px(link.from) } else { 0 };
    let start = (x1, layout.lane_px(link.from_lane));
    Curve::between(link.from, start, link.to, (layout.x_px(link.to), layout.lane_px(link.to_lane)))
}

fn labels(layout: &Layout, excerpt: &Excerpt) -> Vec<Placed> {
    let wish = |dot: &Dot, step: &super::excerpt::Shape| -> Vec<Wish> {
        step.labels()
            .into_iter()
            .map(|(tone, text)| Wish { position: dot.position, x_px: dot.x_px, y_px: dot.y_px, tone, text })
            .collect()
    };
    let wishes: Vec<_> = layout.dots.iter().zip(&excerpt.steps).flat_map(|(d, s)| wish(d, s)).collect();
    let marks: Vec<_> = layout.dots.iter().map(|dot| (dot.x_px, dot.y_px)).collect();
    let arrows = layout.curves.iter().flat_map(|curve| curve.along.iter().copied());
    let poles = layout.flags.iter().flat_map(|flag| layout.pole(flag).step_by(6).map(|y| (flag.from_px, y)));
    let lines: Vec<_> = arrows.chain(poles).collect();
    let top = layout.first_lane_px - TOP_PX;
    labels::place(wishes, &marks, &lines, (top, layout.width_px, layout.height_px - 14))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::excerpt::tests::excerpt;

    #[test]
    fn steps_are_regular_and_a_click_finds_the_nearest() {
        let layout = lay_out(&excerpt(&["a", "b", "a"]), 900);
        let gaps: Vec<_> = layout.dots.windows(2).map(|pair| pair[1].x_px - pair[0].x_px).collect();
        assert_eq!(gaps, [layout.step_px; 2]);
        for position in 0..=3 {
            let x = layout.x_px(position);
            for near in [x - layout.step_px / 3, x, x + layout.step_px / 3] {
                assert_eq!(layout.position_at(near), position);
            }
        }
        assert_eq!((layout.position_at(-500), layout.position_at(5_000)), (0, 3));
    }

    #[test]
    fn a_short_run_fills_the_view_and_a_long_one_scrolls() {
        let short = lay_out(&excerpt(&["a"; 3]), 900);
        assert_eq!((short.width_px, short.step_px), (900, STEP_PX.1));
        let long = lay_out(&excerpt(&["a"; 100]), 390);
        assert_eq!(long.step_px, STEP_PX.0);
        assert!(long.width_px > 4_000 && long.x_px(100) + SIDE_PX <= long.width_px);
    }

    #[test]
    fn a_window_counts_from_its_first_step() {
        let mut excerpt = excerpt(&["a"; 10]);
        (excerpt.first, excerpt.total) = (91, 500);
        let layout = lay_out(&excerpt, 900);
        assert_eq!((layout.x_px(90), layout.x_px(10)), (SIDE_PX, SIDE_PX));
        assert_eq!(layout.position_at(layout.x_px(95)), 95);
        assert_eq!((layout.last, layout.position_at(9_000)), (100, 100));
    }

    #[test]
    fn an_empty_run_has_a_place_for_the_cursor() {
        let layout = lay_out(&excerpt(&[]), 900);
        assert_eq!((layout.x_px(0), layout.position_at(400)), (SIDE_PX, 0));
        assert!(layout.height_px > 0 && layout.dots.is_empty());
    }
}
