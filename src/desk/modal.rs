//! The native modal dialog of the desk: it keeps focus and keys inside, and closes with Escape.

use crate::ui::effect::use_after;
use crate::ui::icon::{Icon, icon};
use crate::web::dom;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// The dialog, as a selector.
const DIALOG: &str = "#desk > dialog";
/// The button that copies the link, as a selector.
const COPY_LINK: &str = "#desk [role=tabpanel]:not([hidden]) [data-copy=link]";

#[derive(Properties, PartialEq)]
pub(super) struct ModalProps {
    /// What the run is called.
    pub(super) title: AttrValue,
    /// What the reader closes.
    pub(super) end: Callback<()>,
    /// Whether letters are keys.
    pub(super) letters: bool,
    /// The ways to share.
    pub(super) tabs: Html,
    pub(super) children: Html,
}

/// The dialog.
#[component]
pub(super) fn Modal(props: &ModalProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_after((), move || dom::show_dialog(&node, true));
    }
    {
        // Another run is opened behind the dialog when the reader goes back or forth.
        let end = props.end.clone();
        use_after((), move || crate::web::location::on_change(move || end.emit(())));
    }
    let onclose = props.end.reform(|_: Event| ());
    let onclick = {
        let node = node.clone();
        Callback::from(move |_: MouseEvent| dom::show_dialog(&node, false))
    };
    let letters = props.letters;
    let onkeydown = Callback::from(move |event: KeyboardEvent| on_key(&event, letters));
    // What is pressed in the dialog is the dialog's, wherever in it the focus is.
    html! {
        <dialog ref={node} class="modal desk" tabindex="-1" aria-labelledby="desk-title" {onclose} {onkeydown}>
            <div class="head">
                <h2 id="desk-title">{ "Share this run" }</h2>
                <span class="grow muted desk-run">{ &props.title }</span>
                <button type="button" class="quiet square" {onclick} aria-label="Close">{ icon(Icon::Close) }</button>
            </div>
            { props.tabs.clone() }
            <div class="modal-body">{ props.children.clone() }</div>
        </dialog>
    }
}

/// Closes the dialog, so that the focus goes back to where it was.
pub(super) fn close() {
    dom::close_dialog(DIALOG);
}

/// Enter in a text that can only be copied copies it, and so does `c` for the link.
fn on_key(event: &KeyboardEvent, letters: bool) {
    event.stop_propagation();
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is = |selector: &str| target.as_ref().is_some_and(|target| target.matches(selector).unwrap_or(false));
    let writes = is("textarea:not([readonly]), select, input:not([type=radio], [type=checkbox])");
    match event.key().as_str() {
        "c" if letters && !writes => dom::click(COPY_LINK),
        "Enter" if is("textarea[readonly]") => {
            event.prevent_default();
            let button = target.and_then(|target| target.get_attribute("data-copied-by"));
            dom::click(&format!("#desk [data-copy=\"{}\"]", button.unwrap_or_default()));
        }
        _ => {}
    }
}
