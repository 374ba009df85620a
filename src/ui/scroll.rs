//! Regions that scroll in themselves, never the page.
//!
//! To read a size makes the browser lay the page out at once. So sizes are read when it has done so anyway: by an
//! observer, or in the next frame.
//!
//! The few lines that touch the browser are in `dom`.

use super::effect::use_after;
use crate::web::dom::in_next_frame;
use yew::prelude::*;

/// The properties of [`Scroller`].
#[derive(Properties, PartialEq)]
pub struct ScrollerProps {
    /// What the region holds, read out when the keyboard reaches it.
    pub label: AttrValue,
    /// The content.
    pub children: Html,
}

/// A box that scrolls when its content is too large, and only then can be focused. Its content keeps its element.
#[component]
pub fn Scroller(props: &ScrollerProps) -> Html {
    let node = use_node_ref();
    let overflows = use_overflow(&node);
    html! {
        <div ref={node} class="scroller" role={overflows.then_some("region")} tabindex={overflows.then_some("0")}
            aria-label={overflows.then(|| props.label.clone())}>
            { props.children.clone() }
        </div>
    }
}

/// Whether an element's content is larger than the element; measured when the size of either changes.
#[hook]
fn use_overflow(node: &NodeRef) -> bool {
    let overflows = use_state_eq(|| false);
    {
        let (node, overflows) = (node.clone(), overflows.clone());
        use_after((), move || {
            let measured = node.clone();
            dom::on_size(&node, move || overflows.set(dom::overflows(&measured)))
        });
    }
    *overflows
}

/// The inner width of an element in pixels, once it is known.
#[hook]
pub fn use_width(node: &NodeRef) -> Option<i32> {
    let width = use_state_eq(|| None);
    let measure = {
        let (node, width) = (node.clone(), width.clone());
        move || {
            if let Some(now) = dom::width(&node).filter(|&px| px > 0) {
                width.set(Some(now));
            }
        }
    };
    {
        let measure = measure.clone();
        use_after((), measure);
    }
    use_resize(measure);
    *width
}

/// Calls back when the window was resized.
#[hook]
fn use_resize(callback: impl Fn() + 'static) {
    use_after((), || dom::on_resize(callback));
}

/// Scrolls a region to its end, in the next frame. Neither the page nor the focus moves.
pub fn to_end(node: &NodeRef) {
    let node = node.clone();
    in_next_frame(move || dom::to_end(&node));
}

/// Scrolls a region sideways in the next frame, just so far that `x_px` is in view with some room on both sides.
pub fn show(node: &NodeRef, x_px: i32) {
    let node = node.clone();
    in_next_frame(move || dom::show(&node, x_px));
}

/// Scrolls the [`Scroller`] around an element in the next frame, just so far that the element is in view.
pub fn reveal(node: &NodeRef) {
    let node = node.clone();
    in_next_frame(move || dom::reveal(&node));
}

mod dom {
    use crate::ui::timeline::window::scrolled;
    use crate::web::dom::Sizes;
    use gloo::events::EventListener;
    use web_sys::Element;
    use yew::NodeRef;

    /// Calls back when the size of an element or of its content is known and when it has changed.
    pub(super) fn on_size(node: &NodeRef, callback: impl FnMut() + 'static) -> Option<Sizes> {
        let element = node.cast::<Element>()?;
        let mut parts = vec![element.clone()];
        let mut child = element.first_element_child();
        while let Some(part) = child {
            child = part.next_element_sibling();
            parts.push(part);
        }
        Sizes::observe(&parts, callback)
    }

    pub(super) fn overflows(node: &NodeRef) -> bool {
        node.cast::<Element>().is_some_and(|element| {
            element.scroll_width() > element.client_width()
                || element.scroll_height() > element.client_height()
        })
    }

    pub(super) fn width(node: &NodeRef) -> Option<i32> {
        node.cast::<Element>().map(|element| element.client_width())
    }

    pub(super) fn on_resize(callback: impl Fn() + 'static) -> EventListener {
        EventListener::new(&gloo::utils::window(), "resize", move |_| callback())
    }

    pub(super) fn to_end(node: &NodeRef) {
        if let Some(element) = node.cast::<Element>() {
            element.set_scroll_top(element.scroll_height());
        }
    }

    pub(super) fn show(node: &NodeRef, x_px: i32) {
        if let Some(element) = node.cast::<Element>() {
            let left = element.scroll_left();
            let target = scrolled(left, element.client_width(), x_px);
            if target != left {
                element.set_scroll_left(target);
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "distances on a page fit")]
    pub(super) fn reveal(node: &NodeRef) {
        let Some(element) = node.cast::<Element>() else { return };
        let Ok(Some(scroller)) = element.closest(".scroller") else { return };
        let (inner, outer) = (element.get_bounding_client_rect(), scroller.get_bounding_client_rect());
        // The head of a table covers the top of its scroller.
        let above = inner.top() - outer.top() - inner.height();
        let below = inner.bottom() - outer.bottom();
        if above < 0.0 {
            scroller.set_scroll_top(scroller.scroll_top() + above as i32);
        } else if below > 0.0 {
            scroller.set_scroll_top(scroller.scroll_top() + below.ceil() as i32);
        }
    }
}
