//! What a scenario file expects of its run, with and without fixes.

use super::draft::{Checked, expected};
use super::fields::{select, words_select, wrong};
use super::kept::{Change, by};
use crate::machine::{ModelInfo, ShortMap};
use crate::model::{self, Model};
use crate::scenario::{Expectation, FreshnessWord, OutcomeWord, Scenario, VerdictWord};
use crate::ui::parts::{muted, table_head, tag};
use crate::web::dom;
use yew::prelude::*;

/// Nothing is expected.
const NONE: &str = "";

/// The expectations, one a set of fixes.
pub(super) fn expectations(
    info: &'static ModelInfo,
    draft: &Scenario,
    checked: &Checked,
    change: &Change<Scenario>,
    say: &Callback<AttrValue>,
) -> Html {
    let all = draft.expect.iter().enumerate();
    let all = all.map(|(at, one)| expectation(at, one, draft, checked, change, say));
    let mut choices = vec![(NONE, "a set of fixes…"), ("none", "no fix")];
    choices.extend(info.fixes.iter().map(|fix| (fix.id, fix.id)));
    let add = {
        let (draft, say) = (draft.clone(), say.clone());
        let change = change.clone();
        Callback::from(move |word: String| {
            let fixes = match word.as_str() {
                NONE => return,
                "none" => Vec::new(),
                fix => vec![fix.to_owned()],
            };
            if draft.expect.iter().any(|known| known.fixes == fixes) {
                return say.emit("There is an expectation under these fixes already".into());
            }
            match expected(&draft, &fixes) {
                Ok(found) => change.emit(Box::new(move |draft| draft.expect.push(found))),
                Err(why) => say.emit(why.into()),
            }
        })
    };
    html! {
        <>
            { muted("What the run comes to once nothing happens by itself any more", false) }
            { for all }
            { select("add-expectation", "Expect what the run shows under", NONE, &choices, &add) }
        </>
    }
}

fn expectation(
    at: usize,
    one: &Expectation,
    draft: &Scenario,
    checked: &Checked,
    change: &Change<Scenario>,
    say: &Callback<AttrValue>,
) -> Html {
    let take = {
        let (draft, fixes, verdicts) = (draft.clone(), one.fixes.clone(), one.verdicts.clone());
        let (change, say) = (change.clone(), say.clone());
        Callback::from(move |_: MouseEvent| match expected(&draft, &fixes) {
            Ok(found) => {
                let found = Expectation { verdicts: verdicts.clone(), ..found };
                change.emit(Box::new(move |draft| draft.expect[at] = found));
                say.emit("Taken from the run".into());
            }
            Err(why) => say.emit(why.into()),
        })
    };
    let leave = {
        let change = change.clone();
        Callback::from(move |_: MouseEvent| {
            // The button goes away with its expectation; what adds one stays.
            dom::focus("[data-field=add-expectation]");
            change.emit(Box::new(move |draft: &mut Scenario| drop(draft.expect.remove(at))));
        })
    };
    let under = if one.fixes.is_empty() { "No fix".to_owned() } else { one.fixes.join(", ") };
    let path = format!("$.expect[{at}]");
    let about = model::find(&draft.model);
    let properties = about.map(Model::properties).unwrap_or_default();
    let keys = about.map_or(&[][..], Model::keys);
    let rows = properties.iter().map(|property| property_row(at, one, property.id, &path, checked, change));
    let keys = keys.iter().map(|&key| key_row(at, one, key, &path, checked, change));
    html! {
        <section class="desk-expect" key={at} data-expect={one.fixes.join(" ")}>
            <header>
                { tag("h4", under) }
                <button type="button" onclick={take}>{ "Take what the run shows" }</button>
                <button type="button" onclick={leave}>{ "Leave out" }</button>
            </header>
            <div class="scroller desk-table" role="region" tabindex="0" aria-label={format!("Expectation {}", at + 1)}>
                <table>
                    { table_head(format!("Expectation {}", at + 1), &["property or key", "this run", "every order"]) }
                    <tbody>{ for rows }{ for keys }</tbody>
                </table>
            </div>
            { wrong(checked.at(&format!("{path}.diverges_at"))) }
            { wrong(checked.at(&format!("{path}.fixes"))) }
        </section>
    }
}

fn property_row(
    at: usize,
    one: &Expectation,
    id: &'static str,
    path: &str,
    checked: &Checked,
    change: &Change<Scenario>,
) -> Html {
    let outcome = one.outcome.get(id).map_or(NONE, |word| word.outcome().word());
    let verdict = one.verdicts.get(id).map_or(NONE, |word| word.verdict().word());
    let set_outcome = by(change, move |draft: &mut Scenario, word: String| {
        let words = [OutcomeWord::Holds, OutcomeWord::Violated, OutcomeWord::Lost];
        let known = words.into_iter().find(|known| known.outcome().word() == word);
        put(&mut draft.expect[at].outcome, id, known);
    });
    let set_verdict = by(change, move |draft: &mut Scenario, word: String| {
        let words = [VerdictWord::Holds, VerdictWord::Violated];
        let known = words.into_iter().find(|known| known.verdict().word() == word);
        put(&mut draft.expect[at].verdicts, id, known);
    });
    html! {
        <tr key={id}>
            <th scope="row"><code>{ id }</code>{ wrong(checked.at(&format!("{path}.outcome.{id}"))) }</th>
            <td>{ words_select(format!("{id} in this run"), outcome, &["holds", "violated", "lost"], &set_outcome) }</td>
            <td>{ words_select(format!("{id} in every order"), verdict, &["holds", "violated"], &set_verdict) }</td>
        </tr>
    }
}

fn key_row(
    at: usize,
    one: &Expectation,
    key: &'static str,
    path: &str,
    checked: &Checked,
    change: &Change<Scenario>,
) -> Html {
    let word = one.keys.get(key).map_or(NONE, |word| word.freshness().word());
    let set = by(change, move |draft: &mut Scenario, word: String| {
        let words = [FreshnessWord::Fresh, FreshnessWord::Stale, FreshnessWord::Missing];
        let known = words.into_iter().find(|known| known.freshness().word() == word);
        put(&mut draft.expect[at].keys, key, known);
    });
    html! {
        <tr key={key}>
            <th scope="row"><code>{ key }</code>{ wrong(checked.at(&format!("{path}.keys.{key}"))) }</th>
            <td>{ words_select(format!("{key} after this run"), word, &["fresh", "stale", "missing"], &set) }</td>
            <td />
        </tr>
    }
}

/// Sets what is expected of a property or key, or that nothing is.
fn put<T>(all: &mut ShortMap<String, T>, id: &str, word: Option<T>) {
    let id = id.to_owned();
    if let Some(word) = word {
        all.insert(id, word);
    } else {
        all.remove(&id);
    }
}
