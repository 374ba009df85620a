//! Files of the page's own host.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// The text of a file beside the page.
///
/// # Errors
/// When it does not come, in words for the reader.
pub async fn text(path: &str) -> Result<String, String> {
    let failed = |why: &str| format!("{path}: {why}");
    let request = gloo::utils::window().fetch_with_str(path);
    let response = JsFuture::from(request).await;
    let response: Response = response
        .ok()
        .and_then(|response| response.dyn_into().ok())
        .ok_or_else(|| failed("the server does not answer"))?;
    if !response.ok() {
        let status = response.status();
        return Err(failed(&format!("the server has no such file ({status}); a link to it may be cut off")));
    }
    let text = response.text().map_err(|_| failed("the answer can't be read"))?;
    let text = JsFuture::from(text).await.map_err(|_| failed("the connection broke off"))?;
    text.as_string().ok_or_else(|| failed("the answer is not text"))
}
