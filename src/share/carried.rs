//! The run that an exported drawing or page carries, read back from its text.
//!
//! *Invariant*: [`carried`] never panics, whatever the text.

use crate::scenario::{MAX_BYTES, Scenario, from_json, objects};

/// The largest file that is searched for a run, in bytes.
pub const MAX_CARRIER_BYTES: usize = 4 << 20;

/// The format of what is carried.
pub const CARRIED_FORMAT: u32 = 1;

/// A run as a file carries it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// The format: 1.
    pub format: u32,
    /// The fragment of its link.
    pub fragment: String,
    /// The scenario that the link is about.
    pub scenario: Option<Scenario>,
}

objects! {
    closed Carried "an object with format, fragment and scenario" { format, fragment; scenario }
}

/// Reads the run that the text of an SVG or an HTML file carries.
///
/// # Errors
/// When there is none, or it is not of the form that this version reads.
pub fn carried(text: &str) -> Result<Carried, String> {
    if text.len() > MAX_CARRIER_BYTES {
        return Err(format!("the file has {} bytes; expected at most {MAX_CARRIER_BYTES}", text.len()));
    }
    let (json, is_xml) =
        carrier(text).ok_or("the file carries no run; expected one that was exported from here")?;
    let json = if is_xml { unescaped(json) } else { json.to_owned() };
    if json.trim() == "null" {
        return Err("the file is a page without a run; expected one that was exported from a run".into());
    }
    // A scenario is bounded as a file is; its link has a limit of its own.
    if json.len() > MAX_BYTES + super::MAX_LINK_BYTES {
        return Err(format!("the run in the file has {} bytes; expected at most {MAX_BYTES}", json.len()));
    }
    let read: Carried =
        from_json(&json).map_err(|wrong| format!("the run in the file can't be read: {}", wrong.message))?;
    if read.format != CARRIED_FORMAT {
        return Err(format!("the run in the file has format {}; expected {CARRIED_FORMAT}", read.format));
    }
    Ok(read)
}

/// The text of the element that carries a run, and whether it is escaped as XML is. A page is told from a drawing by its
/// element, since a page may have a drawing in it.
fn carrier(text: &str) -> Option<(&str, bool)> {
    let page = between(text, "<script type=\"application/json\" id=\"carried\">", "</script>");
    let drawing = || between(text, "<metadata id=\"carried\">", "</metadata>");
    page.map(|json| (json, false)).or_else(|| drawing().map(|json| (json, true)))
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(begin)?.1.split_once(end)?.0)
}

/// The text without the references that an XML file has for `& < > "`, or that an editor wrote instead.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let read = after.split_once(';').and_then(|(name, after)| Some((character(name)?, after)));
        // What is no reference stands for itself.
        let (c, after) = read.unwrap_or(('&', after));
        out.push(c);
        rest = after;
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#').filter(|number| number.len() <= 8)?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RUN: &str = r##"{"format":1,"fragment":"#/a?at=1&fix=b","scenario":null}"##;

    #[track_caller]
    fn refused(text: &str, expected: &str) {
        let error = carried(text).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn a_page_and_a_drawing_are_read() {
        let expected = Carried { format: 1, fragment: "#/a?at=1&fix=b".into(), scenario: None };
        let page = format!("<html><script type=\"application/json\" id=\"carried\">{RUN}</script></html>");
        assert_eq!(carried(&page).unwrap(), expected);
        for escaped in
            [RUN.replace('&', "&amp;").replace('"', "&quot;"), RUN.replace('&', "&#38;"), RUN.into()]
        {
            let drawing = format!("<svg><metadata id=\"carried\">{escaped}</metadata></svg>");
            assert_eq!(carried(&drawing).unwrap(), expected);
        }
    }

    #[test]
    fn what_is_not_a_run_is_told() {
        let page = |json: &str| format!("<script type=\"application/json\" id=\"carried\">{json}</script>");
        refused("<svg></svg>", "carries no run");
        refused(&page("null"), "without a run");
        refused(&page("{\"format\":2,\"fragment\":\"#/\"}"), "format 2; expected 1");
        refused(&page("{\"format\":1}"), "missing field `fragment`");
        refused(&page("[]"), "expected an object");
        refused(&page("{\"format\":1,\"fragment\":\"#/\",\"scenario\":{\"id\":7}}"), "invalid type");
        refused(&" ".repeat(MAX_CARRIER_BYTES + 1), "expected at most");
        refused(&page(&" ".repeat(2 << 20)), "expected at most");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in r#"(<|>|&|;|#|amp|x41|"|\{|\}|:|a|é|<metadata id="carried">|</metadata>|format|null|1| ){0,40}"#) {
            let _ = carried(&text);
            let _ = carried(&format!("<metadata id=\"carried\">{text}</metadata>"));
            let _ = carried(&format!("<script type=\"application/json\" id=\"carried\">{text}</script>"));
        }
    }
}
