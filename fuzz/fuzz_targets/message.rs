//! Any text as a message between page and worker: it is read or refused, and an order that is read is begun
//! and worked on a little, or refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepdown::protocol::{Reply, Request, Task};

fuzz_target!(|text: &str| {
    if let Ok(reply) = Reply::read(text) {
        assert_eq!(Reply::read(&reply.write()), Ok(reply));
    }
    let Ok(request) = Request::read(text) else { return };
    assert_eq!(Request::read(&request.write()).as_ref(), Ok(&request));
    if let Ok(mut task) = Task::begin(&request.order) {
        for _ in 0..4 {
            if !task.advance(50) {
                let _ = task.answer();
                break;
            }
        }
    }
});
