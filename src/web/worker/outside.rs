//! The page's side: a request goes to a worker, answers come back, and dropping it ends both.

use super::ladder::Rung;
use super::page_side;
use crate::protocol::{Answer, HowFar, Order, PROTOCOL, Reply, Request};
use gloo::events::EventListener;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

/// What is heard of a request.
pub enum Heard {
    /// How far it is.
    Progress(HowFar),
    /// The answer; the last thing heard.
    Done(Box<Answer>),
    /// Why there is no answer; the last thing heard.
    Failed(String),
}

/// A request under way. Dropping it ends it at once, wherever the search is.
pub struct Running(Rc<Errand>);

struct Errand {
    request: Request,
    on: Rc<dyn Fn(Heard)>,
    worker: RefCell<Option<Worker>>,
    listeners: RefCell<Vec<EventListener>>,
    /// Whether the worker has taken the request.
    taken: Cell<bool>,
    stopped: Cell<bool>,
}

/// Begins with an order.
pub fn start(id: u32, order: Order, on: impl Fn(Heard) + 'static) -> Running {
    let errand = Rc::new(Errand {
        request: Request { id, order },
        on: Rc::new(on),
        worker: RefCell::default(),
        listeners: RefCell::default(),
        taken: Cell::new(false),
        stopped: Cell::new(false),
    });
    errand.clone().climb(Rung::present());
    Running(errand)
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Errand {
    fn end(&self) {
        self.stopped.set(true);
        if let Some(worker) = self.worker.borrow_mut().take() {
            worker.terminate();
        }
    }

    /// Tries a rung of the ladder.
    fn climb(self: Rc<Self>, rung: Rung) {
        match rung.worker() {
            Ok(Some(worker)) => self.listen(worker, rung),
            Ok(None) => self.work_on_page(),
            Err(_) => self.climb(rung.fails()),
        }
    }

    fn work_on_page(self: Rc<Self>) {
        self.taken.set(true);
        let weak = Rc::downgrade(&self);
        let hear = move |text: String| match weak.upgrade() {
            Some(errand) if !errand.stopped.get() => {
                errand.hear(&text, Rung::Page);
                true
            }
            _ => false,
        };
        let weak = Rc::downgrade(&self);
        let fail = move |message: String| {
            if let Some(errand) = weak.upgrade() {
                errand.break_off(&message, Rung::Page);
            }
        };
        page_side::run(self.request.write(), hear, fail);
    }

    fn listen(self: Rc<Self>, worker: Worker, rung: Rung) {
        let weak = Rc::downgrade(&self);
        let message = EventListener::new(&worker, "message", {
            let weak = weak.clone();
            move |event| {
                if let (Some(errand), Some(event)) = (weak.upgrade(), event.dyn_ref::<MessageEvent>()) {
                    errand.hear(&event.data().as_string().unwrap_or_default(), rung);
                }
            }
        });
        let error = EventListener::new(&worker, "error", move |event| {
            let Some(errand) = weak.upgrade() else { return };
            let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
            errand.break_off(&message, rung);
        });
        *self.listeners.borrow_mut() = vec![message, error];
        *self.worker.borrow_mut() = Some(worker);
    }

    fn hear(self: Rc<Self>, text: &str, rung: Rung) {
        if self.stopped.get() {
            return;
        }
        match Reply::read(text) {
            Ok(Reply::Ready { protocol: PROTOCOL }) => {
                self.taken.set(true);
                if let Some(worker) = &*self.worker.borrow() {
                    drop(worker.post_message(&JsValue::from_str(&self.request.write())));
                }
            }
            Err(message) if self.taken.get() => self.break_off(&message, rung),
            Ok(Reply::Ready { .. }) | Err(_) => {
                // The worker's files have no hash in their names, so a browser may keep old ones.
                let message = "the search is of another version than the page; a reload may help";
                (self.on)(Heard::Failed(message.into()));
            }
            Ok(Reply::Progress { how_far, .. }) => (self.on)(Heard::Progress(how_far)),
            Ok(Reply::Done { answer, .. }) => (self.on)(Heard::Done(answer)),
            Ok(Reply::Failed { message, .. }) => (self.on)(Heard::Failed(message)),
        }
    }

    /// An error of the worker: before it has taken the request, the next rung may do better.
    fn break_off(self: Rc<Self>, message: &str, rung: Rung) {
        if self.stopped.get() {
        } else if self.taken.get() {
            let message = if message.is_empty() { "the browser gave no reason" } else { message };
            (self.on)(Heard::Failed(format!("the search ended early: {message}")));
        } else {
            self.try_next(rung);
        }
    }

    fn try_next(self: Rc<Self>, failed: Rung) {
        if let Some(worker) = self.worker.borrow_mut().take() {
            worker.terminate();
        }
        // The listeners go once their own call is over.
        let old = std::mem::take(&mut *self.listeners.borrow_mut());
        gloo::timers::callback::Timeout::new(0, move || drop(old)).forget();
        self.climb(failed.fails());
    }
}
