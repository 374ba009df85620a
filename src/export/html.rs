//! One file with the whole app and the run: a template that was built once, with the run put in.

use super::Document;
use super::carry::carried;
use super::escape::as_xml;

/// The one place of the template that the run is put into.
const CARRIER: &str = "<script type=\"application/json\" id=\"carried\">null</script>";

/// The page of a document.
///
/// # Errors
/// When the template is not such a page: it has one place for a run, and one title.
pub fn html(document: &Document, template: &str) -> Result<String, String> {
    let (before, after) = split_once_only(template, CARRIER).ok_or_else(|| {
        let found = template.matches(CARRIER).count();
        format!("the template has {found} places for a run; expected one `{CARRIER}`")
    })?;
    let (head, rest) = before
        .split_once("<title>")
        .and_then(|(head, rest)| Some((head, rest.split_once("</title>")?.1)))
        .ok_or("the template has no <title> before the place for a run; expected one")?;
    // No `<` is left, so nothing in it can end the element.
    let carried = carried(document).replace('<', "\\u003c");
    let open = CARRIER.strip_suffix("null</script>").unwrap_or(CARRIER);
    let title = as_xml(&document.title());
    Ok(format!("{head}<title>{title} · Stepdown</title>{rest}{open}{carried}</script>{after}"))
}

/// The texts around a part that is there once.
fn split_once_only<'a>(text: &'a str, part: &str) -> Option<(&'a str, &'a str)> {
    text.split_once(part).filter(|(_, after)| !after.contains(part))
}
