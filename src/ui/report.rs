//! What the report said against what the code does, with the claims and their evidence.

use super::command::Dispatch;
use super::narration::Prose;
use super::outcome::jump;
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
        html! { <div class="said" hidden={text.is_empty()}><h3>{ title }</h3><p><Prose {text} /></p></div> }
    };
    let claims = scenario.claims.iter().enumerate().map(|(at, claim)| row(dispatch, at, claim));
    html! {
        <section class="card report" aria-labelledby="report-title" hidden={empty}>
            <h2 id="report-title">{ "The report said, the code does" }</h2>
            { side("Report", &narration.report) }
            { side("Code", &narration.code) }
            <ul class="claims" hidden={scenario.claims.is_empty()}>{ for claims }</ul>
        </section>
    }
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
            <p class="claim"><Prose text={report} /></p>
            <div class="pills-line">
                { pill(tone, sign, word) }
                { jump.unwrap_or_default() }
            </div>
            <p class="evidence"><Prose text={evidence} /></p>
        </li>
    }
}
