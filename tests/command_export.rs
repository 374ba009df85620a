//! `stepdown export`: what it is given, what it writes, and its errors.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A scenario that is searched in no time.
const SMALL: &str = "flink-36451-fixed";

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepdown"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null()).output().unwrap()
}

/// What it prints.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(arguments: &[&str], expected: &str) {
    let output = run(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(expected), "{error}");
    assert!(output.stdout.is_empty());
}

/// An empty folder of a test's own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_scenario_comes_with_its_verdicts_unless_they_are_not_wanted() {
    let text = printed(&["export", SMALL, "--format", "md"]);
    assert!(text.contains("exhaustive") && text.contains("Which fixes suffice"), "{text}");
    let text = printed(&["export", SMALL, "--format", "md", "--no-verdicts"]);
    assert!(text.contains("nothing was searched") && !text.contains("exhaustive"), "{text}");
}

#[test]
fn fixes_and_the_step_are_those_asked_for() {
    let text = printed(&[
        "export",
        SMALL,
        "--format",
        "chrome",
        "--fix",
        "none",
        "--at",
        "2",
        "--base",
        "https://a.example/b/",
    ]);
    let trace: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(trace["otherData"]["fixes"], "");
    assert_eq!(trace["otherData"]["link"], "https://a.example/b/#/flink-36451-fixed?fix=&at=2");
}

#[test]
fn a_run_comes_back_from_a_drawing_and_from_a_link() {
    let folder = folder("back");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let link = format!("https://a.example/#/{SMALL}?at=2&note=2!Here");
    let (svg, html, template) = (file("a.svg"), file("a.html"), file("template.html"));
    assert_eq!(printed(&["export", &link, "--format", "svg", "--output", &svg]), "");
    fs::write(&template, "<title>x</title><script type=\"application/json\" id=\"carried\">null</script>")
        .unwrap();
    printed(&["export", &svg, "--format", "html", "--template", &template, "--output", &html]);
    let expected = printed(&["export", &link, "--format", "md"]);
    assert!(expected.contains("**Step 2.** Here"), "{expected}");
    assert_eq!(printed(&["export", &svg, "--format", "md"]), expected);
    assert_eq!(printed(&["export", &html, "--format", "md"]), expected);
}

#[test]
fn what_is_written_as_a_scenario_is_proved_by_the_check() {
    let folder = folder("proved");
    let file = folder.join("flink-40114-own-loss-run.json");
    let file = file.to_str().unwrap();
    let fixes = ["--fix", "ignore_pending_confirm", "--fix", "retry"];
    let arguments = ["export", "flink-40114-own-loss", "--format", "json", "--output", file];
    printed(&[&arguments[..], &fixes].concat());
    assert!(printed(&["check", file]).contains("all met"));
    // As a file of the reader's own it is exported like any other; its link is one that others can open.
    let text = printed(&["export", file, "--format", "chrome"]);
    let trace: Value = serde_json::from_str(&text).unwrap();
    let link = trace["otherData"]["link"].as_str().unwrap();
    assert!(link.starts_with("#/model/flink-election?"), "{link}");
}

#[test]
fn an_image_is_an_image() {
    let output = run(&["export", SMALL, "--format", "png"]);
    let error = String::from_utf8_lossy(&output.stderr);
    if error.contains("font") {
        return assert_eq!(output.status.code(), Some(2), "{error}");
    }
    assert!(output.status.success(), "{error}");
    assert!(output.stdout.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(output.stdout[at..at + 4].try_into().unwrap());
    assert!(number(16) >= 1_920 && number(20) > 200, "{} by {}", number(16), number(20));
}

#[test]
fn bad_input_is_told_with_what_was_expected() {
    let folder = folder("bad");
    let empty = folder.join("empty.svg");
    fs::write(&empty, "<svg></svg>").unwrap();
    let empty = empty.to_str().unwrap();
    refused(&["export", SMALL, "--format", "pdf"], "expected one of html, svg, png");
    refused(&["export", SMALL, "--format", "html", "--template", "no.html"], "cargo xtask dist");
    refused(&["export", SMALL, "--format", "html", "--template", "README.md"], "0 places for a run");
    refused(&["export", "no-such-thing", "--format", "md"], "there is no such scenario");
    refused(&["export", empty, "--format", "md"], "carries no run");
    refused(&["export", "no.svg", "--format", "md"], "there is no such file");
    refused(&["export", "https://a.example/#/", "--format", "md"], "start page");
    refused(&["export", "#/no-such-thing?at=1", "--format", "md"], "there is no such scenario");
    refused(&["export", SMALL, "--format", "md", "--fix", "no"], "no fix `no`");
    refused(&["export", SMALL, "--format", "md", "--fix", "none", "--fix", "x"], "expected it alone");
    refused(&["export", SMALL, "--format", "md", "--at", "99"], "expected 0 to 9");
    refused(&["export", SMALL, "--format", "md", "--base", "javascript:x"], "https://");
    refused(&["export", SMALL, "--format", "svg", "--output", "no/such/folder/a.svg"], "can't be written");
}

#[test]
fn what_a_link_lost_is_told_beside_the_export() {
    let output = run(&["export", "#/flink-36451-fixed?at=99&new=1", "--format", "shiviz"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && error.contains("note: ") && error.contains("`new`"), "{error}");
}

#[test]
fn every_scenario_gets_a_page_for_those_who_unfurl_links() {
    let folder = folder("site");
    fs::create_dir(folder.join("scenarios")).unwrap();
    let own = format!("{}/scenarios/{SMALL}.json", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(own).unwrap().replacen("\"title\": \"", "\"title\": \"<b>&\\\"", 1);
    fs::write(folder.join("scenarios").join(format!("{SMALL}.json")), text).unwrap();
    let site = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stepdown"));
        command.arg("site").args(arguments).current_dir(&folder).output().unwrap()
    };
    let output = site(&[".", "--base", "https://example.org/x"]);
    let error = String::from_utf8_lossy(&output.stderr);
    if error.contains("font") {
        return assert_eq!(output.status.code(), Some(2), "{error}");
    }
    assert!(output.status.success(), "{error}");
    let pages = folder.join("s").join(SMALL);
    let page = fs::read_to_string(pages.join("index.html")).unwrap();
    assert!(page.contains("<title>&lt;b&gt;&amp;&quot;") && !page.contains("<b>"), "{page}");
    assert!(page.contains(&format!("content=\"https://example.org/x/s/{SMALL}/timeline.png\"")), "{page}");
    assert!(page.contains(&format!("url=../../#/{SMALL}\"")), "{page}");
    let oembed: Value =
        serde_json::from_str(&fs::read_to_string(pages.join("oembed.json")).unwrap()).unwrap();
    assert_eq!((&oembed["version"], &oembed["type"]), (&Value::from("1.0"), &Value::from("rich")));
    assert!(oembed["width"].is_u64() && oembed["height"].is_u64());
    let frame = oembed["html"].as_str().unwrap();
    assert!(
        frame.starts_with(&format!("<iframe src=\"https://example.org/x/?embed=1#/{SMALL}\"")),
        "{frame}"
    );
    assert!(!frame.contains("<b>"), "{frame}");
    assert!(fs::read(pages.join("timeline.png")).unwrap().starts_with(b"\x89PNG"));

    for (arguments, expected) in [
        (["nowhere", "--base", "https://example.org/"], "there is no such folder"),
        (["scenarios", "--base", "example.org"], "expected an address with https://"),
    ] {
        let output = site(&arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(expected));
    }
}
