//! The page.

/// A small allocator: the first load has a budget, of which the default one takes a part.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

fn main() {
    #[cfg(target_arch = "wasm32")]
    stepdown::ui::mount("app");
}
