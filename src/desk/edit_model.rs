//! Parameters and budgets of a scenario file, by what its model declares.

use super::draft::{Checked, set_budget, set_parameter};
use super::fields::{check, number_wrong, select};
use super::kept::{Change, by};
use crate::machine::{ModelInfo, ParameterInfo, ParameterKind, Value};
use crate::scenario::Scenario;
use crate::ui::parts::tag;
use yew::prelude::*;

/// The fields of a model.
pub(super) fn model(
    info: &'static ModelInfo,
    draft: &Scenario,
    checked: &Checked,
    change: &Change<Scenario>,
) -> Html {
    let parameters =
        info.parameters.iter().map(|parameter| self::parameter(parameter, draft, checked, change));
    let budgets = info.faults.iter().map(|fault| {
        let amount = draft.budgets.get(fault.id).copied().unwrap_or(fault.default);
        let (id, default) = (fault.id, fault.default);
        let set = by(change, move |draft: &mut Scenario, text: String| {
            set_budget(draft, id, default, text.trim().parse().unwrap_or(u32::MAX));
        });
        let words = format!("{}, 0 to {}", fault.title, fault.max);
        let wrong = checked.at(&format!("$.budgets.{id}"));
        number_wrong(id, words, amount.to_string(), (0, fault.max), wrong, &set)
    });
    html! { <div class="desk-form">{ for parameters }{ for budgets }</div> }
}

fn parameter(
    info: &'static ParameterInfo,
    draft: &Scenario,
    checked: &Checked,
    change: &Change<Scenario>,
) -> Html {
    let value = draft.parameters.get(info.id).cloned().unwrap_or_else(|| info.kind.default_value());
    let wrong = checked.at(&format!("$.parameters.{}", info.id));
    match (&info.kind, &value) {
        (ParameterKind::Number { min, max, .. }, value) => {
            let set = by(change, move |draft: &mut Scenario, text: String| {
                let value = text.trim().parse().map_or(Value::Word(text), Value::Number);
                set_parameter(draft, info, value);
            });
            let words = format!("{}, {min} to {max}", info.title);
            number_wrong(info.id, words, value.to_string(), (*min, *max), wrong, &set)
        }
        (ParameterKind::Choice { options, .. }, Value::Word(word)) => {
            let options: Vec<_> = options.iter().map(|&option| (option, option)).collect();
            let set =
                by(change, move |draft: &mut Scenario, word| set_parameter(draft, info, Value::Word(word)));
            select(info.id, info.title, word, &options, &set)
        }
        (ParameterKind::Set { options, .. }, Value::Words(words)) => {
            let option = |option: &'static str| {
                let on = words.iter().any(|word| word == option);
                check(
                    option,
                    on,
                    true,
                    &by(change, move |draft: &mut Scenario, on| switch(draft, info, options, option, on)),
                )
            };
            html! {
                <fieldset class="desk-checks">
                    { tag("legend", info.title) }
                    { for options.iter().map(|&word| option(word)) }
                    { super::fields::wrong(wrong) }
                </fieldset>
            }
        }
        // A value of another kind, which loading refuses.
        (_, value) => html! {
            <div class="desk-label">
                <span>{ info.title }</span>
                <code>{ value.to_string() }</code>
                { super::fields::wrong(wrong) }
            </div>
        },
    }
}

/// Switches a word of a set, whose words stay in the order in which the model declares them.
fn switch(
    draft: &mut Scenario,
    info: &'static ParameterInfo,
    options: &'static [&'static str],
    word: &'static str,
    on: bool,
) {
    let before = draft.parameters.get(info.id).cloned().unwrap_or_else(|| info.kind.default_value());
    let Value::Words(before) = before else { return };
    let is_in =
        |option: &&&str| if **option == word { on } else { before.iter().any(|known| known == **option) };
    let words = options.iter().filter(is_in).map(|&option| option.to_owned()).collect();
    set_parameter(draft, info, Value::Words(words));
}
