//! What the report said against what the code does, claim by claim, with the evidence of each.

use super::claims::Evidence;
use super::command::Dispatch;
use super::narration::prose;
use super::orders::{self, Known, Orders};
use super::parts::{card, classed, hideable, tag};
use super::pill::pill;
use super::state::Action;
use super::verdicts::verdict_over_orders;
use super::view::View;
use crate::machine::Tone;
use crate::protocol::Order;
use crate::scenario::{Claim, ClaimVerdict};
use crate::web::dom;
use yew::prelude::*;

/// The contrast as a card; hidden when the scenario tells none, or a lesson hides it.
pub(super) fn report(dispatch: &Dispatch, view: &View, known: &Orders) -> Html {
    let Some(scenario) = view.story() else { return html! { <section hidden={true} /> } };
    let (narration, claims) = (&scenario.narration, &scenario.claims);
    let empty = narration.report.is_none() && narration.code.is_none() && claims.is_empty();
    let side = |title: &'static str, text: &Option<String>| {
        let text = text.clone().unwrap_or_default();
        html! { <div class="said" hidden={text.is_empty()}>{ tag("h3", title) }{ tag("p", prose(text)) }</div> }
    };
    let own = view.opened.has_own_sizes();
    let rows = claims.iter().enumerate().map(|(at, claim)| {
        let evidence = if own { evidence(dispatch, view, known, at, claim) } else { Html::default() };
        row(at, claim, evidence)
    });
    let content = html! {
        <>
            { side("Report", &narration.report) }
            { side("Code", &narration.code) }
            <div hidden={claims.is_empty()}>
                { tag("h3", "Claim by claim") }
                { classed("p", "muted", summary(claims)) }
                { hideable("p", "muted", own, "What shows them is left out: it needs the scenario's own parameters and budgets") }
                <ul class="claims">{ for rows }</ul>
            </div>
        </>
    };
    card("report", "Report against code", empty, content)
}

fn summary(claims: &[Claim]) -> String {
    let count = |verdict: ClaimVerdict| {
        let count = claims.iter().filter(|claim| claim.verdict == verdict).count();
        (count > 0).then(|| format!("{count} {}", verdict.word()))
    };
    let counts = [ClaimVerdict::Confirmed, ClaimVerdict::Half, ClaimVerdict::Wrong].map(count);
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn row(at: usize, claim: &Claim, evidence: Html) -> Html {
    let (tone, sign) = match claim.verdict {
        ClaimVerdict::Confirmed => (Tone::Ok, "✓"),
        ClaimVerdict::Half => (Tone::Warn, "▲"),
        ClaimVerdict::Wrong => (Tone::Bad, "✗"),
    };
    html! {
        <li key={at} data-claim={(at + 1).to_string()}>
            <p class="claim" id={claim_id(at)}>{ prose(claim.report.clone()) }</p>
            { classed("div", "pills-line", pill(tone, sign, claim.verdict.word())) }
            { classed("p", "evidence", prose(claim.evidence.clone())) }
            { tag("div", evidence) }
        </li>
    }
}

fn claim_id(at: usize) -> String {
    format!("claim-{at}")
}

/// What shows a claim: buttons to a step and a line of the log, and the verdict over all orders.
fn evidence(dispatch: &Dispatch, view: &View, known: &Orders, at: usize, claim: &Claim) -> Html {
    let step = claim.step.map(|step| {
        let words = if step == 0 { "Go to the beginning".into() } else { format!("Go to step {step}") };
        shows(dispatch, at, words, Evidence::Step(step), "#step-title")
    });
    let line = claim.log.as_ref().map(|text| {
        shows(
            dispatch,
            at,
            "Show in log".into(),
            Evidence::Line(text.as_str().into(), claim.step),
            ".log-line.is-marked",
        )
    });
    let order = view.opened.claim_order(claim);
    let answer = known.claims.get(at).and_then(Option::as_ref);
    let asks = order.map(|order| asks(dispatch, at, order, known, answer));
    let property = view.here.properties.iter().map(|property| property.info);
    let property = property.into_iter().find(|info| Some(info.id) == claim.property.as_deref());
    let verdict = property.map(|info| {
        let fixes = claim.fixes.as_ref().or(view.story().map(|scenario| &scenario.fixes));
        let budgets = claim.budgets.iter().map(|(id, most)| format!(", {id} at most {most}"));
        let with =
            format!("{}{}", orders::set(fixes.map_or(&[], Vec::as_slice)), budgets.collect::<String>());
        html! {
            <>
                { tag("small", format!("“{}” with {with}", info.title)) }
                { verdict_over_orders(dispatch, info, answer) }
            </>
        }
    });
    html! {
        <>
            <div class="runs">
                { tag("span", step.unwrap_or_default()) }
                { tag("span", line.unwrap_or_default()) }
                { tag("span", asks.unwrap_or_default()) }
            </div>
            { classed("div", "claim-verdict", verdict.unwrap_or_default()) }
        </>
    }
}

/// A button that goes to the evidence and moves the focus there.
fn shows(dispatch: &Dispatch, at: usize, words: String, evidence: Evidence, target: &'static str) -> Html {
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::Evidence(evidence.clone()));
        dom::in_next_frame(move || dom::focus(target));
    });
    html! { <button type="button" class="small" {onclick} aria-describedby={claim_id(at)}>{ words }</button> }
}

/// The button that asks for the verdict. It stays when there is an answer, and so does the focus on it.
fn asks(dispatch: &Dispatch, at: usize, order: Order, known: &Orders, answer: Option<&Known>) -> Html {
    let pending = known.pending.as_ref().is_some_and(|pending| *pending.order == order);
    let words = match answer {
        Some(_) => "Checked in all orders",
        None if pending => "Checking all orders…",
        None => "Check this in all orders",
    };
    let enabled = answer.is_none() && !pending;
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        if enabled {
            dispatch.dispatch(Action::Ask(Box::new(order.clone())));
        }
    });
    html! {
        <button type="button" class="small" {onclick} aria-describedby={claim_id(at)} aria-disabled={(!enabled).then_some("true")}>{ words }</button>
    }
}
