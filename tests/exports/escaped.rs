//! What a reader typed is text in every format.

use super::{TEMPLATE, document, with};
use stepdown::export::{Document, Format, html, write};

const NOTE: &str = "<script>alert(1)</script> ]]> \"q\" | `code` --> end; #x\n```\n- item </metadata> @me";

fn noted() -> Document {
    with(&document("flink-36451-fixed"), |trace| trace.at(3).with_note(NOTE))
}

#[test]
fn in_a_drawing() {
    let svg = write(&noted(), Format::Svg).unwrap();
    assert!(!svg.contains("<script") && !svg.contains("]]>"), "{svg}");
    assert_eq!((svg.matches("</metadata>").count(), svg.matches("</svg>").count()), (1, 1));
    assert!(svg.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    // Every element that begins ends: nothing in a text was taken for one.
    let begins =
        |name: &str| svg.matches(&format!("<{name}>")).count() + svg.matches(&format!("<{name} ")).count();
    for name in ["g", "text", "title", "desc", "style", "metadata", "svg"] {
        assert_eq!(begins(name), svg.matches(&format!("</{name}>")).count(), "{name}");
    }
}

#[test]
fn in_a_page() {
    let page = html(&noted(), TEMPLATE).unwrap();
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(page.contains("\\u003cscript>") || page.contains("%3Cscript%3E"), "{page}");
}

#[test]
fn in_a_postmortem() {
    let text = write(&noted(), Format::Md).unwrap();
    assert!(!text.contains("<script") && !text.contains("</metadata>"), "{text}");
    assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    // The one fence is that of the diagram.
    assert_eq!(text.lines().filter(|line| line.starts_with("```")).count(), 2, "{text}");
    assert!(!text.lines().any(|line| line.starts_with("- item")));
    for line in text.lines().filter(|line| line.starts_with("| ") && line.contains("Step")) {
        assert_eq!(line.matches(" | ").count(), 3, "{line}");
    }
    let diagram = text.split("```mermaid").nth(1).unwrap().split("```").next().unwrap();
    let note = diagram.lines().find(|line| line.contains("Note right")).unwrap();
    assert!(!note.contains(['<', '`', '"', '|']) && !note.contains(" end"), "{note}");
}
