//! The search's own program: within a worker, or, where a browser allows none, on the page.
//!
//! It is a file of its own either way, so that a page that only steps never loads it.

use crate::protocol::{PROTOCOL, Reply, Request, Task};
use gloo::timers::callback::Timeout;
use js_sys::{Function, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// The name under which the page finds the search when it runs without a worker.
pub(super) const ON_PAGE: &str = "stepdownSearch";
/// States between two looks at the clock, in a worker.
const SLICE: u32 = 4_096;
/// The same on the page.
const SMALL_SLICE: u32 = 256;
/// How long a slice may keep the page.
const SLICE_MS: f64 = 8.0;
/// Progress is told this often.
const TELL_MS: f64 = 100.0;

/// Takes requests.
pub fn serve() {
    match js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        Ok(scope) => serve_worker(&scope),
        Err(_) => serve_page(),
    }
}

/// In a worker takes requests. On a page it runs something else there and takes the page's requests beside it.
pub fn serve_or(on_page: impl FnOnce()) {
    if let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        return serve_worker(&scope);
    }
    serve_page();
    on_page();
}

fn serve_worker(scope: &DedicatedWorkerGlobalScope) {
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

/// Works on a request to its end. The page stops it by ending the worker, which works in the middle of a
/// slice; so nothing here has to listen while it searches, and no time is lost on that.
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

/// Gives the page a function that takes a request and a callback for replies, and works in slices short
/// enough to keep the page responsive. The callback says whether anybody still listens.
fn serve_page() {
    let take = Closure::<dyn Fn(String, Function)>::new(|text: String, reply: Function| {
        let failed = |id, message| {
            answer(&reply, &Reply::Failed { id, message });
        };
        match Request::read(&text) {
            Err(message) => failed(None, message),
            Ok(Request { id, order }) => match Task::begin(&order) {
                Err(message) => failed(Some(id), message),
                Ok(task) => slice(id, task, reply.clone()),
            },
        }
    });
    drop(Reflect::set(&js_sys::global(), &ON_PAGE.into(), take.as_ref()));
    take.forget();
}

fn slice(id: u32, mut task: Task, reply: Function) {
    let next = move || {
        let begun = js_sys::Date::now();
        let mut more = true;
        while more && js_sys::Date::now() - begun < SLICE_MS {
            more = task.advance(SMALL_SLICE);
        }
        if !more {
            answer(&reply, &Reply::Done { id, answer: Box::new(task.answer()) });
        } else if answer(&reply, &Reply::Progress { id, how_far: task.how_far() }) {
            slice(id, task, reply);
        }
    };
    Timeout::new(0, next).forget();
}

/// Calls back and says whether anybody still listens.
fn answer(reply: &Function, message: &Reply) -> bool {
    let heard = reply.call1(&JsValue::NULL, &JsValue::from_str(&message.write()));
    heard.is_ok_and(|heard| heard.is_truthy())
}
