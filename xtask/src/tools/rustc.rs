//! What the Rust compiler says about itself.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::capture;

/// The name of the target that the page is built for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Whether the compiler in use has the standard library for the page's target.
pub(crate) fn has_wasm_std() -> bool {
    let folder = capture(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]));
    folder.is_ok_and(|folder| {
        crate::repo::file_names(&PathBuf::from(folder), "libstd-", ".rlib")
            .is_ok_and(|files| !files.is_empty())
    })
}

/// The linker for wasm that rustup's toolchains carry.
pub(crate) fn own_linker() -> Option<PathBuf> {
    let sysroot = capture(Command::new("rustc").args(["--print", "sysroot"])).ok()?;
    let host = host().ok()?;
    let program = format!("rust-lld{}", std::env::consts::EXE_SUFFIX);
    let linker = [&sysroot, "lib", "rustlib", &host, "bin", &program].iter().collect::<PathBuf>();
    linker.is_file().then_some(linker)
}

/// The target that the compiler itself runs on.
fn host() -> Result<String> {
    let answer = capture(Command::new("rustc").arg("-vV"))?;
    let line = answer.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(line.context("`rustc -vV` names no host")?.to_owned())
}
