//! Texts with code and links into the glossary.

use super::command::{Dispatch, on_click, use_dispatch};
use super::shared::Shared;
use super::state::{Action, Dialog};
use super::terms::{Glossary, Piece, pieces};
use yew::prelude::*;

/// The glossary, by context, once it is here.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Terms(pub(super) Option<Shared<Glossary>>);

#[derive(Properties, PartialEq)]
pub(super) struct ProseProps {
    pub(super) text: AttrValue,
    /// The entry that the text is part of, which is not linked.
    #[prop_or_default]
    pub(super) within: Option<AttrValue>,
    /// Whether terms are links; within a button they can't be.
    #[prop_or(true)]
    pub(super) links: bool,
}

/// A text of ours or of a scenario: plain words, code between backticks, terms that explain themselves.
#[component]
pub(super) fn Prose(props: &ProseProps) -> Html {
    let dispatch = use_dispatch();
    let terms: Terms = use_context().unwrap_or_default();
    let found = pieces(&props.text, terms.0.as_deref().filter(|_| props.links), props.within.as_deref());
    let piece = |(at, piece): (usize, Piece)| match piece {
        Piece::Text(text) => html! { <span key={at}>{ text }</span> },
        Piece::Code(code) => html! { <code key={at}>{ code }</code> },
        Piece::Term { id, words } => html! { <span key={at}>{ term(&dispatch, &id, words) }</span> },
    };
    html! { <span class="prose">{ for found.into_iter().enumerate().map(piece) }</span> }
}

/// A text with links to its terms.
pub(super) fn prose(text: impl Into<AttrValue>) -> Html {
    html! { <Prose text={text.into()} /> }
}

/// A text without links, for the inside of a button.
pub(super) fn unlinked(text: impl Into<AttrValue>) -> Html {
    html! { <Prose text={text.into()} links={false} /> }
}

/// Words that open the glossary at an entry.
pub(super) fn term(dispatch: &Dispatch, id: &str, words: impl Into<AttrValue>) -> Html {
    let onclick = on_click(dispatch, Action::Show(Some(Dialog::Glossary(Some(id.to_owned())))));
    html! {
        <button type="button" class="term" {onclick} data-term={id.to_owned()} aria-haspopup="dialog">{ words.into() }</button>
    }
}
