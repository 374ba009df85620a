//! The page around an embed, by messages. The frame tells everyone, because what it tells is public; it listens to its
//! parent alone.

use super::dom::{ROOT, Sizes};
use super::location;
use crate::protocol::{Field, HOST_SOURCE, HOST_VERSION, Told, Wish};
use gloo::events::EventListener;
use js_sys::{JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, MessageEvent, Window};

/// Tells the page around this one; without one, nobody.
pub fn tell(told: Told) {
    let Some(parent) = parent() else { return };
    let message =
        object(&[("source", HOST_SOURCE.into()), ("v", HOST_VERSION.into()), ("type", told.kind().into())]);
    told.each_field(&mut |name, field| {
        set(
            &message,
            name,
            &match field {
                Field::Number(number) => JsValue::from(number),
                Field::Text(text) => text.into(),
            },
        );
    });
    drop(parent.post_message(&message, "*"));
}

/// Calls back with what the page around this one wants, or what is wrong with how it says so. What anybody else sends,
/// and what is not meant for us, is ignored without a look at it.
pub fn on_wish(callback: impl Fn(Result<Wish, String>) + 'static) -> EventListener {
    EventListener::new(&gloo::utils::window(), "message", move |event| {
        let Some((event, parent)) = event.dyn_ref::<MessageEvent>().zip(parent()) else { return };
        let from_parent = event.source().is_some_and(|source| *source == ***parent);
        let data = event.data();
        let source = Reflect::get(&data, &"source".into()).ok().and_then(|source| source.as_string());
        if !from_parent || source.as_deref() != Some(HOST_SOURCE) {
            return;
        }
        let text = JSON::stringify(&data).map(String::from);
        let wish = text.map_or_else(|_| Err("message: not JSON".into()), |text| Wish::read(&text));
        if let Some(wish) = wish.transpose() {
            callback(wish);
        }
    })
}

/// Tells how tall the page is as long as what is returned lives: when that is known, and when it has changed by two
/// pixels or more. One pixel more or less would be an answer to the frame's new height, and without an end.
pub fn watch_height() -> Option<Sizes> {
    let root = root()?;
    let mut told = 0_u32;
    let observed = root.clone();
    Sizes::observe(&[observed], move || {
        let height = height_px(&root);
        if told.abs_diff(height) >= 2 {
            told = height;
            tell_height(height);
        }
    })
}

/// Tells how tall the page is, to one who may have missed it.
pub fn tell_height_again() {
    if let Some(root) = root() {
        tell_height(height_px(&root));
    }
}

fn tell_height(height: u32) {
    tell(Told::Resize { height });
    // The form that Embedly, Medium and others read.
    let message = object(&[
        ("src", location::address().into()),
        ("context", "iframe.resize".into()),
        ("height", height.into()),
    ]);
    if let (Some(parent), Ok(text)) = (parent(), JSON::stringify(&message)) {
        drop(parent.post_message(&text, "*"));
    }
}

fn root() -> Option<Element> {
    gloo::utils::document().get_element_by_id(ROOT)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a page is no taller")]
fn height_px(root: &Element) -> u32 {
    root.get_bounding_client_rect().height().ceil() as u32
}

/// The window around this one.
fn parent() -> Option<Window> {
    let window = gloo::utils::window();
    window.parent().ok().flatten().filter(|parent| **parent != *window)
}

fn object(fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        set(&object, name, value);
    }
    object
}

fn set(object: &Object, name: &str, value: &JsValue) {
    drop(Reflect::set(object, &name.into(), value));
}
