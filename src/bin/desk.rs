//! The desk: the dialogs of sharing, fetched when the page first asks for one.

fn main() {
    #[cfg(target_arch = "wasm32")]
    stepdown::desk::serve();
}
