//! What the run is played under, and what the model leaves out.

use super::narration::prose;
use super::opened::Opened;
use super::parts::{card, fact, tag};
use super::pill;
use super::settings_panel::SettingsPanel;
use crate::machine::{Config, FaultInfo, ParameterInfo, ParameterKind};
use yew::prelude::*;

/// Parameters, budgets and limits of the model as a card.
pub(super) fn configuration(opened: &Opened) -> Html {
    let run = &opened.run;
    let (info, config) = (run.info(), run.config());
    let parameters = info.parameters.iter().map(|parameter| fact(parameter.title, value(config, parameter)));
    let budgets = info.faults.iter().map(|fault| fact(fault.title, budget(config, fault)));
    let left_out = info.leaves_out.iter().enumerate();
    let left_out = left_out.map(|(at, text)| html! { <li key={at}>{ prose(*text) }</li> });
    let content = html! {
        <>
            <p>{ info.title }{ " " }{ pill::plain("pill", info.versioned()) }</p>
            <SettingsPanel run={run.clone()} changed={opened.is_configured()} lesson={opened.lesson.is_some()} />
            <details>
                { tag("summary", "Parameters and fault budgets") }
                <dl class="facts">{ for parameters }{ for budgets }</dl>
            </details>
            <details id="leaves-out">
                { tag("summary", "What this model leaves out") }
                <ul class="plain">{ for left_out }</ul>
            </details>
        </>
    };
    card("configuration", "Model", false, content)
}

fn value(config: &Config, parameter: &ParameterInfo) -> String {
    let default = || match parameter.kind {
        ParameterKind::Number { default, .. } => default.to_string(),
        ParameterKind::Choice { default, .. } => default.to_owned(),
        ParameterKind::Set { default, .. } => default.join("+"),
    };
    let given = config.parameters.get(parameter.id).map(ToString::to_string);
    given.unwrap_or_else(default).replace('+', ", ")
}

fn budget(config: &Config, fault: &FaultInfo) -> String {
    let amount = config.budgets.get(fault.id).copied().unwrap_or(fault.default);
    format!("at most {amount}")
}
