//! Which part of a long run is in view.

use std::ops::RangeInclusive;

/// How many steps are drawn at most.
const WINDOW: usize = 200;
/// The window moves in strides of this many steps, so that most steps leave it where it is.
const STRIDE: usize = 50;

/// The steps drawn, counted from 1, both included; `last` is less than `first` when there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first step.
    pub first: usize,
    /// The last step.
    pub last: usize,
}

impl Window {
    /// The window around a cursor.
    pub fn around(cursor: usize, total: usize) -> Self {
        if total <= WINDOW {
            return Self { first: 1, last: total };
        }
        let start = cursor.saturating_sub(WINDOW / 2) / STRIDE * STRIDE;
        // The last window is full and ends with the run.
        let start = start.min(total - WINDOW);
        Self { first: start + 1, last: start + WINDOW }
    }
}

impl Window {
    /// The part of it that can be reached.
    #[must_use]
    pub fn within(self, (first, last): (usize, usize)) -> Self {
        Self { first: self.first.max(first), last: self.last.min(last) }
    }
}

/// How many rows the table shows around the cursor at first.
const ROWS: usize = 100;

/// The rows of the table: those around the cursor, in strides, and what was asked for before and after.
pub fn rows(cursor: usize, total: usize, (before, after): (usize, usize)) -> RangeInclusive<usize> {
    let stride = ROWS / 2;
    let start = (cursor.saturating_sub(stride / 2) / stride * stride).min(total.saturating_sub(ROWS));
    let first = start.saturating_sub(before) + 1;
    first..=(start + ROWS + after).min(total)
}

/// Where to scroll to, for `x` to be visible in a view of this width that begins at `left`: nowhere while
/// there is room on both sides of it, else so that it is in the middle.
pub fn scrolled(left: i32, width: i32, x: i32) -> i32 {
    let room = (width / 5).min(120);
    if (left + room..=left + width - room).contains(&x) { left } else { (x - width / 2).max(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_holds_the_cursor_and_moves_in_strides() {
        assert_eq!(Window::around(3, 8), Window { first: 1, last: 8 });
        assert_eq!(Window::around(0, 0), Window { first: 1, last: 0 });
        for cursor in 0..=5_000 {
            let window = Window::around(cursor, 5_000);
            assert_eq!(window.last - window.first + 1, WINDOW);
            assert!((window.first - 1..=window.last).contains(&cursor), "{cursor} {window:?}");
            assert!(window.first % STRIDE == 1);
        }
        assert_eq!(Window::around(2_520, 5_000), Window::around(2_549, 5_000));
        assert_eq!(Window::around(5_003, 5_003).last, 5_003);
    }

    #[test]
    fn what_can_not_be_reached_is_not_drawn() {
        let within = |reach| Window::around(5, 8).within(reach);
        assert_eq!(
            [within((0, 8)), within((3, 6))],
            [Window { first: 1, last: 8 }, Window { first: 3, last: 6 }]
        );
        assert_eq!(within((0, 0)), Window { first: 1, last: 0 });
    }

    #[test]
    fn rows_around_the_cursor_are_shown_and_can_be_extended() {
        assert_eq!(rows(0, 8, (0, 0)), 1..=8);
        assert!(rows(0, 0, (0, 0)).is_empty());
        for cursor in 1..=5_000 {
            assert!(rows(cursor, 5_000, (0, 0)).contains(&cursor), "{cursor}");
        }
        assert_eq!(rows(250, 5_000, (0, 0)), 201..=300);
        assert_eq!(rows(250, 5_000, (100, 100)), 101..=400);
        assert_eq!(rows(250, 5_000, (300, 0)), 1..=300);
        assert_eq!(rows(5_000, 5_000, (0, 0)), 4_901..=5_000);
    }

    #[test]
    fn scrolls_only_when_there_is_no_room_left() {
        assert_eq!((scrolled(0, 400, 150), scrolled(500, 400, 700)), (0, 500));
        assert_eq!((scrolled(0, 400, 390), scrolled(500, 400, 510)), (190, 310));
        assert_eq!(scrolled(500, 400, 20), 0);
    }
}
