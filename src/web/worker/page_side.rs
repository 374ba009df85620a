//! Without a worker: the search's own program is loaded beside the page's and works in slices.

use super::inside::ON_PAGE;
use super::ladder::{GLUE, address};
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use js_sys::{Function, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// Starts the program that [`GLUE`] defines: a file, because the page's policy allows no inline script.
const STARTER: &str = "search.js";
/// How often it is looked for while it starts, and how many times.
const LOOK: (u32, u32) = (50, 200);

/// Sends a request; `hear` gets the replies and says whether anybody still listens.
pub(super) fn run(request: String, hear: impl Fn(String) -> bool + 'static, fail: impl Fn(String) + 'static) {
    if let Some(search) = search() {
        return call(&search, &request, hear);
    }
    load(GLUE, move |loaded| match loaded {
        Err(message) => fail(message),
        Ok(()) => load(STARTER, move |loaded| match loaded {
            Err(message) => fail(message),
            Ok(()) => look(LOOK.1, request, hear, fail),
        }),
    });
}

fn search() -> Option<Function> {
    Reflect::get(&js_sys::global(), &ON_PAGE.into()).ok()?.dyn_into().ok()
}

fn call(search: &Function, request: &str, hear: impl Fn(String) -> bool + 'static) {
    let reply = Closure::<dyn Fn(String) -> bool>::new(hear).into_js_value();
    drop(search.call2(&JsValue::NULL, &JsValue::from_str(request), &reply));
}

/// Waits until the program has started.
fn look(
    times: u32,
    request: String,
    hear: impl Fn(String) -> bool + 'static,
    fail: impl Fn(String) + 'static,
) {
    match (search(), times) {
        (Some(search), _) => call(&search, &request, hear),
        (None, 0) => fail("the search did not start; a reload may help".into()),
        (None, _) => drop(Timeout::new(LOOK.0, move || look(times - 1, request, hear, fail)).forget()),
    }
}

/// Loads a script beside the page, once.
fn load(file: &'static str, then: impl FnOnce(Result<(), String>) + 'static) {
    let failed = move || format!("{file}: the server does not answer with the file");
    let document = gloo::utils::document();
    let script = address(file).and_then(|address| {
        let script = document.create_element("script")?;
        script.set_attribute("src", &address)?;
        Ok(script)
    });
    let Ok(script) = script else { return then(Err(failed())) };
    let then = std::rc::Rc::new(std::cell::Cell::new(Some(then)));
    let ends = |result: Result<(), String>| {
        let then = then.clone();
        move |_: &web_sys::Event| {
            if let Some(then) = then.take() {
                then(result.clone());
            }
        }
    };
    EventListener::once(&script, "load", ends(Ok(()))).forget();
    EventListener::once(&script, "error", ends(Err(failed()))).forget();
    if let Some(head) = document.head() {
        drop(head.append_child(&script));
    }
}
