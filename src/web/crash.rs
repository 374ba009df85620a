//! The last resort: after a panic nothing of the page can be trusted, so plain elements cover it.

use super::location;
use web_sys::Element;

/// Covers the page with what happened and the link that holds the run. Uses text only, never HTML.
pub fn cover(message: &str) {
    let document = gloo::utils::document();
    let Some(body) = document.body() else { return };
    if document.get_element_by_id("crash").is_some() {
        return;
    }
    let element = |tag: &str, text: &str| -> Option<Element> {
        let element = document.create_element(tag).ok()?;
        element.set_text_content(Some(text));
        Some(element)
    };
    let Some(panel) = element("div", "") else { return };
    drop(panel.set_attribute("id", "crash"));
    drop(panel.set_attribute("role", "alertdialog"));
    drop(panel.set_attribute("aria-label", "Stepdown stopped"));
    let link = location::address();
    let parts = [
        element("h1", "Stepdown stopped"),
        element(
            "p",
            "An error in the page itself. Nothing was lost: this link holds your run, so a reload brings it back.",
        ),
        element("a", &link).inspect(|anchor| drop(anchor.set_attribute("href", &link))),
        element("p", "If it happens again, start over and keep the link for a report."),
        element("a", "Start over").inspect(|anchor| drop(anchor.set_attribute("href", "./"))),
        element("pre", message),
    ];
    for part in parts.into_iter().flatten() {
        drop(panel.append_child(&part));
    }
    drop(body.append_child(&panel));
}
