//! What the report said against what the code does, with the claims and their evidence.

use super::command::Dispatch;
use super::narration::prose;
use super::outcome::jump;
use super::parts::card;
use super::pill::pill;
use crate::machine::Tone;
use crate::scenario::{Claim, ClaimVerdict, Scenario};
use std::rc::Rc;
use yew::prelude::*;

/// The contrast as a card; hidden when the scenario tells none.
pub(super) fn report(dispatch: &Dispatch, scenario: Option<&Rc<Scenario>>) -> Html {
    let Some(scenario) = scenario else { return html! { <section hidden={true} /> } };
    let narration = &scenario.narration;
    let empty = narration.report.is_none() && narration.code.is_none() && scenario.claims.is_empty();
    let side = |title: &'static str, text: &Option<String>| {
        let text = text.clone().unwrap_or_default();
        html! { <div class="said" hidden={text.is_empty()}><h3>{ title }</h3><p>{ prose(text) }</p></div> }
    };
    let claims = scenario.claims.iter().enumerate().map(|(at, claim)| row(dispatch, at, claim));
    let content = html! {
        <>
            { side("Report", &narration.report) }
            { side("Code", &narration.code) }
            <ul class="claims" hidden={scenario.claims.is_empty()}>{ for claims }</ul>
        </>
    };
    card("report", "The report said, the code does", empty, content)
}

fn row(dispatch: &Dispatch, at: usize, claim: &Claim) -> Html {
    let Claim { report, verdict, evidence, step } = claim.clone();
    let (tone, sign, word) = match verdict {
        ClaimVerdict::Confirmed => (Tone::Ok, "✓", "confirmed"),
        ClaimVerdict::Half => (Tone::Warn, "▲", "half right"),
        ClaimVerdict::Wrong => (Tone::Bad, "✗", "not so"),
    };
    let jump = step.map(|step| jump(dispatch, step, format!("see step {step}")));
    html! {
        <li key={at}>
            <p class="claim">{ prose(report) }</p>
            <div class="pills-line">
                { pill(tone, sign, word) }
                { jump.unwrap_or_default() }
            </div>
            <p class="evidence">{ prose(evidence) }</p>
        </li>
    }
}
