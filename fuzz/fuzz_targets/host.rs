//! Any text as a message from the page around an embed, and as the query of one: it is read, ignored or refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepdown::protocol::Wish;
use stepdown::share::Embed;

fuzz_target!(|text: &str| {
    if let Err(message) = Wish::read(text) {
        assert!(!message.is_empty() && message.len() < 1_000, "{message}");
    }
    if let Some((embed, _)) = Embed::read(text) {
        assert_eq!(Embed::read(&embed.write()), Some((embed, Vec::new())));
    }
});
