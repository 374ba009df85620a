//! The arrows' lines.

use super::layout::DOT_PX;

/// An arrow of causality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The earlier step.
    pub from: usize,
    /// The later step.
    pub to: usize,
    /// The path of the line.
    pub line: String,
    /// The path of the head.
    pub head: String,
    /// Places along the line, for texts to keep clear of.
    pub along: Vec<(i32, i32)>,
}

impl Curve {
    /// The curve between the centres of two steps' marks.
    pub fn between(from: usize, (x1, y1): (i32, i32), to: usize, (x2, y2): (i32, i32)) -> Self {
        if y1 == y2 {
            // Along one lane: a low arc, so that it is told from the lane itself.
            let (top, start, end) = (y1 - 24, y1 - DOT_PX, y2 - DOT_PX - 2);
            let lean = (x2 - x1) / 4;
            let points = [(x1, start), (x1 + lean, top), (x2 - lean, top), (x2, end)];
            return Curve {
                from,
                to,
                line: path(points),
                head: format!("M{x2} {end}l-6 -2l3 -5z"),
                along: along(points),
            };
        }
        let (start, end) = (x1 + DOT_PX, x2 - DOT_PX - 2);
        let reach = ((end - start) / 2).clamp(14, 160);
        let points = [(start, y1), (start + reach, y1), (end - reach, y2), (end, y2)];
        Curve { from, to, line: path(points), head: format!("M{end} {y2}l-6 -3.5v7z"), along: along(points) }
    }
}

fn path([(x1, y1), (x2, y2), (x3, y3), (x4, y4)]: [(i32, i32); 4]) -> String {
    format!("M{x1} {y1}C{x2} {y2} {x3} {y3} {x4} {y4}")
}

/// Places along a cubic curve, every sixteenth of its parameter.
fn along(points: [(i32, i32); 4]) -> Vec<(i32, i32)> {
    let at = |t: i32| {
        let weights = [(16 - t).pow(3), 3 * (16 - t).pow(2) * t, 3 * (16 - t) * t * t, t.pow(3)];
        let sum = |of: fn(&(i32, i32)) -> i32| {
            let terms =
                points.iter().zip(weights).map(|(point, weight)| i64::from(of(point)) * i64::from(weight));
            i32::try_from(terms.sum::<i64>() / 4_096).unwrap_or_default()
        };
        (sum(|point| point.0), sum(|point| point.1))
    };
    (0..=16).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_ends_at_the_edge_of_its_mark() {
        let across = Curve::between(1, (100, 20), 2, (200, 52));
        assert_eq!((across.along[0], across.along[16]), ((106, 20), (192, 52)));
        let along_a_lane = Curve::between(1, (100, 40), 3, (200, 40));
        let ends = (along_a_lane.along[0], along_a_lane.along[16]);
        assert_eq!(ends, ((100, 34), (200, 32)));
        assert!(along_a_lane.along[8].1 < 32);
    }
}
