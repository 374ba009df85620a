//! Any text as pasted log lines, and as the index they are looked up in: it is read or refused in words, and what is
//! told of a line is there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use stepdown::diagnosis::{Index, recognise};

static TEXT: &str = include_str!("../../static/logs.json");

fuzz_target!(|text: &str| {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let index = INDEX.get_or_init(|| Index::read(TEXT).expect("the shipped index is read"));
    match recognise(text, index) {
        Ok(recognised) => {
            assert!(!recognised.lines.is_empty());
            assert!(recognised.lines.iter().all(|line| line.seen.is_none_or(|seen| seen < recognised.seen.len())));
            assert!(recognised.stories.iter().all(|story| !story.held.is_empty()));
        }
        Err(message) => assert!(message.contains("expected")),
    }
    if let Ok(index) = Index::read(text) {
        let _ = recognise("SupervisorManager stopped.", &index);
        assert_eq!(Index::read(&index.write()), Ok(index));
    }
});
