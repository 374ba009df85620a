//! Keys: one listener, which leaves alone what belongs to a widget.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, KeyboardEvent};

/// Widgets that take text.
pub(super) const EDITABLE: &str = "input:not([type=checkbox]), textarea, select, [contenteditable=true]";
/// Widgets that arrow keys, Home and End move within.
const ARROWS: &str = "[role=slider], [role=radio], [role=listbox], [data-arrows]";
/// Boxes that the same keys scroll while the focus is on the box itself, not on a button in it.
const SCROLLED: &str = "[role=region][tabindex]";
/// Widgets that Space presses.
const PRESSED: &str = "button, a, summary, [role=switch], [role=button]";

/// Calls back with the name of each key pressed within an element, or anywhere, that no widget claims. The callback says whether it used the
/// key; the browser does not see such a key.
pub fn on_key(within: Option<&str>, callback: impl Fn(&str) -> bool + 'static) -> EventListener {
    let options = EventListenerOptions::enable_prevent_default();
    let document = gloo::utils::document();
    let root = within.and_then(|id| document.get_element_by_id(id)).map(EventTarget::from);
    EventListener::new_with_options(
        &root.unwrap_or_else(|| document.into()),
        "keydown",
        options,
        move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
            if event.default_prevented() || event.is_composing() || is_chord(event) || is_claimed(event) {
                return;
            }
            if callback(&event.key()) {
                event.prevent_default();
            }
        },
    )
}

/// Whether the key belongs to the browser or the system. `AltGr` only prints a character.
fn is_chord(event: &KeyboardEvent) -> bool {
    let prints = event.get_modifier_state("AltGraph");
    event.meta_key() || (!prints && (event.ctrl_key() || event.alt_key()))
}

fn is_claimed(event: &KeyboardEvent) -> bool {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    let within = |selector| target.closest(selector).ok().flatten().is_some();
    match event.key().as_str() {
        "ArrowLeft" | "ArrowRight" | "Home" | "End" => {
            within(EDITABLE) || within(ARROWS) || target.matches(SCROLLED).unwrap_or(false)
        }
        " " => within(EDITABLE) || within(PRESSED),
        _ => within(EDITABLE),
    }
}
