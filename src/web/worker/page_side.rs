//! Without a worker: the same work on the page, in slices short enough to keep it responsive.

use super::outside::Heard;
use crate::protocol::{Request, Task};
use gloo::timers::callback::Timeout;
use std::cell::Cell;
use std::rc::Rc;

/// States between two looks at the clock.
const SLICE: u32 = 256;
/// How long a slice may keep the page.
const SLICE_MS: f64 = 8.0;

/// Works on a request; ends early when `stopped` is set.
pub(super) fn run(request: &Request, stopped: Rc<Cell<bool>>, on: Rc<dyn Fn(Heard)>) {
    match Task::begin(&request.order) {
        Ok(task) => slice(task, stopped, on),
        Err(message) => on(Heard::Failed(message)),
    }
}

fn slice(mut task: Task, stopped: Rc<Cell<bool>>, on: Rc<dyn Fn(Heard)>) {
    let next = move || {
        if stopped.get() {
            return;
        }
        let begun = js_sys::Date::now();
        let mut more = true;
        while more && js_sys::Date::now() - begun < SLICE_MS {
            more = task.advance(SLICE);
        }
        if more {
            on(Heard::Progress(task.how_far()));
            slice(task, stopped, on);
        } else {
            on(Heard::Done(Box::new(task.answer())));
        }
    };
    Timeout::new(0, next).forget();
}
