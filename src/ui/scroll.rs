//! Regions that scroll in themselves, never the page.
//!
//! The few lines that touch the browser are in `dom`.

use yew::prelude::*;

/// The properties of [`Scroller`].
#[derive(Properties, PartialEq)]
pub struct ScrollerProps {
    /// What the region holds, read out when the keyboard reaches it.
    pub label: AttrValue,
    /// Further classes.
    #[prop_or_default]
    pub class: Classes,
    /// The content.
    pub children: Html,
}

/// A box that scrolls when its content is too large, and only then can be focused.
#[component]
pub fn Scroller(props: &ScrollerProps) -> Html {
    let node = use_node_ref();
    let overflows = use_overflow(&node);
    let class = classes!("scroller", props.class.clone());
    html! {
        <div ref={node} {class} role={overflows.then_some("region")} tabindex={overflows.then_some("0")}
            aria-label={overflows.then(|| props.label.clone())}>
            { props.children.clone() }
        </div>
    }
}

/// Whether an element's content is larger than the element; measured after each render and each resize.
#[hook]
fn use_overflow(node: &NodeRef) -> bool {
    let overflows = use_state_eq(|| false);
    let measure = {
        let (node, overflows) = (node.clone(), overflows.clone());
        move || overflows.set(dom::overflows(&node))
    };
    use_effect(measure.clone());
    use_resize(measure);
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
        use_effect_with((), move |()| measure());
    }
    use_resize(measure);
    *width
}

/// Calls back when the window was resized.
#[hook]
fn use_resize(callback: impl Fn() + 'static) {
    use_effect_with((), move |()| {
        let listener = dom::on_resize(callback);
        move || drop(listener)
    });
}

/// Scrolls a region to its end. Neither the page nor the focus moves.
pub fn to_end(node: &NodeRef) {
    dom::to_end(node);
}

/// Scrolls a region sideways just so far that `x_px` is in view, with some room on both sides.
pub fn show(node: &NodeRef, x_px: i32) {
    dom::show(node, x_px);
}

/// Scrolls the [`Scroller`] around an element just so far that the element is in view.
pub fn reveal(node: &NodeRef) {
    dom::reveal(node);
}

mod dom {
    use crate::ui::timeline::window::scrolled;
    use gloo::events::EventListener;
    use web_sys::Element;
    use yew::NodeRef;

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
