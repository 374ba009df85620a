//! The desk from both sides: the page asks for it, and `boot.js` fetches the program that takes over.

use js_sys::{Function, Reflect};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// The function that opens the desk; `boot.js` defines one that fetches the program, which then puts its own there.
const NAME: &str = "stepdownDesk";

/// Asks for a dialog. The answer comes once, and is empty when the program could not be fetched.
pub fn ask(request: &str, answer: impl FnOnce(String) + 'static) {
    let answer = Closure::once_into_js(answer);
    let asked = Reflect::get(&js_sys::global(), &NAME.into())
        .and_then(|desk| desk.unchecked_into::<Function>().call2(&JsValue::NULL, &request.into(), &answer));
    if asked.is_err() {
        drop(answer.unchecked_into::<Function>().call1(&JsValue::NULL, &"".into()));
    }
}

/// How a dialog ends.
pub struct Answer(Function);

impl Answer {
    /// Ends it.
    pub fn give(&self, text: &str) {
        drop(self.0.call1(&JsValue::NULL, &text.into()));
    }
}

/// Takes requests from now on.
pub fn serve(open: impl Fn(String, Answer) + 'static) {
    let opened =
        Closure::<dyn Fn(String, Function)>::new(move |request, answer| open(request, Answer(answer)));
    drop(Reflect::set(&js_sys::global(), &NAME.into(), &opened.into_js_value()));
}
