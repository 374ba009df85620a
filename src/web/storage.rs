//! What the browser remembers. Denied storage means no memory, nothing worse.

use web_sys::Storage;

/// How long something is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Until the reader clears it.
    Lasting,
    /// As long as the tab.
    Tab,
}

fn storage(memory: Memory) -> Option<Storage> {
    let window = gloo::utils::window();
    match memory {
        Memory::Lasting => window.local_storage(),
        Memory::Tab => window.session_storage(),
    }
    .ok()
    .flatten()
}

/// What was remembered under a key.
pub fn read(memory: Memory, key: &str) -> Option<String> {
    storage(memory)?.get_item(key).ok().flatten()
}

/// Remembers a value under a key, if the browser lets us.
pub fn write(memory: Memory, key: &str, value: &str) {
    if let Some(storage) = storage(memory) {
        drop(storage.set_item(key, value));
    }
}

/// Forgets a key.
pub fn remove(memory: Memory, key: &str) {
    if let Some(storage) = storage(memory) {
        drop(storage.remove_item(key));
    }
}
