//! Content types of the files that the page consists of.

use std::path::Path;

/// The type of plain messages.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";

/// The content type by file name ending. Browsers refuse modules and streaming wasm of another type.
pub(crate) fn of(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md" | "jsonl") => TEXT,
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::of;

    #[test]
    fn types_that_browsers_insist_on() {
        assert_eq!(of(Path::new("app_bg.wasm")), "application/wasm");
        assert_eq!(of(Path::new("boot.js")), "text/javascript; charset=utf-8");
        assert_eq!(of(Path::new("a.mjs")), "text/javascript; charset=utf-8");
        assert_eq!(of(Path::new("icon.svg")), "image/svg+xml");
        assert_eq!(of(Path::new("LICENSE")), "application/octet-stream");
    }
}
