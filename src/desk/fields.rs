//! Fields of forms.

use crate::trace::MAX_NOTE_CHARS;
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// A choice of yes or no. One that is not possible stays in its place, and says why in its words.
pub(super) fn check(
    words: impl Into<AttrValue>,
    checked: bool,
    possible: bool,
    set: &Callback<bool>,
) -> Html {
    field("checkbox", AttrValue::default(), words.into(), checked, possible, set)
}

/// One of several choices, of which one is made.
pub(super) fn radio(
    group: &'static str,
    words: impl Into<AttrValue>,
    checked: bool,
    possible: bool,
    set: &Callback<bool>,
) -> Html {
    field("radio", group.into(), words.into(), checked, possible, set)
}

fn field(
    kind: &'static str,
    name: AttrValue,
    words: AttrValue,
    checked: bool,
    possible: bool,
    set: &Callback<bool>,
) -> Html {
    let set = set.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            set.emit(input.checked());
        }
    });
    html! {
        <label class="check">
            <input type={kind} {name} {checked} disabled={!possible} {onchange} />
            <span>{ words }</span>
        </label>
    }
}

/// One of several words, each with what it is called.
pub(super) fn select(
    name: &'static str,
    words: &'static str,
    value: &str,
    options: &[(&'static str, &'static str)],
    set: &Callback<String>,
) -> Html {
    let set = set.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            set.emit(select.value());
        }
    });
    let option = |(word, title): &(&'static str, &'static str)| {
        html! { <option value={*word} key={*word} selected={*word == value}>{ *title }</option> }
    };
    html! {
        <label class="desk-label">
            <span>{ words }</span>
            <select class="desk-field" data-field={name} {onchange}>{ for options.iter().map(option) }</select>
        </label>
    }
}

/// A whole number within bounds.
pub(super) fn number(
    name: &'static str,
    words: impl Into<AttrValue>,
    value: usize,
    (least, most): (usize, usize),
    set: &Callback<String>,
) -> Html {
    let set = set.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            set.emit(input.value());
        }
    });
    html! {
        <label class="desk-label">
            <span>{ words.into() }</span>
            <input class="desk-field" type="number" inputmode="numeric" data-field={name} value={value.to_string()}
                min={least.to_string()} max={most.to_string()} {onchange} />
        </label>
    }
}

/// A text. One of more lines than one is as tall.
pub(super) fn text(
    name: &'static str,
    words: &'static str,
    value: &str,
    rows: u32,
    problem: Option<&str>,
    set: &Callback<String>,
) -> Html {
    let invalid = problem.map(|_| "true");
    let value = value.to_owned();
    let onchange = changed(set);
    html! {
        <label class="desk-label">
            <span>{ words }</span>
            if rows == 1 {
                <input class="desk-field" type="text" data-field={name} {value} {onchange} aria-invalid={invalid} />
            } else {
                <textarea class="desk-field" rows={rows.to_string()} data-field={name} {value} {onchange} aria-invalid={invalid} />
            }
            { wrong(problem) }
        </label>
    }
}

/// A note in a table, whose name is not seen.
pub(super) fn bare(label: String, name: &str, value: &str, set: &Callback<String>) -> Html {
    html! {
        <textarea class="desk-field" rows="1" aria-label={label} data-field={name.to_owned()} value={value.to_owned()} onchange={changed(set)}
            maxlength={MAX_NOTE_CHARS.to_string()} />
    }
}

/// A whole number with what is wrong with it. What the reader wrote stays: the file says why it is refused.
pub(super) fn number_wrong(
    name: &'static str,
    words: String,
    value: String,
    (least, most): (u32, u32),
    problem: Option<&str>,
    set: &Callback<String>,
) -> Html {
    html! {
        <label class="desk-label">
            <span>{ words }</span>
            <input class="desk-field" type="number" inputmode="numeric" data-field={name} {value} min={least.to_string()}
                max={most.to_string()} aria-invalid={problem.map(|_| "true")} onchange={changed(set)} />
            { wrong(problem) }
        </label>
    }
}

/// One of a few words, or none, in a table.
pub(super) fn words_select(
    label: String,
    value: &str,
    words: &[&'static str],
    set: &Callback<String>,
) -> Html {
    let set = set.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            set.emit(select.value());
        }
    });
    let option = |word: &&'static str| {
        html! { <option value={*word} key={*word} selected={*word == value}>{ *word }</option> }
    };
    html! {
        <select class="desk-field" aria-label={label} {onchange}>
            <option value="" selected={value.is_empty()}>{ "–" }</option>
            { for words.iter().map(option) }
        </select>
    }
}

/// What is wrong with a field, beside it.
pub(super) fn wrong(problem: Option<&str>) -> Html {
    html! { <span class="desk-wrong" hidden={problem.is_none()}>{ problem.unwrap_or_default() }</span> }
}

/// Calls back with the text of an input or a text area when the reader leaves it.
fn changed(set: &Callback<String>) -> Callback<Event> {
    let set = set.clone();
    Callback::from(move |event: Event| {
        if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() {
            set.emit(area.value());
        } else if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            set.emit(input.value());
        }
    })
}
