//! Files of the reader's own: chosen in a dialog or dropped on the page.

use super::keys::EDITABLE;
use crate::scenario::{Place, Problem};
use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ClipboardEvent, DragEvent, Element, Event, File, FileList, HtmlInputElement};

/// The largest file that is read, in bytes: a scenario, or an export that carries a run.
const MAX_BYTES: u32 = 4 << 20;

/// The name and text of a file. A file that is too large is not even read.
///
/// # Errors
/// When it is too large or can't be read.
pub async fn read(file: File) -> Result<(String, String), Problem> {
    let name = file.name();
    let problem = |message| Problem { file: name.clone(), place: Place::File, message };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are whole numbers")]
    let bytes = file.size() as u64;
    if bytes > u64::from(MAX_BYTES) {
        return Err(problem(format!("the file has {bytes} bytes; expected at most {MAX_BYTES}")));
    }
    let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
    text.map(|text| (name.clone(), text)).ok_or_else(|| problem("the file can't be read".into()))
}

/// The file that was chosen in an input, which is emptied so that the same file can be chosen again.
pub fn chosen(event: &Event) -> Option<File> {
    let input: HtmlInputElement = event.target()?.dyn_into().ok()?;
    let file = first(input.files());
    input.set_value("");
    file
}

fn first(files: Option<FileList>) -> Option<File> {
    files?.get(0)
}

/// Calls back with a file that is dropped anywhere on the page, and tells when one hovers over it.
pub fn on_drop(hover: impl Fn(bool) + Clone + 'static, drop: impl Fn(File) + 'static) -> [EventListener; 3] {
    let document = gloo::utils::document();
    let options = EventListenerOptions::enable_prevent_default();
    let over = {
        let hover = hover.clone();
        move |event: &Event| {
            if carries_file(event) {
                event.prevent_default();
                hover(true);
            }
        }
    };
    let leave = {
        let hover = hover.clone();
        move |event: &Event| {
            // Leaving the page, not an element of it.
            if event.dyn_ref::<DragEvent>().is_some_and(|event| event.related_target().is_none()) {
                hover(false);
            }
        }
    };
    let dropped = move |event: &Event| {
        hover(false);
        if !carries_file(event) {
            return;
        }
        event.prevent_default();
        let data = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer);
        if let Some(file) = first(data.and_then(|data| data.files())) {
            drop(file);
        }
    };
    [
        EventListener::new_with_options(&document, "dragover", options, over),
        EventListener::new(&document, "dragleave", leave),
        EventListener::new_with_options(&document, "drop", options, dropped),
    ]
}

/// Calls back with a text that is pasted on the page, not into one of its fields.
pub fn on_paste(pasted: impl Fn(String) + 'static) -> EventListener {
    EventListener::new(&gloo::utils::document(), "paste", move |event| {
        let Some(event) = event.dyn_ref::<ClipboardEvent>() else { return };
        if is_for_field(event) {
            return;
        }
        if let Some(text) = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok()) {
            pasted(text);
        }
    })
}

fn is_for_field(event: &Event) -> bool {
    let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
    target.is_some_and(|target| target.matches(EDITABLE).unwrap_or(false))
}

fn carries_file(event: &Event) -> bool {
    let data = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer);
    data.is_some_and(|data| data.types().includes(&"Files".into(), 0))
}
