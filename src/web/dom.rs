//! Focus, titles and native dialogs.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlDialogElement, HtmlElement, HtmlTextAreaElement, ResizeObserver};
use yew::NodeRef;

/// The id of the element that the page is drawn in.
pub const ROOT: &str = "app";

/// Observes sizes as long as it lives.
pub struct Sizes {
    observer: ResizeObserver,
    /// What the observer calls.
    _callback: Closure<dyn FnMut()>,
}

impl Sizes {
    /// Calls back when the sizes of these elements are known and when one has changed, at most once a frame.
    pub fn observe(elements: &[Element], callback: impl FnMut() + 'static) -> Option<Self> {
        let callback = Closure::<dyn FnMut()>::new(callback);
        let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        for element in elements {
            observer.observe(element);
        }
        Some(Self { observer, _callback: callback })
    }
}

impl Drop for Sizes {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

fn find(selector: &str) -> Option<HtmlElement> {
    gloo::utils::document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Milliseconds on a clock that only goes forward; its zero means nothing.
pub fn now_ms() -> f64 {
    gloo::utils::window().performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}

/// Moves the focus to the first element that a selector finds, which brings it into view.
pub fn focus(selector: &str) {
    if let Some(element) = find(selector) {
        drop(element.focus());
    }
}

/// Brings the first element that a selector finds into view.
pub fn show(selector: &str) {
    if let Some(element) = find(selector) {
        element.scroll_into_view();
    }
}

/// Opens the details of an id, and moves the focus to their summary.
pub fn open_details(id: &str) {
    if let Some(details) = find(&format!("#{id}")) {
        drop(details.set_attribute("open", ""));
        focus(&format!("#{id} > summary"));
    }
}

/// Whether no element that is shown has the focus, as when the one that had it is gone or hidden.
pub fn is_focus_lost() -> bool {
    let document = gloo::utils::document();
    let Some(active) = document.active_element() else { return true };
    let hidden = active.closest("[hidden]").ok().flatten().is_some();
    hidden || Some(active) == document.body().map(Into::into)
}

/// Brings the element of an id into view and moves the focus there.
pub fn focus_id(id: &str) {
    let element = gloo::utils::document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        element.scroll_into_view();
        drop(element.focus());
    }
}

/// Calls back just before the next frame is drawn: what is read of sizes then is read once for all.
pub fn in_next_frame(callback: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(callback);
    drop(gloo::utils::window().request_animation_frame(callback.unchecked_ref()));
}

/// Scrolls a box back to its start, in the next frame, if one of its parts has gone out of sight.
pub fn scroll_to_start(container: &'static str, part: &'static str) {
    in_next_frame(move || {
        if let (Some(container), Some(part)) = (find(container), find(part))
            && container.scroll_top() > part.offset_height()
        {
            container.set_scroll_top(0);
        }
    });
}

/// Presses the element that a selector finds.
pub fn click(selector: &str) {
    if let Some(element) = find(selector) {
        element.click();
    }
}

/// Scrolls the window to its top.
pub fn to_top() {
    gloo::utils::window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Sets the title of the document.
pub fn set_title(title: &str) {
    gloo::utils::document().set_title(title);
}

/// Opens or closes a native dialog.
pub fn show_dialog(dialog: &NodeRef, open: bool) {
    let Some(dialog) = dialog.cast::<HtmlDialogElement>() else { return };
    if open && !dialog.open() {
        drop(dialog.show_modal());
    } else if !open && dialog.open() {
        dialog.close();
    }
}

/// Closes the native dialog that a selector finds.
pub fn close_dialog(selector: &str) {
    if let Some(dialog) = find(selector).and_then(|element| element.dyn_into::<HtmlDialogElement>().ok()) {
        dialog.close();
    }
}

/// Whether the colours that are shown are light on dark.
pub fn is_dark() -> bool {
    let chosen = gloo::utils::document().document_element().and_then(|root| root.get_attribute("data-theme"));
    let query = || gloo::utils::window().match_media("(prefers-color-scheme: dark)");
    chosen
        .map_or_else(|| query().ok().flatten().is_some_and(|query| query.matches()), |theme| theme == "dark")
}

/// A new element with an id, the last of the page.
///
/// # Panics
/// When the page has no body.
pub fn append(id: &str) -> Element {
    let document = gloo::utils::document();
    let element = document.create_element("div").expect("a page makes elements");
    element.set_id(id);
    let body = document.body().expect("a page has a body");
    drop(body.append_child(&element));
    element
}

/// Selects all text of a text area.
pub fn select_all(area: &NodeRef) {
    if let Some(area) = area.cast::<HtmlTextAreaElement>() {
        area.select();
    }
}

/// What is in a text area.
pub fn text_of(area: &NodeRef) -> String {
    area.cast::<HtmlTextAreaElement>().map(|area| area.value()).unwrap_or_default()
}

/// Marks the page while a file hovers over it.
pub fn mark_drop(hovering: bool) {
    let Some(root) = gloo::utils::document().document_element() else { return };
    drop(if hovering { root.set_attribute("data-drop", "") } else { root.remove_attribute("data-drop") });
}
