//! Within the worker: one request after the other, each to its end.
//!
//! The page stops a request by ending the worker, which works in the middle of a slice; so nothing here
//! has to listen while it searches, and no time is lost on that.

use crate::protocol::{PROTOCOL, Reply, Request, Task};
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// States between two looks at the clock.
const SLICE: u32 = 4_096;
/// Progress is told this often.
const TELL_MS: f64 = 100.0;

/// Takes requests from the page.
///
/// # Panics
/// Outside a worker.
pub fn serve() {
    let scope: DedicatedWorkerGlobalScope =
        js_sys::global().dyn_into().expect("the worker's code runs in a worker");
    std::panic::set_hook(Box::new(|info| {
        tell(&Reply::Failed { id: None, message: info.to_string() });
    }));
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        match Request::read(&text) {
            Ok(request) => work(&request),
            Err(message) => tell(&Reply::Failed { id: None, message }),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    tell(&Reply::Ready { protocol: PROTOCOL });
}

fn work(request: &Request) {
    let id = request.id;
    let mut task = match Task::begin(&request.order) {
        Ok(task) => task,
        Err(message) => return tell(&Reply::Failed { id: Some(id), message }),
    };
    let mut told = js_sys::Date::now();
    while task.advance(SLICE) {
        let now = js_sys::Date::now();
        if now - told >= TELL_MS {
            told = now;
            tell(&Reply::Progress { id, how_far: task.how_far() });
        }
    }
    tell(&Reply::Done { id, answer: Box::new(task.answer()) });
}

fn tell(reply: &Reply) {
    let scope: Result<DedicatedWorkerGlobalScope, _> = js_sys::global().dyn_into();
    if let Ok(scope) = scope {
        // A page that is gone hears nothing.
        drop(scope.post_message(&JsValue::from_str(&reply.write())));
    }
}
