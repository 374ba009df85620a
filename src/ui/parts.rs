//! What many panels have: cards with a heading, heads of tables, facts, short remarks.

use yew::html::IntoPropValue;
use yew::prelude::*;

/// An element without attributes. `html!` writes the construction of each element out where it stands, so that plain ones
/// of this kind and the next take less of the page's program as calls.
pub(crate) fn tag(name: &'static str, content: impl IntoPropValue<Html>) -> Html {
    element(name, None, false, content.into_prop_value())
}

/// An element with a class and no other attribute.
pub(crate) fn classed(name: &'static str, class: &'static str, content: impl IntoPropValue<Html>) -> Html {
    element(name, Some(class), false, content.into_prop_value())
}

/// An element that is there at times; it has a class, or none when that is empty.
pub(crate) fn hideable(
    name: &'static str,
    class: &'static str,
    hidden: bool,
    content: impl IntoPropValue<Html>,
) -> Html {
    element(name, Some(class).filter(|class| !class.is_empty()), hidden, content.into_prop_value())
}

#[allow(clippy::ignored_unit_patterns, reason = "the macro writes one")]
#[inline(never)]
fn element(name: &'static str, class: Option<&'static str>, hidden: bool, content: Html) -> Html {
    html! { <@{name} {class} {hidden}>{ content }</@> }
}

/// A card of a name, with its heading.
pub(crate) fn card(name: &'static str, title: impl Into<AttrValue>, hidden: bool, content: Html) -> Html {
    let (class, id) = (format!("card {name}"), format!("{name}-title"));
    html! {
        <section {class} aria-labelledby={id.clone()} {hidden}>
            <h2 {id}>{ title.into() }</h2>
            { content }
        </section>
    }
}

/// What a table holds, for those who do not see it, and what its columns are.
pub(crate) fn table_head(caption: impl Into<AttrValue>, columns: &[&'static str]) -> Html {
    let column = |name: &&'static str| html! { <th scope="col">{ *name }</th> };
    html! {
        <>
            <caption class="visually-hidden">{ caption.into() }</caption>
            <thead><tr>{ for columns.iter().map(column) }</tr></thead>
        </>
    }
}

/// A row of a list of facts.
pub(crate) fn fact(name: impl Into<AttrValue>, value: impl Into<AttrValue>) -> Html {
    let name = name.into();
    html! { <div key={name.to_string()}><dt>{ name }</dt><dd>{ value.into() }</dd></div> }
}

/// A button that does one thing.
pub(crate) fn button(
    class: &'static str,
    words: impl Into<AttrValue>,
    hidden: bool,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! { <button type="button" {class} {hidden} {onclick}>{ words.into() }</button> }
}

/// A remark that stands back.
pub(crate) fn muted(text: impl Into<AttrValue>, hidden: bool) -> Html {
    hideable("p", "muted", hidden, text.into())
}

/// Words that are only read out.
pub(crate) fn unseen(text: impl Into<AttrValue>) -> Html {
    classed("span", "visually-hidden", text.into())
}

/// Classes of which some are there only at times.
pub(crate) fn classes(always: &'static str, at_times: &[Option<&'static str>]) -> Classes {
    let mut all = Classes::from(always);
    for class in at_times.iter().flatten() {
        all.push(*class);
    }
    all
}
