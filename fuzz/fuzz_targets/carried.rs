//! Any text as a drawing or page that carries a run, and as the run in one: it is read or refused in words, and what is
//! read opens as a link does.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepdown::share::{Page, carried, decode};

fuzz_target!(|text: &str| {
    let page = format!("<script type=\"application/json\" id=\"carried\">{text}</script>");
    let drawing = format!("<metadata id=\"carried\">{text}</metadata>");
    for file in [text, &page, &drawing] {
        match carried(file) {
            Ok(run) => {
                if let Ok(Page::Run(link)) = decode(&run.fragment) {
                    let _ = link.restore(run.scenario.as_ref());
                }
            }
            Err(message) => assert!(!message.is_empty() && message.len() < 1_000, "{message}"),
        }
    }
});
