//! The glossary as a dialog, opened at an entry by the links in texts.

use super::command::{Dispatch, use_dispatch};
use super::dialog::Modal;
use super::effect::use_after;
use super::narration::{self, Prose, Terms};
use super::parts::{classed, muted, tag};
use super::terms::{Glossary, Term};
use crate::web::dom;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct GlossaryProps {
    pub(super) open: bool,
    /// The entry to open at.
    pub(super) at: Option<AttrValue>,
    /// Why there is no glossary.
    pub(super) failure: Option<AttrValue>,
}

/// The glossary.
#[component]
pub(super) fn GlossaryDialog(props: &GlossaryProps) -> Html {
    let dispatch = use_dispatch();
    let terms: Terms = use_context().unwrap_or_default();
    let here = terms.0.is_some();
    let target = props.at.clone().filter(|_| props.open && here);
    use_after(target.clone(), || {
        if let Some(at) = target {
            dom::focus_id(&format!("term-{at}"));
        }
    });
    let content = match (&terms.0, &props.failure) {
        (Some(glossary), _) => classed("div", "glossary", entries(&dispatch, glossary)),
        (None, Some(failure)) => html! { <p class="muted" role="alert">{ failure }</p> },
        (None, None) => muted("Loading the glossary…", false),
    };
    html! { <Modal id="glossary-title" title="Glossary" open={props.open}>{ content }</Modal> }
}

fn entries(dispatch: &Dispatch, glossary: &Glossary) -> Html {
    let group = |(title, terms): (&str, Vec<&Term>)| {
        html! {
            <section key={title.to_owned()}>
                { tag("h3", title.to_owned()) }
                { for terms.into_iter().map(|term| entry(dispatch, glossary, term)) }
            </section>
        }
    };
    html! { { for glossary.groups().into_iter().map(group) } }
}

fn entry(dispatch: &Dispatch, glossary: &Glossary, term: &Term) -> Html {
    let see = term.see.iter().filter_map(|id| glossary.term(id));
    let see = see.map(
        |term| html! { <span key={term.id.clone()}>{ narration::term(dispatch, &term.id, term.term.clone()) }</span> },
    );
    html! {
        <article key={term.id.clone()} id={format!("term-{}", term.id)} class="entry" tabindex="-1">
            { tag("h4", &term.term) }
            { classed("p", "short", &term.short) }
            <p><Prose text={term.text.clone()} within={term.id.clone()} /></p>
            <p class="see" hidden={term.see.is_empty()}>{ "See also " }{ for see }</p>
        </article>
    }
}
