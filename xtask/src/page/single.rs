//! `dist/stepdown.html`: the page with all that it needs in one file, which opens from disk. Exports put a run into it.

use std::fs;
use std::num::NonZeroU64;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::slim::{self, Glue};
use crate::process::run;
use crate::repo;
use crate::tools::rustc;
use crate::tools::wasm_env::WasmEnv;

/// The program's binary.
const NAME: &str = "single";
/// The place for a run.
const EMPTY: &str = r#"<script type="application/json" id="carried">null</script>"#;

/// Builds the file from the page that was built before.
pub(super) fn build(env: &WasmEnv) -> Result<()> {
    let dist = repo::dist();
    let (wasm, glue) = program(env)?;
    let sources = repo::root().join("static");
    let mut style = String::new();
    for name in ["app-", "stage-", "later"] {
        for sheet in repo::file_names(&dist, name, ".css")? {
            style += &read(&dist.join(sheet))?;
        }
    }
    let parts = [
        ("files", packed(files(&sources, &style)?.as_bytes())?),
        ("program", packed(&wasm)?),
        ("glue", in_script(&glue)),
        ("start", in_script(&read(&sources.join(NAME).join("start.js"))?)),
    ];
    let page = filled(&read(&sources.join(NAME).join("page.html"))?, &parts)?;
    ensure!(page.matches(EMPTY).count() == 1, "the file has not exactly one place for a run");
    let path = dist.join("stepdown.html");
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))
}

/// The program and its glue.
fn program(env: &WasmEnv) -> Result<(Vec<u8>, String)> {
    let mut cargo = env.command("cargo")?;
    cargo.args(["build", "--release", "--bin", NAME, "--features", "compact", "--target", rustc::WASM]);
    super::make_private(&mut cargo);
    run(cargo.current_dir(repo::root()))?;
    let target = repo::target();
    let folder = target.join(NAME);
    let built = target.join(rustc::WASM).join("release").join(format!("{NAME}.wasm"));
    let mut bind = env.command("wasm-bindgen")?;
    bind.args(["--target", "no-modules", "--no-typescript", "--out-dir"]).arg(&folder).arg(built);
    run(&mut bind)?;
    let (wasm, glue) = (folder.join(format!("{NAME}_bg.wasm")), folder.join(format!("{NAME}.js")));
    if env.optimised() {
        let mut optimise = env.command("wasm-opt")?;
        optimise.args(super::wasm_opt_flags()?).arg(&wasm).arg("-o").arg(&wasm);
        run(&mut optimise)?;
        slim::program(env, &wasm, &glue, Glue::Script)?;
    }
    Ok((fs::read(&wasm).with_context(|| format!("cannot read {}", wasm.display()))?, read(&glue)?))
}

/// The texts that the page fetches and its style sheet, as one JSON object.
fn files(sources: &Path, style: &str) -> Result<String> {
    let json = |name: &str| -> Result<serde_json::Value> {
        serde_json::from_str(&read(&sources.join(name))?).with_context(|| format!("{name} is no JSON"))
    };
    let scenarios = json("scenarios.json")?;
    let entries = scenarios.as_array().context("scenarios.json is no list")?;
    let systems = entries
        .iter()
        .map(|entry| (entry["model"].as_str().unwrap_or_default().to_owned(), entry["system"].clone()));
    let systems: serde_json::Map<_, _> = systems.collect();
    Ok(serde_json::json!({ "glossary": json("glossary.json")?, "systems": systems, "style": style })
        .to_string())
}

/// Compressed as well as browsers can unpack, and as text.
fn packed(bytes: &[u8]) -> Result<String> {
    let mut gzip = Vec::new();
    let some = NonZeroU64::new(5).context("five is not zero")?;
    let options = zopfli::Options { iteration_count: some, ..zopfli::Options::default() };
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut gzip)?;
    Ok(base64(&gzip))
}

/// Text within a `<script>` can't end it.
fn in_script(script: &str) -> String {
    script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
}

/// A text with each `{{name}}` exchanged.
fn filled(template: &str, parts: &[(&str, String)]) -> Result<String> {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").context("a `{{` has no `}}`")?;
        let (_, text) = parts
            .iter()
            .find(|(known, _)| *known == name)
            .with_context(|| format!("no part is called {name}"))?;
        out.push_str(before);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// Base64 as browsers read it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().fold(0, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = (group >> (18 - 6 * at) & 63) as usize;
            out.push(if at <= chunk.len() { char::from(DIGITS[digit]) } else { '=' });
        }
    }
    out
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{base64, filled, in_script};

    #[test]
    fn base64_is_that_of_the_standard() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, expected) in cases {
            assert_eq!(base64(text.as_bytes()), expected);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }

    #[test]
    fn parts_are_filled_in_once() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "2".to_owned())];
        assert_eq!(filled("x{{a}}y{{b}}", &parts).unwrap(), "x{{b}}y2");
        assert!(filled("{{c}}", &parts).is_err() && filled("{{a", &parts).is_err());
    }

    #[test]
    fn no_script_ends_its_element() {
        assert_eq!(in_script("a='</script>'//<!--"), r"a='<\/script>'//<\!--");
    }
}
