//! The clipboard.

use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Puts text on the clipboard. False where the browser has none or denies it.
pub async fn write(text: &str) -> bool {
    let navigator = gloo::utils::window().navigator();
    // Absent outside secure contexts; the typed getter would not say so.
    let present = Reflect::get(&navigator, &JsValue::from_str("clipboard"));
    if !present.is_ok_and(|clipboard| clipboard.is_object()) {
        return false;
    }
    JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}
