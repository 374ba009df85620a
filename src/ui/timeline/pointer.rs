//! Clicks and drags on the drawing. A finger scrolls the timeline and taps to seek; a mouse drags.

use super::layout::Layout;
use crate::ui::shared::Shared;
use yew::prelude::*;

/// The listeners of the drawing.
pub(super) struct Hand {
    /// A click or a tap.
    pub(super) click: Callback<MouseEvent>,
    /// A movement, of interest while the button is held.
    pub(super) drag: Callback<PointerEvent>,
}

/// Seeks to the step nearest to the pointer.
#[hook]
pub(super) fn use_pointer(
    svg: &NodeRef,
    layout: &Shared<Layout>,
    cursor: usize,
    on_seek: &Callback<usize>,
) -> Hand {
    let seek = {
        let (svg, layout, on_seek) = (svg.clone(), layout.clone(), on_seek.clone());
        move |client_x: i32| {
            if let Some(left) = left_px(&svg) {
                let position = layout.position_at(client_x - left);
                if position != cursor {
                    on_seek.emit(position);
                }
            }
        }
    };
    let click = {
        let seek = seek.clone();
        Callback::from(move |event: MouseEvent| seek(event.client_x()))
    };
    let drag = Callback::from(move |event: PointerEvent| {
        if event.buttons() == 1 && event.pointer_type() != "touch" {
            seek(event.client_x());
        }
    });
    Hand { click, drag }
}

/// Where the drawing begins in the window.
#[expect(clippy::cast_possible_truncation, reason = "a place in the window fits")]
fn left_px(svg: &NodeRef) -> Option<i32> {
    svg.cast::<web_sys::Element>().map(|element| element.get_bounding_client_rect().left() as i32)
}
