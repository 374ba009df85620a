//! Drawings as images.

use js_sys::Promise;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url};

/// A drawing, ready to be drawn.
///
/// # Errors
/// When the browser can't read it.
pub async fn image(svg: &Blob) -> Result<HtmlImageElement, JsValue> {
    let image = HtmlImageElement::new()?;
    let url = Url::create_object_url_with_blob(svg)?;
    let loaded = Promise::new(&mut |done, failed| {
        image.set_onload(Some(&done));
        image.set_onerror(Some(&failed));
    });
    image.set_src(&url);
    let loaded = JsFuture::from(loaded).await;
    Url::revoke_object_url(&url)?;
    loaded.map(|_| image)
}

/// The image of a drawing on a ground of a colour.
///
/// # Errors
/// When the browser has no canvas of that size.
pub async fn png(drawing: &HtmlImageElement, width: f64, height: f64, ground: &str) -> Result<Blob, JsValue> {
    let canvas: HtmlCanvasElement = gloo::utils::document().create_element("canvas")?.dyn_into()?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are within bounds")]
    let (columns, rows) = (width.round() as u32, height.round() as u32);
    canvas.set_width(columns);
    canvas.set_height(rows);
    let context = canvas.get_context("2d")?.ok_or(JsValue::NULL)?;
    let context: CanvasRenderingContext2d = context.dyn_into()?;
    context.set_fill_style_str(ground);
    context.fill_rect(0.0, 0.0, f64::from(columns), f64::from(rows));
    context.draw_image_with_html_image_element_and_dw_and_dh(
        drawing,
        0.0,
        0.0,
        f64::from(columns),
        f64::from(rows),
    )?;
    let made = Promise::new(&mut |done, failed| {
        let refuse = failed.clone();
        let callback = Closure::once_into_js(move |blob: JsValue| {
            drop(if blob.is_null() {
                failed.call0(&JsValue::NULL)
            } else {
                done.call1(&JsValue::NULL, &blob)
            });
        });
        if canvas.to_blob(callback.unchecked_ref()).is_err() {
            drop(refuse.call0(&JsValue::NULL));
        }
    });
    JsFuture::from(made).await?.dyn_into()
}
