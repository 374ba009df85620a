//! What every panel is given, and a part of one.

use super::subject::Subject;
use crate::protocol::Returned;
use crate::ui::parts::{classed, tag};
use crate::ui::shared::Shared;
use yew::prelude::*;

/// What every panel is given.
#[derive(Properties, PartialEq, Clone)]
pub(super) struct PanelProps {
    /// The run.
    pub(super) run: Shared<Subject>,
    /// Tells something, to those who see and to those who listen.
    pub(super) say: Callback<AttrValue>,
    /// Ends the dialog.
    pub(super) end: Callback<Returned>,
}

/// A part of a panel with its heading.
pub(super) fn part(title: &'static str, content: Html) -> Html {
    classed("section", "desk-part", html! { <>{ tag("h3", title) }{ content }</> })
}
