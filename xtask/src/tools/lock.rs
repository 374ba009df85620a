//! What `Cargo.lock` says.

use std::fs;

use anyhow::{Context, Result};

use crate::repo;
use crate::tools::version::Version;

/// The locked version of a package, to install a tool that must match it exactly.
pub(crate) fn locked_version(package: &str) -> Result<Version> {
    let path = repo::root().join("Cargo.lock");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    find(&text, package).and_then(Version::parse).with_context(|| {
        format!("Cargo.lock has no package {package}; `cargo generate-lockfile` writes it anew")
    })
}

/// The version line after the name line. Cargo writes this file itself, one key a line, so that reading
/// lines is enough.
fn find<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let mut lines = lock.lines();
    lines.find(|line| value(line, "name") == Some(package))?;
    lines.next().and_then(|line| value(line, "version"))
}

/// The text between the quotes of `key = "text"`.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim().strip_prefix('"')?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::{find, locked_version};

    const LOCK: &str = r#"version = 4

[[package]]
name = "wasm-bindgen-macro"
version = "0.2.999"
dependencies = [
 "wasm-bindgen",
]

[[package]]
name = "wasm-bindgen"
version = "0.2.130"
"#;

    #[test]
    fn the_whole_name_counts() {
        assert_eq!(find(LOCK, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(find(LOCK, "wasm-bindgen-macro"), Some("0.2.999"));
        assert_eq!(find(LOCK, "wasm"), None);
        assert_eq!(find("", "wasm-bindgen"), None);
    }

    #[test]
    fn the_own_lock_is_readable() {
        assert!(locked_version("wasm-bindgen").is_ok());
        assert!(locked_version("no-such-package").unwrap_err().to_string().contains("no-such-package"));
    }
}
