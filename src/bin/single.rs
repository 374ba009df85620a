//! Page and search in one program, for the file that holds everything: it has one thing to carry, not two.

/// The allocator of the page.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

fn main() {
    #[cfg(target_arch = "wasm32")]
    stepdown::web::worker::serve_or(|| stepdown::ui::mount("app"));
}
