//! The ways to get a worker, from the best to the one that always works.
//!
//! A sandboxed frame may not load a worker from its own address but from a blob that imports it; a page
//! opened from disk gets neither and searches on the page itself, in small slices.

use js_sys::{Function, Reflect};
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, Url, Worker};

/// The files that the build makes for the worker; they have no hash in their names.
pub(super) const GLUE: &str = "worker.js";
const WASM: &str = "worker_bg.wasm";
const LOADER: &str = "worker_loader.js";
/// The function by which a page that carries its own program makes a worker.
const CARRIED: &str = "stepdownWorker";

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rung {
    /// A worker from its own address.
    Address,
    /// A worker from a blob that imports the files by their full addresses.
    Blob,
    /// No worker: on the page, in slices.
    Page,
}

thread_local! {
    /// The rung that has not failed yet.
    static RUNG: Cell<Rung> = const { Cell::new(Rung::Address) };
}

impl Rung {
    /// The best rung that has not failed.
    pub(super) fn present() -> Self {
        RUNG.get()
    }

    /// The next one, from now on.
    pub(super) fn fails(self) -> Self {
        let next = match self {
            Self::Address => Self::Blob,
            Self::Blob | Self::Page => Self::Page,
        };
        RUNG.set(next);
        next
    }

    /// A new worker; none on the page.
    ///
    /// # Errors
    /// When the browser refuses at once. A missing file is told later, by the worker's error event.
    pub(super) fn worker(self) -> Result<Option<Worker>, JsValue> {
        match self {
            Self::Address => match carried() {
                Some(worker) => worker,
                None => Worker::new(&address(LOADER)?).map(Some),
            },
            Self::Blob => {
                let (glue, wasm) = (address(GLUE)?, address(WASM)?);
                // Addresses are quoted as JSON, which is quoting for scripts as well.
                let quote = |text: &str| js_sys::JSON::stringify(&text.into());
                let (glue, wasm) = (quote(&glue)?, quote(&wasm)?);
                let script = format!("importScripts({glue});wasm_bindgen({{module_or_path:{wasm}}});");
                let kind = BlobPropertyBag::new();
                kind.set_type("text/javascript");
                let parts = js_sys::Array::of1(&JsValue::from_str(&script));
                let blob = Blob::new_with_str_sequence_and_options(&parts, &kind)?;
                let url = Url::create_object_url_with_blob(&blob)?;
                let worker = Worker::new(&url);
                Url::revoke_object_url(&url)?;
                worker.map(Some)
            }
            Self::Page => Ok(None),
        }
    }
}

/// A worker of a page that carries its own program, as a file that holds everything does.
fn carried() -> Option<Result<Option<Worker>, JsValue>> {
    let make: Function = Reflect::get(&js_sys::global(), &CARRIED.into()).ok()?.dyn_into().ok()?;
    Some(make.call0(&JsValue::NULL).and_then(|worker| worker.dyn_into().map(Some)))
}

/// The full address of a file beside the page, without the page's fragment and query.
pub(super) fn address(file: &str) -> Result<String, JsValue> {
    let base = gloo::utils::document().base_uri()?.unwrap_or_default();
    Ok(Url::new_with_base(file, &base)?.href())
}
