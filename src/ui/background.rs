//! Around the run: what to do, which versions, where the facts come from.

use super::narration::prose;
use super::parts::{card, hideable, tag};
use super::shared::Run;
use crate::scenario::{Scenario, Source};
use std::rc::Rc;
use yew::prelude::*;

/// Advice, versions and sources as a card.
pub(super) fn background(scenario: Option<&Rc<Scenario>>, run: &Run, at_start: bool) -> Html {
    let info = run.info();
    let versions = scenario.map_or(info.versions, |scenario| &scenario.versions).to_owned();
    let summary = scenario.map_or(info.summary, |scenario| &scenario.summary).to_owned();
    let content = html! {
        <>
            { hideable("p", "", at_start, prose(summary)) }
            { tag("div", scenario.map_or_else(Html::default, advice)) }
            { tag("h3", "Versions") }
            { tag("p", prose(versions)) }
            { tag("div", scenario.map_or_else(Html::default, confirmed)) }
            { tag("div", scenario.map_or_else(Html::default, sources)) }
        </>
    };
    card("background", "Background", false, content)
}

fn advice(scenario: &Rc<Scenario>) -> Html {
    let items = scenario.advice.iter().enumerate();
    let items = items.map(|(at, text)| html! { <li key={at}>{ prose(text.clone()) }</li> });
    part("What to do", scenario.advice.is_empty(), html! { <ul class="plain">{ for items }</ul> })
}

/// On which release the run was recorded, with its record beside the page: a file of the reader's own may say anything,
/// so only a path within the page is a link.
fn confirmed(scenario: &Rc<Scenario>) -> Html {
    let Some(confirmed) = &scenario.confirmed else { return tag("p", "By reading only") };
    let record = confirmed.record.clone();
    let link = if record.starts_with("conformance/") {
        html! { <a href={record}>{ "its record" }</a> }
    } else {
        prose(record)
    };
    html! { <p>{ format!("Confirmed on {}, {}: ", confirmed.on, confirmed.date) }{ link }</p> }
}

fn sources(scenario: &Rc<Scenario>) -> Html {
    let item = |(at, source): (usize, &Source)| match &source.url {
        Some(url) => html! {
            <li key={at}><a href={url.clone()} target="_blank" rel="noopener noreferrer">{ &source.title }</a></li>
        },
        None => html! { <li key={at}>{ &source.title }</li> },
    };
    let items = scenario.sources.iter().enumerate().map(item);
    part("Sources", scenario.sources.is_empty(), html! { <ul class="plain">{ for items }</ul> })
}

fn part(title: &'static str, hidden: bool, content: Html) -> Html {
    html! { <div {hidden}>{ tag("h3", title) }{ content }</div> }
}
