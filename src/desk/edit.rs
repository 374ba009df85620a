//! The dialog with the run as a scenario file that can be edited.

use super::copy::Copy;
use super::draft::{Checked, file_name, set_note, toggle_fix};
use super::edit_expect::expectations;
use super::edit_model::model;
use super::fields::{check, select, text};
use super::kept::{Change, Step, by, use_kept};
use super::left::Left;
use super::panel::{PanelProps, part};
use crate::export::{Format, scenario};
use crate::model::{Model, find};
use crate::protocol::Returned;
use crate::scenario::{Question, Scenario};
use crate::ui::effect::use_after;
use crate::ui::parts::{classed, muted, table_head, tag};
use crate::web::download;
use std::cell::RefCell;
use yew::prelude::*;

/// Runs with more steps have no table of them: notes are then set in the page.
const TABLE_STEPS: usize = 300;

thread_local! {
    /// What was edited in dialogs that were closed since.
    static LEFT: RefCell<Left> = const { RefCell::new(Left::new()) };
}

/// The fields of a scenario, and the file that they make.
#[component]
pub(super) fn Edit(props: &PanelProps) -> Html {
    let begin = use_memo((), |()| {
        let document = props.run.document()?;
        scenario(&document)
    });
    let (draft, change) = use_kept(|| {
        let left =
            begin.as_ref().as_ref().ok().and_then(|begin| LEFT.with_borrow(|left| left.find(begin).cloned()));
        left.map_or_else(|| (*begin).clone(), Ok)
    });
    let resumed = use_memo((), |()| draft != *begin);
    let found = match draft {
        Ok(draft) => draft,
        Err(why) => {
            let told = format!("This run makes no scenario file: {why}");
            return html! { <p class="notice problem" role="alert">{ told }</p> };
        }
    };
    let change: Change<Scenario> = change.reform(|step: Step<Scenario>| -> Step<Result<Scenario, String>> {
        Box::new(move |draft| {
            if let Ok(draft) = draft {
                step(draft);
            }
        })
    });
    let again = begin.as_ref().as_ref().ok().map(|begin| {
        LEFT.with_borrow_mut(|left| left.keep(begin, &found));
        let (begin, change) = (begin.clone(), change.clone());
        let is_edited = begin != found;
        let onclick = Callback::from(move |_: MouseEvent| {
            let begin = begin.clone();
            change.emit(Box::new(move |draft| *draft = begin));
        });
        html! { <p class="notice" hidden={!(*resumed && is_edited)}>
            { "Your changes from before are still here. " }<button type="button" {onclick}>{ "Begin again from the run" }</button>
        </p> }
    });
    let checked = Checked::of(&found);
    {
        // A file that was saved before it went wrong is not the one that is shown.
        let (say, is_right) = (props.say.clone(), checked.problems.is_empty());
        use_after(is_right, move || {
            if !is_right {
                say.emit(AttrValue::default());
            }
        });
    }
    let Some(info) = find(&found.model).map(Model::info) else { return Html::default() };
    let fixes = info.fixes.iter().map(|fix| {
        let on = found.fixes.iter().any(|known| known == fix.id);
        check(
            fix.title,
            on,
            true,
            &by(&change, move |draft: &mut Scenario, _| toggle_fix(draft, info, fix.id)),
        )
    });
    html! {
        <>
            { again }
            { part("Story", story(&found, &checked, &change)) }
            { part("Notes by step", notes(&found, &change)) }
            { part("Parameters and fault budgets", model(info, &found, &checked, &change)) }
            { part("Fixes that are on", html! { <div class="desk-checks">{ for fixes }</div> }) }
            { part("Expectations", expectations(info, &found, &checked, &change, &props.say)) }
            <details>
                { tag("summary", "The file as JSON") }
                <Copy id="file" label="The file" text={checked.text.clone()} rows={16} words="Copy the file" say={props.say.clone()} />
            </details>
            { problems(&checked) }
            { buttons(props, &found, &checked) }
        </>
    }
}

