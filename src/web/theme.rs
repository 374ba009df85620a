//! The colours and the motion that the reader's system prefers.

/// Sets the scheme on the root element; none leaves it to the system.
pub fn set(scheme: Option<&str>) {
    let Some(root) = gloo::utils::document().document_element() else { return };
    drop(match scheme {
        Some(scheme) => root.set_attribute("data-theme", scheme),
        None => root.remove_attribute("data-theme"),
    });
}

/// Whether the reader's system asks for less motion.
pub fn prefers_reduced_motion() -> bool {
    let query = gloo::utils::window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
