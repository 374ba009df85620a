//! The HA store: a table of keys with the change of the last step in each row.

use super::changes::{Entry, gone, vanished_keys};
use super::mark;
use super::parts::{classed, classes, hideable, table_head, tag, unseen};
use super::pill;
use super::scroll::Scroller;
use crate::machine::{Badge, Bar, Change, Freshness, Mark, Row, SceneDiff, Store};
use yew::prelude::*;

/// The columns of the table.
const COLUMNS: [&str; 5] = ["key", "value", "rev", "last writer", "state"];

/// A store as a card with a table.
pub fn store_card(store: &Store, diff: &SceneDiff) -> Html {
    let path = format!("store/{}", store.id);
    let rows = store.rows.iter().map(|row| present(row, &path, diff));
    let ghosts = vanished_keys(store, &path, diff).into_iter().map(|key| ghost(&key, &path, diff));
    html! {
        <section key={store.id} class="card store" aria-label={store.title} data-store={store.id}>
            <header class="head">
                { classed("h2", "card-title", store.title) }
                { tag("code", store.name) }
                { revision(store.revision) }
                { holder(&store.holder, &path, diff) }
            </header>
            { bars(store, &path, diff) }
            <Scroller label={format!("{}, keys", store.title)}>
                <table class="store-table">
                    { table_head(format!("Keys of {} {}", store.title, store.name), &COLUMNS) }
                    <tbody>{ for rows.chain(ghosts) }</tbody>
                </table>
            </Scroller>
        </section>
    }
}

fn holder(holder: &Badge, path: &str, diff: &SceneDiff) -> Html {
    let change = diff.at(&format!("{path}/holder"));
    let mark = change.map(|change| change.mark);
    html! {
        <span class={classes("pill holder", &[mark::tone_class(holder.tone), mark.map(mark::class)])}
            hidden={holder.text.is_empty()}>
            { mark::sign_with(mark, change.and_then(|change| change.before.as_deref())) }
            { mark::glyph(holder.tone) }{ tag("span", &holder.text) }
        </span>
    }
}

fn revision(revision: Option<u32>) -> Html {
    let text = revision.map_or_else(String::new, |revision| format!("revision {revision}"));
    hideable("span", "pill", revision.is_none(), text)
}

/// What runs out, as meters with their numbers, and what the step took away of it.
fn bars(store: &Store, path: &str, diff: &SceneDiff) -> Html {
    let bar = |bar: &Bar| {
        let change = diff.at(&format!("{path}/bar/{}", bar.id));
        let mark = change.map(|change| change.mark);
        let class = classes("timer", &[mark::tone_class(bar.tone), mark.map(mark::class)]);
        let (left, of) = (bar.left.to_string(), bar.of.to_string());
        html! {
            <li key={bar.id} {class} data-bar={bar.id}>
                <span class="timer-title">
                    { mark::sign_with(mark, change.and_then(|change| change.before.as_deref())) }
                    { mark::glyph(bar.tone) }{ tag("span", &bar.title) }
                </span>
                <meter aria-label={bar.title.clone()} min="0" max={of} value={left.clone()}>{ left }</meter>
                { classed("span", "timer-left", bar.words()) }
            </li>
        }
    };
    let ghost = |entry: Entry| {
        html! {
            <li key={entry.path} class="timer is-removed"><span>{ mark::sign(entry.mark) }{ tag("s", entry.text) }</span></li>
        }
    };
    let ghosts = gone(diff, &format!("{path}/bar"));
    let empty = store.bars.is_empty() && ghosts.is_empty();
    html! {
        <ul class="timers" hidden={empty}>{ for store.bars.iter().map(bar).chain(ghosts.into_iter().map(ghost)) }</ul>
    }
}

/// A row of the store as it is now.
fn present(row: &Row, path: &str, diff: &SceneDiff) -> Html {
    let value = diff.at(&format!("{path}/{}/value", row.key));
    let state = diff.at(&format!("{path}/{}/state", row.key));
    let mark = value.or(state).map(|change| change.mark);
    let revision = row.revision.map_or_else(|| "—".to_owned(), |revision| revision.to_string());
    html! {
        <tr key={row.key} class={mark.map(mark::class)} data-key={row.key}>
            <th scope="row">{ classed("span", "row-sign", mark::sign(mark)) }{ tag("code", row.key) }</th>
            { tag("td", value_cell(row.value.as_deref(), value)) }
            { tag("td", revision) }
            { tag("td", row.writer.as_deref().unwrap_or("—")) }
            { tag("td", freshness(row.freshness, state)) }
        </tr>
    }
}

/// The value, and the one that the step replaced or removed.
fn value_cell(value: Option<&str>, change: Option<&Change>) -> Html {
    let before = change.and_then(|change| change.before.as_deref());
    let was = before.map_or_else(Html::default, |before| {
        html! { <s class="was">{ unseen("was ") }{ before }</s> }
    });
    let now = match (value, before) {
        (Some(value), _) => tag("span", value),
        (None, Some(_)) => Html::default(),
        (None, None) => classed("span", "none", "no value"),
    };
    html! { <span class="value">{ was }{ now }</span> }
}

fn freshness(freshness: Freshness, change: Option<&Change>) -> Html {
    let (tone, glyph) = match freshness {
        Freshness::Fresh => ("ok", "✓"),
        Freshness::Stale => ("warn", "▲"),
        Freshness::Missing => ("bad", "✗"),
    };
    // A row that is new or gone says so at its head; here only a state that turned into another is told.
    let change = change.filter(|change| change.mark == Mark::Changed);
    let told =
        change.and_then(|change| change.before.as_ref()).map(|before| format!("changed, was {before}: "));
    html! {
        <span class={classes("pill state", &[Some(tone), change.map(|c| mark::class(c.mark))])}>
            { unseen(told.unwrap_or_default()) }
            <span class="glyph" aria-hidden="true">{ glyph }</span>{ freshness.word() }
        </span>
    }
}

fn ghost(key: &str, path: &str, diff: &SceneDiff) -> Html {
    let value = diff.at(&format!("{path}/{key}/value"));
    html! {
        <tr key={format!("gone/{key}")} class="is-removed">
            <th scope="row">
                { classed("span", "row-sign", mark::sign(Some(Mark::Removed))) }{ tag("code", tag("s", key)) }
            </th>
            { tag("td", value_cell(None, value)) }
            { tag("td", "—") }
            { tag("td", "—") }
            { tag("td", pill::plain("pill state", "gone")) }
        </tr>
    }
}
