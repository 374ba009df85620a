//! Files that the page gives to its reader.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};

/// What is in a file.
pub enum Content {
    /// A text.
    Text(String),
    /// What the browser made, as an image.
    Blob(Blob),
}

/// Offers a file to the reader, as a click on a link to it would.
///
/// # Errors
/// When the browser does not, in words for the reader.
pub fn save(name: &str, media_type: &str, content: Content) -> Result<(), String> {
    offer(name, media_type, content).map_err(|_| "the browser does not let the page offer files".into())
}

fn offer(name: &str, media_type: &str, content: Content) -> Result<(), JsValue> {
    let blob = match content {
        Content::Text(text) => blob(&text, media_type)?,
        Content::Blob(blob) => blob,
    };
    let url = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlElement = gloo::utils::document().create_element("a")?.unchecked_into();
    anchor.set_attribute("href", &url)?;
    anchor.set_attribute("download", name)?;
    anchor.click();
    // The browser reads it a moment later.
    gloo::timers::callback::Timeout::new(60_000, move || drop(Url::revoke_object_url(&url))).forget();
    Ok(())
}

/// A text as the browser keeps files.
///
/// # Errors
/// When it does not.
pub fn blob(text: &str, media_type: &str) -> Result<Blob, JsValue> {
    let kind = BlobPropertyBag::new();
    kind.set_type(media_type);
    Blob::new_with_str_sequence_and_options(&Array::of1(&JsValue::from_str(text)), &kind)
}
