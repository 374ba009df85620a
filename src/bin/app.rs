//! The page.

fn main() {
    #[cfg(target_arch = "wasm32")]
    stepdown::ui::mount("app");
}
