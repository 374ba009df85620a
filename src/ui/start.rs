//! The start page: scenarios by the question that people bring.

use super::command::{CommandButton, Dispatch, on_click};
use super::icon::{Icon, icon};
use super::index::{Entry, by_question, systems};
use super::parts::{classed, muted, tag};
use super::paste::PasteBox;
use super::pill;
use super::state::{Action, Index};
use crate::machine::System;
use crate::model::MODELS;
use crate::scenario::Question;
use crate::share::{Link, Page, Source, encode};
use yew::prelude::*;

/// The start page. The run that the reader left comes as its link and title.
pub(super) fn start(
    dispatch: &Dispatch,
    index: &Index,
    filter: Option<System>,
    last: Option<&(AttrValue, AttrValue)>,
) -> Html {
    let entries: &[Entry] = match index {
        Index::Ready(entries) => entries,
        Index::Loading | Index::Failed => &[],
    };
    html! {
        <main class="start">
            <section class="hero">
                <h1 tabindex="-1">{ "Which race is this, and which fix really stops it?" }</h1>
                { tag("p", "Stepdown runs the leader election and shutdown of real systems as state machines, here in your browser. \
                      You are the scheduler: at every step you see each thread, queue, lock and HA-store key, and choose what happens next. \
                      Switch a fix on and the same schedule is replayed, so you see what it really changes.") }
                { calls(entries.iter().find(|entry| entry.start_here), last) }
            </section>
            <PasteBox />
            { filter_bar(dispatch, &systems(entries), filter) }
            { questions(entries, filter) }
            { muted("Loading the scenarios…", *index != Index::Loading) }
            { models(filter) }
        </main>
    }
}

fn calls(entry: Option<&Entry>, last: Option<&(AttrValue, AttrValue)>) -> Html {
    let start = entry.map(|entry| {
        html! {
            <a class="button primary" href={scenario_link(&entry.id)} data-start-here={entry.id.clone()} title={entry.title.clone()}>
                { "Start here" }{ icon(Icon::Next) }
            </a>
        }
    });
    let last = last.map(|(link, title)| {
        html! {
            <a class="button" href={link.clone()} data-continue="true">
                { "Continue where you were" }{ classed("span", "muted", title) }
            </a>
        }
    });
    html! {
        <div class="calls">
            { classed("span", "slot", start.unwrap_or_default()) }
            { classed("span", "slot", last.unwrap_or_default()) }
            <CommandButton id="open-file">{ icon(Icon::File) }{ "Open file…" }</CommandButton>
            { classed("span", "muted", "or drop a scenario file anywhere") }
        </div>
    }
}

fn filter_bar(dispatch: &Dispatch, systems: &[System], filter: Option<System>) -> Html {
    let button = |system: Option<System>| {
        let onclick = on_click(dispatch, Action::Filter(system));
        let pressed = filter == system;
        html! {
            <button key={system.map_or("all", System::id)} type="button" {onclick} aria-pressed={pressed.to_string()}
                data-system={system.map_or("all", System::id)}>
                { system.map_or("All systems", System::title) }
            </button>
        }
    };
    let all = std::iter::once(None).chain(systems.iter().copied().map(Some));
    html! {
        <div class="filter" role="group" aria-label="System" hidden={systems.is_empty()}>{ for all.map(button) }</div>
    }
}

fn questions(entries: &[Entry], filter: Option<System>) -> Html {
    let group = |(question, entries): (Question, Vec<&Entry>)| {
        let id = format!("question-{}", question.word());
        html! {
            <section key={question.word()} class="question" aria-labelledby={id.clone()} data-question={question.word()}>
                <h2 {id}>{ question.text() }</h2>
                <ul class="cards">{ for entries.into_iter().map(card) }</ul>
            </section>
        }
    };
    html! { <div class="questions">{ for by_question(entries, filter).into_iter().map(group) }</div> }
}

fn card(entry: &Entry) -> Html {
    html! {
        <li key={entry.id.clone()}>
            <a class="card scenario" href={scenario_link(&entry.id)} data-scenario={entry.id.clone()}>
                { tag("h3", &entry.title) }
                { tag("p", entry.summary.replace('`', "")) }
                <span class="pills-line">
                    { pill::plain("pill", entry.system.title()) }
                    { pill::plain("pill", entry.model.clone()) }
                    if entry.start_here {
                        { pill::plain("pill ok", "start here") }
                    }
                    if entry.lesson {
                        { pill::plain("pill accent", "lesson") }
                    }
                </span>
            </a>
        </li>
    }
}

/// The models without a story, for those who want to find one of their own.
fn models(filter: Option<System>) -> Html {
    let fits = |system: System| filter.is_none_or(|filter| filter == system);
    let infos = MODELS.iter().map(|model| model.info()).filter(|info| fits(info.system));
    let item = |info: &'static crate::machine::ModelInfo| {
        let link = encode(&Page::Run(Link::new(Source::Model(info.id.to_owned()))));
        html! {
            <li key={info.id}>
                <a class="card scenario" href={link} data-model={info.id}>
                    { tag("h3", info.title) }
                    { tag("p", info.summary) }
                    <span class="pills-line">{ pill::plain("pill", info.system.title()) }{ pill::plain("pill", info.versioned()) }</span>
                </a>
            </li>
        }
    };
    let items: Vec<Html> = infos.map(item).collect();
    html! {
        <section class="question" aria-labelledby="models-title" hidden={items.is_empty()}>
            <h2 id="models-title">{ "Or explore a model without a story" }</h2>
            <ul class="cards">{ for items }</ul>
        </section>
    }
}

/// The link to the beginning of a scenario.
fn scenario_link(id: &str) -> String {
    step_link(id, 0)
}

/// The link to a step of a scenario.
pub(super) fn step_link(id: &str, at: usize) -> String {
    encode(&Page::Run(Link { at, ..Link::new(Source::Scenario(id.to_owned())) }))
}
