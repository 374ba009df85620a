//! Around the run: what to do, which versions, where the facts come from.

use super::narration::Prose;
use super::shared::Run;
use crate::scenario::{Scenario, Source};
use std::rc::Rc;
use yew::prelude::*;

/// Advice, versions and sources as a card.
pub(super) fn background(scenario: Option<&Rc<Scenario>>, run: &Run, at_start: bool) -> Html {
    let info = run.info();
    let versions = scenario.map_or(info.versions, |scenario| &scenario.versions).to_owned();
    let summary = scenario.map_or(info.summary, |scenario| &scenario.summary).to_owned();
    html! {
        <section class="card background" aria-labelledby="background-title">
            <h2 id="background-title">{ "Background" }</h2>
            <p hidden={at_start}><Prose text={summary} /></p>
            <div>{ scenario.map_or_else(Html::default, advice) }</div>
            <h3>{ "Versions" }</h3>
            <p><Prose text={versions} /></p>
            <div>{ scenario.map_or_else(Html::default, confirmed) }</div>
            <div>{ scenario.map_or_else(Html::default, sources) }</div>
        </section>
    }
}

fn advice(scenario: &Rc<Scenario>) -> Html {
    let items = scenario.advice.iter().enumerate();
    let items = items.map(|(at, text)| html! { <li key={at}><Prose text={text.clone()} /></li> });
    html! { <div hidden={scenario.advice.is_empty()}><h3>{ "What to do" }</h3><ul class="plain">{ for items }</ul></div> }
}

fn confirmed(scenario: &Rc<Scenario>) -> Html {
    let told = scenario.confirmed.as_ref().map(|confirmed| {
        html! { <p>{ format!("Seen on {} on {}. ", confirmed.on, confirmed.date) }<Prose text={confirmed.record.clone()} /></p> }
    });
    html! { <div hidden={told.is_none()}><h3>{ "Confirmed" }</h3>{ told.unwrap_or_default() }</div> }
}

fn sources(scenario: &Rc<Scenario>) -> Html {
    let item = |(at, source): (usize, &Source)| match &source.url {
        Some(url) => html! {
            <li key={at}><a href={url.clone()} target="_blank" rel="noopener noreferrer">{ &source.title }</a></li>
        },
        None => html! { <li key={at}>{ &source.title }</li> },
    };
    let items = scenario.sources.iter().enumerate().map(item);
    html! { <div hidden={scenario.sources.is_empty()}><h3>{ "Sources" }</h3><ul class="plain">{ for items }</ul></div> }
}