fn story(draft: &Scenario, checked: &Checked, change: &Change<Scenario>) -> Html {
    let questions = Question::ALL.map(|question| (question.word(), question.text()));
    let set_question = by(change, |draft: &mut Scenario, word: String| {
        draft.question =
            Question::ALL.into_iter().find(|question| question.word() == word).unwrap_or_default();
    });
    html! {
        <div class="desk-story">
            { text("title", "Title", &draft.title, 1, checked.at("$.title"), &by(change, |draft: &mut Scenario, text| draft.title = text)) }
            { text("id", "Name of the file, without .json", &draft.id, 1, checked.at("$.id"), &by(change, |draft: &mut Scenario, text: String| {
                text.trim().clone_into(&mut draft.id);
            })) }
            { select("question", "The question that brings a reader here", draft.question.word(), &questions, &set_question) }
            { text("summary", "What happens", &draft.summary, 3, checked.at("$.summary"), &by(change, |draft: &mut Scenario, text| draft.summary = text)) }
        </div>
    }
}

fn notes(draft: &Scenario, change: &Change<Scenario>) -> Html {
    let len = draft.schedule.len();
    if len > TABLE_STEPS {
        return muted(
            format!(
                "A run of {len} steps is too long for a table: its {} notes stay as they are",
                draft.notes.len()
            ),
            false,
        );
    }
    let row = |step: usize| {
        let known = draft.notes.iter().find(|note| note.step == step);
        let what = step
            .checked_sub(1)
            .map_or_else(|| "Before the first step".into(), |at| draft.schedule[at].to_string());
        let set = by(change, move |draft: &mut Scenario, text: String| set_note(draft, step, &text));
        html! {
            <tr key={step}>
                <th scope="row">{ step }</th>
                <td><code>{ what }</code></td>
                <td>{ super::fields::bare(format!("Note on step {step}"), &format!("note-{step}"), known.map_or("", |note| &note.text), &set) }</td>
            </tr>
        }
    };
    html! {
        <div class="scroller desk-table desk-notes" role="region" aria-label="Notes by step" tabindex="0">
            <table>
                { table_head("Notes by step", &["step", "event", "note"]) }
                <tbody>{ for (0..=len).map(row) }</tbody>
            </table>
        </div>
    }
}

/// What is wrong, wherever it is, beside the buttons that it keeps from working.
fn problems(checked: &Checked) -> Html {
    let item = |(path, message): &(String, String)| {
        html! { <li key={path.clone()} data-path={path.clone()}><code>{ path }</code>{ format!(": {message}") }</li> }
    };
    html! {
        <div class="notice problem" role="alert" hidden={checked.problems.is_empty()}>
            <ul class="plain">{ for checked.problems.iter().map(item) }</ul>
        </div>
    }
}

fn buttons(props: &PanelProps, draft: &Scenario, checked: &Checked) -> Html {
    let (name, content, say) = (file_name(draft), checked.text.clone(), props.say.clone());
    let is_right = checked.problems.is_empty();
    let save = {
        let (name, content) = (name.clone(), content.clone());
        Callback::from(move |_: MouseEvent| {
            let saved =
                download::save(&name, Format::Json.media_type(), download::Content::Text(content.clone()));
            say.emit(match saved {
                Ok(()) if is_right => format!("{name} is on its way to your downloads").into(),
                Ok(()) => format!("{name} is on its way to your downloads, with what is wrong in it").into(),
                Err(why) => why.into(),
            });
        })
    };
    let open = {
        let (end, opens) = (props.end.clone(), checked.opens);
        Callback::from(move |_: MouseEvent| {
            if opens {
                end.emit(Returned::Open { name: name.clone(), text: content.clone() });
            }
        })
    };
    html! {
        <div class="desk-buttons">
            <button type="button" class="primary" onclick={save}>{ "Download the file" }</button>
            <button type="button" onclick={open} aria-disabled={(!checked.opens).then_some("true")}>{ "Open in this page" }</button>
            { classed("span", "muted", "stepdown check proves what it expects") }
        </div>
    }
}
