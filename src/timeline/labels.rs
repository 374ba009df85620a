//! Where the texts beside marks go, so that none covers another or a mark.

use crate::machine::sort_short;
use std::rc::Rc;

/// The width of a character of the timeline's small monospaced type, rounded up.
const CHAR_PX: i32 = 7;
/// Longer texts are cut; the tooltip of the mark has all of it.
const MAX_CHARS: usize = 30;

/// A text that wants a place beside a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The step it belongs to.
    pub position: usize,
    /// The centre of the mark.
    pub x_px: i32,
    /// The centre of the mark.
    pub y_px: i32,
    /// How much it matters, and how it looks.
    pub tone: LabelTone,
    /// The words.
    pub text: Rc<str>,
}

/// What a text tells, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LabelTone {
    /// A broken property.
    Violation,
    /// A fault.
    Fault,
    /// A step that was refused.
    Refused,
}

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The step it belongs to.
    pub position: usize,
    /// The left end.
    pub x_px: i32,
    /// The baseline.
    pub y_px: i32,
    /// What it tells.
    pub tone: LabelTone,
    /// The words, cut where they are too long.
    pub text: Rc<str>,
}

/// The width of a text.
pub fn width_px(text: &str) -> i32 {
    pixels(text.chars().count()) * CHAR_PX
}

/// A count as a number of pixels, or of steps of so many pixels.
pub fn pixels(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 256).min(i32::MAX / 256)
}

#[derive(Clone, Copy)]
struct Rect {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Rect {
    fn around((x, y): (i32, i32)) -> Self {
        Self { left: x - 8, top: y - 8, right: x + 8, bottom: y + 8 }
    }

    fn text(left: i32, baseline: i32, width: i32) -> Self {
        Self { left: left - 2, top: baseline - 10, right: left + width + 2, bottom: baseline + 3 }
    }

    fn meets(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn holds(self, (x, y): (i32, i32)) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    fn inside(self, (top, right, bottom): (i32, i32, i32)) -> bool {
        self.left >= 0 && self.top >= top && self.right <= right && self.bottom <= bottom
    }
}

/// Places the texts, the most important first, clear of marks and, as far as there is such a place,
/// of the arrows' lines. One that finds no place is left out, except that a broken property is always named:
/// then it may cover a mark, but never another text.
pub fn place(
    mut wishes: Vec<Wish>,
    marks: &[(i32, i32)],
    lines: &[(i32, i32)],
    bounds: (i32, i32, i32),
) -> Vec<Placed> {
    sort_short(&mut wishes, |a, b| (a.tone, a.position) < (b.tone, b.position));
    let marks: Vec<_> = marks.iter().map(|&mark| Rect::around(mark)).collect();
    let mut texts: Vec<Rect> = Vec::new();
    let mut out = Vec::new();
    for wish in wishes {
        let text = shortened(&wish.text);
        let places = candidates(&wish, width_px(&text));
        let fits = |place: &&Rect| place.inside(bounds) && !texts.iter().any(|other| other.meets(**place));
        let clear = |place: &&Rect| fits(place) && !marks.iter().any(|mark| mark.meets(**place));
        let crossed = |place: &&Rect| lines.iter().filter(|&&point| place.holds(point)).count();
        let found = places.iter().filter(clear).min_by_key(crossed).or_else(|| {
            let must = wish.tone == LabelTone::Violation;
            must.then(|| places.iter().find(fits)).flatten()
        });
        if let Some(&rect) = found {
            texts.push(rect);
            let (x_px, y_px) = (rect.left + 2, rect.bottom - 3);
            out.push(Placed { position: wish.position, x_px, y_px, tone: wish.tone, text });
        }
    }
    sort_short(&mut out, |a: &Placed, b| a.position < b.position);
    out
}

/// Right of the mark above and below its lane, left of it, centred.
fn candidates(wish: &Wish, width: i32) -> [Rect; 6] {
    let (above, below) = (wish.y_px - 12, wish.y_px + 19);
    let (right, left, centre) = (wish.x_px + 9, wish.x_px - 9 - width, wish.x_px - width / 2);
    [
        Rect::text(right, above, width),
        Rect::text(right, below, width),
        Rect::text(left, above, width),
        Rect::text(left, below, width),
        Rect::text(centre, above - 2, width),
        Rect::text(centre, below + 2, width),
    ]
}

fn shortened(text: &Rc<str>) -> Rc<str> {
    if text.chars().count() <= MAX_CHARS {
        return Rc::clone(text);
    }
    let cut: String = text.chars().take(MAX_CHARS - 1).collect();
    format!("{}…", cut.trim_end()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: (i32, i32, i32) = (0, 1_000, 200);

    fn wish(position: usize, x_px: i32, tone: LabelTone, text: &str) -> Wish {
        Wish { position, x_px, y_px: 60, tone, text: text.into() }
    }

    fn rect(placed: &Placed) -> Rect {
        Rect::text(placed.x_px, placed.y_px, width_px(&placed.text))
    }

    #[test]
    fn texts_of_neighbours_do_not_meet() {
        let wishes: Vec<_> = (1..=8)
            .map(|n| wish(n, i32::try_from(n).unwrap() * 40, LabelTone::Fault, "GET refused"))
            .collect();
        let marks: Vec<_> = wishes.iter().map(|wish| (wish.x_px, wish.y_px)).collect();
        let placed = place(wishes, &marks, &[], BOUNDS);
        assert!(placed.len() >= 4, "{placed:?}");
        for (at, one) in placed.iter().enumerate() {
            assert!(placed[at + 1..].iter().all(|other| !rect(one).meets(rect(other))));
        }
    }

    #[test]
    fn a_broken_property_is_named_before_anything_else() {
        let wishes = vec![
            wish(1, 40, LabelTone::Refused, "refused"),
            wish(2, 80, LabelTone::Violation, "leader_key_at_rest"),
        ];
        let marks: Vec<_> = (0..12).flat_map(|n| [(n * 40, 28), (n * 40, 60), (n * 40, 92)]).collect();
        let placed = place(wishes, &marks, &[], BOUNDS);
        assert!(placed.iter().any(|placed| placed.position == 2));
    }

    #[test]
    fn a_text_keeps_clear_of_an_arrow_where_it_can() {
        let at = |lines: &[(i32, i32)]| {
            let placed =
                place(vec![wish(1, 400, LabelTone::Fault, "GET refused")], &[(400, 60)], lines, BOUNDS);
            (placed[0].x_px > 400, placed[0].y_px < 60)
        };
        assert_eq!((at(&[]), at(&[(440, 46)])), ((true, true), (true, false)));
        // Where there is no such place, an arrow is crossed rather than the text left out.
        let everywhere: Vec<_> = (0..100).flat_map(|n| (0..20).map(move |m| (n * 10, m * 10))).collect();
        at(&everywhere);
    }

    #[test]
    fn a_long_text_is_cut_and_stays_inside() {
        let text = "The API server refuses the next GET for good";
        let placed = place(vec![wish(1, 980, LabelTone::Fault, text)], &[(980, 60)], &[], BOUNDS);
        assert_eq!(placed[0].text.chars().count(), MAX_CHARS);
        assert!(placed[0].text.ends_with('…') && rect(&placed[0]).inside(BOUNDS));
    }
}
