//! Any text as a scenario file: it loads or names its problem, and what loads can be compared.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepdown::scenario::{compare, load};

fuzz_target!(|text: &str| {
    match load("fuzz.json", text) {
        Ok(loaded) => drop(compare(&loaded)),
        Err(problem) => assert!(!problem.message.is_empty()),
    }
});
