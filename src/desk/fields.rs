//! Fields of forms.

use web_sys::{HtmlInputElement, HtmlSelectElement};
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
