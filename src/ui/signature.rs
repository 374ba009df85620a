//! What a log would show: the lines that tell this story from its look-alikes.

use super::parts::{card, tag};
use super::view::View;
use crate::diagnosis::absent;
use yew::prelude::*;

/// The signature as a card; hidden when there is none, or a lesson hides it.
pub(super) fn signature(view: &View) -> Html {
    let entries = view.story().map_or(&[][..], |scenario| &scenario.signature);
    let entry = |(at, entry): (usize, &String)| {
        let (words, text) = match absent(entry) {
            Some(text) if at + 1 == entries.len() => ("none after: ", text),
            Some(text) if at == 0 => ("none before: ", text),
            Some(text) => ("none between: ", text),
            None => ("", entry.as_str()),
        };
        html! { <li key={at}>{ words }{ tag("code", text.to_owned()) }</li> }
    };
    let items = entries.iter().enumerate().map(entry);
    card(
        "signature",
        "Your log would show",
        entries.is_empty(),
        html! { <ol class="plain">{ for items }</ol> },
    )
}
