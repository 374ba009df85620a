//! From the path of a request to a file of the page, and to no other file.

use std::path::{Path, PathBuf};

/// The existing file that a request target names, if it lies inside `root`.
pub(crate) fn resolve(root: &Path, target: &str) -> Option<PathBuf> {
    let file = root.join(relative(target)?);
    // Links inside the folder must not lead out of it either.
    let (file, root) = (file.canonicalize().ok()?, root.canonicalize().ok()?);
    (file.starts_with(&root) && file.is_file()).then_some(file)
}

/// The path below the root that a request target names; `None` when it tries anything unusual.
fn relative(target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let mut relative = PathBuf::new();
    for segment in path.split('/') {
        // Decoded after splitting: an encoded slash stays inside its segment, where it is refused.
        let segment = percent_decoded(segment)?;
        match segment.as_str() {
            "" => {}
            "." | ".." => return None,
            name if name.contains(['/', '\\', ':', '\0']) => return None,
            name => relative.push(name),
        }
    }
    if path.is_empty() || path.ends_with('/') {
        relative.push("index.html");
    }
    Some(relative)
}

/// Undoes percent-encoding; `None` when it is broken or not UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let (high, low) = (hex(rest.next()?)?, hex(rest.next()?)?);
            bytes.push(high * 16 + low);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{relative, resolve};

    #[track_caller]
    fn check(target: &str, expected: Option<&str>) {
        assert_eq!(relative(target).as_deref(), expected.map(Path::new), "{target}");
    }

    #[test]
    fn ordinary_paths() {
        check("/", Some("index.html"));
        check("/?embed=1", Some("index.html"));
        check("/app.js?v=1#x", Some("app.js"));
        check("/scenarios/flink-40114.json", Some("scenarios/flink-40114.json"));
        check("/scenarios/", Some("scenarios/index.html"));
        check("//a///b", Some("a/b"));
        check("/caf%C3%A9.txt", Some("café.txt"));
    }

    #[test]
    fn ways_out_are_refused() {
        for target in ["/../Cargo.toml", "/a/../../b", "/%2e%2e/x", "/..%2fx", "/a%5c..%5cb", "/.", "/c:/x"] {
            check(target, None);
        }
    }

    #[test]
    fn broken_targets_are_refused() {
        for target in ["", "*", "app.js", "http://elsewhere/", "/%", "/%4", "/%zz", "/%ff", "/a%00b"] {
            check(target, None);
        }
    }

    #[test]
    fn only_existing_files_inside_the_folder() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        assert!(resolve(&source, "/main.rs").is_some());
        assert!(resolve(&source, "/http").is_none(), "a folder is not a file");
        assert!(resolve(&source, "/absent.rs").is_none());
        assert!(resolve(&source, "/../Cargo.toml").is_none());
    }
}
