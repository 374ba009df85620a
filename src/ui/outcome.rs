//! Where the run ends once it has settled; under other fixes, before and after side by side.

use super::command::{Dispatch, on_click};
use super::narration::prose;
use super::parts::{card, hideable, muted, tag, unseen};
use super::pill;
use super::state::Action;
use crate::trace::{Comparison, Divergence, Outcomes, Settled};
use yew::prelude::*;

/// The settled outcome as a card.
pub(super) fn outcome(comparison: &Comparison, changed: bool) -> Html {
    let rows = rows(comparison, changed);
    html! {
        <section class="card outcome" aria-labelledby="outcome-title" data-changed={changed.to_string()}>
            <h2 id="outcome-title">{ "Settled outcome" }</h2>
            { muted("Where the schedule ends when the system goes on by itself, without a further fault", false) }
            <table>
                <thead><tr>
                    <th scope="col">{ unseen("Property or key") }</th>
                    <th scope="col" hidden={!changed}>{ "as made" }</th>
                    <th scope="col">{ if changed { "now" } else { "outcome" } }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            { muted(bound(&comparison.after), comparison.after.at_rest) }
        </section>
    }
}

/// What the fixes that are on do to the same schedule, in short; stays in view beside the switches.
pub(super) fn difference(dispatch: &Dispatch, comparison: &Comparison, changed: bool, fixes: &str) -> Html {
    let all = changes(comparison);
    let told = match (changed, all.is_empty()) {
        (false, _) => "",
        (true, false) => "The same schedule ends differently",
        (true, true) => "The same schedule ends the same way",
    };
    let row = |change: &Change| {
        let name = |(at, name): (usize, &Html)| html! { <li key={at}>{ name.clone() }</li> };
        html! {
            <li key={change.words.clone()}>
                <span class="from-to">{ change.before.clone() }<span aria-label="then" role="img">{ "→" }</span>{ change.after.clone() }</span>
                <ul>{ for change.names.iter().enumerate().map(name) }</ul>
            </li>
        }
    };
    let content = html! {
        <>
            { tag("p", tag("b", told)) }
            <ul class="changes">{ for all.iter().map(row) }</ul>
            { tag("div", divergence(dispatch, comparison)) }
        </>
    };
    card("difference", format!("With {fixes}"), !changed, content)
}

/// Properties and keys that go from one outcome to another.
struct Change {
    words: String,
    before: Html,
    after: Html,
    names: Vec<Html>,
}

/// What ends differently, by how.
fn changes(comparison: &Comparison) -> Vec<Change> {
    let (old, new) = (&comparison.before.outcomes, &comparison.after.outcomes);
    let mut out: Vec<Change> = Vec::new();
    let mut add = |words: [&str; 2], pills: [Html; 2], name: Html| {
        let words = words.concat();
        if let Some(change) = out.iter_mut().find(|change| change.words == words) {
            change.names.push(name);
        } else {
            let [before, after] = pills;
            out.push(Change { words, before, after, names: vec![name] });
        }
    };
    for (info, after) in &new.properties {
        let before = old.properties.iter().find(|(old, _)| old.id == info.id).map(|(_, before)| *before);
        if let Some(before) = before.filter(|before| before != after) {
            let pills = [pill::outcome(before), pill::outcome(*after)];
            add([before.word(), after.word()], pills, html! { { info.title } });
        }
    }
    for (key, after) in &new.keys {
        let before = old.keys.iter().find(|(old, _)| old == key).map(|(_, before)| *before);
        if let Some(before) = before.filter(|before| before != after) {
            let pills = [pill::freshness(before), pill::freshness(*after)];
            add([before.word(), after.word()], pills, tag("code", *key));
        }
    }
    out
}

fn bound(settled: &Settled) -> String {
    format!("Not at rest after {} further steps, where the page stops looking", settled.added)
}

fn rows(comparison: &Comparison, changed: bool) -> Vec<Html> {
    let Outcomes { properties, keys } = &comparison.after.outcomes;
    let before = &comparison.before.outcomes;
    let property = properties.iter().map(|(info, after)| {
        let before = before.properties.iter().find(|(old, _)| old.id == info.id).map(|(_, outcome)| *outcome);
        let differs = before.is_some_and(|before| before != *after);
        let before = before.map_or_else(Html::default, pill::outcome);
        row(info.id, html! { { info.title } }, before, pill::outcome(*after), changed, differs)
    });
    let key = keys.iter().map(|(key, after)| {
        let before = before.keys.iter().find(|(old, _)| old == key).map(|(_, freshness)| *freshness);
        let differs = before.is_some_and(|before| before != *after);
        let before = before.map_or_else(Html::default, pill::freshness);
        row(key, tag("code", *key), before, pill::freshness(*after), changed, differs)
    });
    property.chain(key).collect()
}

fn row(id: &'static str, name: Html, before: Html, after: Html, changed: bool, differs: bool) -> Html {
    let differs = changed && differs;
    html! {
        <tr key={id} class={differs.then_some("chg")} data-outcome={id}>
            <th scope="row"><span class="sig" aria-hidden="true">{ if differs { "~" } else { "" } }</span>{ name }</th>
            { hideable("td", "", !changed, before) }
            { tag("td", after) }
        </tr>
    }
}

fn divergence(dispatch: &Dispatch, comparison: &Comparison) -> Html {
    let Some(divergence) = &comparison.divergence else {
        return html! { <p data-divergence="0">{ "Every step of the schedule does the same as before" }</p> };
    };
    let step = divergence.step();
    let text = match divergence {
        Divergence::Refused { guard, .. } if comparison.changed.is_refused(step) => {
            format!("is not possible any more, {guard}")
        }
        Divergence::Refused { .. } => "is possible now, and was refused before".to_owned(),
        Divergence::Effect { .. } => "does something else than before".to_owned(),
    };
    html! { <p data-divergence={step.to_string()}>{ tag("b", "First difference") }{ " " }{ jump(dispatch, step, format!("step {step}")) }{ " " }{ prose(text) }</p> }
}

/// A button that goes to a step.
pub(super) fn jump(dispatch: &Dispatch, step: usize, words: impl Into<AttrValue>) -> Html {
    let onclick = on_click(dispatch, Action::Seek(step));
    html! { <button type="button" class="jump" {onclick} title={if step == 0 { "Go to before the first step".into() } else { format!("Go to step {step}") }}>{ words.into() }</button> }
}
