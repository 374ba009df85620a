//! The address: its fragment is the state of the page.

use gloo::events::EventListener;
use wasm_bindgen::JsValue;

/// The fragment with its `#`; empty when there is none.
pub fn fragment() -> String {
    gloo::utils::window().location().hash().unwrap_or_default()
}

/// The query with its `?`; empty when there is none.
pub fn query() -> String {
    gloo::utils::window().location().search().unwrap_or_default()
}

/// The path of the page, without query and fragment.
pub fn path() -> String {
    gloo::utils::window().location().pathname().unwrap_or_default()
}

/// The whole address.
pub fn address() -> String {
    gloo::utils::window().location().href().unwrap_or_default()
}

/// Exchanges the fragment without a new entry in the history and without an event.
pub fn replace(fragment: &str) {
    let history = gloo::utils::window().history();
    if let Ok(history) = history {
        drop(history.replace_state_with_url(&JsValue::NULL, "", Some(fragment)));
    }
}

/// Goes to a fragment, so that Back returns.
pub fn go(fragment: &str) {
    drop(gloo::utils::window().location().set_hash(fragment));
}

/// Calls back when the reader goes to another fragment.
pub fn on_change(callback: impl Fn() + 'static) -> EventListener {
    EventListener::new(&gloo::utils::window(), "hashchange", move |_| callback())
}

/// Calls back when the page is about to be left.
pub fn on_leave(callback: impl Fn() + 'static) -> EventListener {
    EventListener::new(&gloo::utils::window(), "pagehide", move |_| callback())
}
