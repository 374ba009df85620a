//! The worker: searches beside the page, so that the page stays free.

fn main() {
    #[cfg(target_arch = "wasm32")]
    stepdown::web::worker::serve();
}
