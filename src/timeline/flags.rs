//! The flags above the lanes: what they say, and a row for each in which its text meets no other.

use super::excerpt::Excerpt;
use super::labels;
use super::layout::Layout;
use super::settling::Settling;
use super::turns::TurnKind;
use std::rc::Rc;

/// A row of flags.
pub const FLAG_ROW_PX: i32 = 18;
/// From the pole of a flag to its text.
pub const TEXT_PX: i32 = 15;

/// A flag above the lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// What it says.
    pub kind: FlagKind,
    /// The position it belongs to.
    pub position: usize,
    /// The whole story, for a tooltip.
    pub title: Rc<str>,
    /// Where it begins.
    pub from_px: i32,
    /// Where it ends; the same for a flag at one place.
    pub to_px: i32,
    /// The baseline of its text.
    pub text_y_px: i32,
}

/// What a flag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagKind {
    /// From here on the run differs from the original.
    Differs,
    /// Here the run turns for good.
    Turn(TurnKind),
    /// From here on the run went on by itself.
    Settling(Settling),
}

impl FlagKind {
    /// The words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Differs => "differs from here",
            Self::Turn(kind) => kind.words(),
            Self::Settling(settling) => settling.word(),
        }
    }
}

impl Flag {
    /// The right end of what is drawn of it.
    pub fn right_px(&self) -> i32 {
        self.to_px.max(self.from_px + TEXT_PX + labels::width_px(self.kind.words()))
    }

    /// How it is read out.
    pub fn told(&self) -> String {
        match self.kind {
            FlagKind::Turn(_) => self.title.to_string(),
            kind => format!("Step {} on: {}", self.position, kind.words()),
        }
    }
}

/// The flags of an excerpt from left to right.
pub(super) fn flags(layout: &Layout, excerpt: &Excerpt) -> Vec<Flag> {
    let before = |step: usize| layout.x_px(step.saturating_sub(1)) + layout.step_px / 2;
    let flag = |kind: FlagKind, position, from_px, to_px| Flag {
        kind,
        position,
        title: kind.words().into(),
        from_px,
        to_px,
        text_y_px: 0,
    };
    let mut out: Vec<Flag> = Vec::new();
    let mut add = |flag: Flag| {
        let at = out.partition_point(|other| other.from_px <= flag.from_px);
        out.insert(at, flag);
    };
    if let Some(step) = excerpt.divergence.filter(|step| (layout.first..=layout.last).contains(step)) {
        add(flag(FlagKind::Differs, step, before(step), before(step)));
    }
    for turn in excerpt.turns.iter().filter(|turn| layout.is_drawn(turn.position)) {
        let x_px = layout.x_px(turn.position);
        let title = turn.told().into();
        add(Flag { title, ..flag(FlagKind::Turn(turn.kind), turn.position, x_px, x_px) });
    }
    if let Some(settling) = excerpt.settling.filter(|settling| settling.from < layout.last) {
        let step = settling.from + 1;
        let to_px = layout.x_px(layout.last) + layout.step_px / 3;
        add(flag(FlagKind::Settling(settling), step, before(step), to_px));
    }
    let mut ends: Vec<i32> = Vec::new();
    for flag in &mut out {
        let free = ends.iter().position(|&end| end + 8 <= flag.from_px);
        let row = free.unwrap_or(ends.len());
        ends.resize(ends.len().max(row + 1), 0);
        ends[row] = flag.right_px();
        flag.text_y_px = 13 + labels::pixels(row) * FLAG_ROW_PX;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::excerpt::tests::excerpt;
    use super::super::layout::lay_out;
    use super::super::turns::Turn;
    use super::*;

    #[test]
    fn flags_that_would_meet_get_a_row_each() {
        let mut excerpt = excerpt(&["a"; 8]);
        let settling = |from| Some(Settling { branch: 1, from, rests: true });
        (excerpt.divergence, excerpt.settling) = (Some(5), settling(5));
        let rows = |excerpt: &Excerpt, view_px| -> Vec<i32> {
            lay_out(excerpt, view_px).flags.iter().map(|flag| flag.text_y_px).collect()
        };
        assert_eq!(rows(&excerpt, 600), [13, 13 + FLAG_ROW_PX]);
        excerpt.divergence = Some(1);
        assert_eq!(rows(&excerpt, 900), [13, 13]);
    }

    #[test]
    fn no_two_texts_meet_and_none_is_cut_off_at_the_right() {
        let turn = |position, kind| Turn { position, kind, properties: vec!["p"] };
        let mut excerpt = excerpt(&["a"; 8]);
        let (escape, lost) = (TurnKind::LastEscape, TurnKind::NoWayBack);
        excerpt.turns = vec![turn(0, escape), turn(1, lost), turn(7, escape), turn(8, lost)];
        let settling = Settling { branch: 1, from: 2, rests: false };
        (excerpt.divergence, excerpt.settling) = (Some(8), Some(settling));
        for view_px in [282, 390, 900, 1_400] {
            let layout = lay_out(&excerpt, view_px);
            assert_eq!(layout.flags.len(), 6);
            for (at, one) in layout.flags.iter().enumerate() {
                assert!(one.right_px() <= layout.width_px, "{one:?}");
                let later = layout.flags[at + 1..].iter().filter(|other| other.text_y_px == one.text_y_px);
                assert!(later.clone().all(|other| one.right_px() < other.from_px), "{one:?} {view_px}");
            }
        }
    }
}
