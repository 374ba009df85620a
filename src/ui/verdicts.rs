//! The verdicts over all orders beside the properties, and the runs that prove them.

use super::command::{Dispatch, command_button, use_dispatch};
use super::kept_focus::use_kept_focus;
use super::opened::Found;
use super::orders::{self, Known, plural};
use super::parts::{button, hideable, tag};
use super::pill::pill;
use super::state::Action;
use crate::check::{Counterexample, Ending, Finding, Report};
use crate::machine::{Kind, PropertyInfo};
use crate::web::dom;
use yew::prelude::*;

/// What is known of a property over all orders; hidden before it was asked.
pub(super) fn verdict_over_orders(dispatch: &Dispatch, info: PropertyInfo, check: Option<&Known>) -> Html {
    let known = check.and_then(|known| Some((known, known.report()?)));
    let told = known.and_then(|(known, report)| told(dispatch, info, known, report));
    hideable("div", "orders", told.is_none(), told.unwrap_or_default())
}

fn told(dispatch: &Dispatch, info: PropertyInfo, known: &Known, report: &Report) -> Option<Html> {
    let finding = report.finding(info.id)?;
    let (tone, sign, words) = orders::verdict(finding);
    let mut extent = orders::extent(report.states, report.limit);
    // Breadth first, the first state or step is the nearest; the first lost state is so only in the whole graph.
    if report.limit.is_some() && finding.kind == Kind::Recoverable && finding.counterexample.is_some() {
        extent += "; there may be a shorter run";
    }
    let range = finding.range.map(|range| format!("{}; ", orders::bounds(range))).unwrap_or_default();
    Some(html! {
        <>
            <span class="verdict" data-verdict={finding.verdict.word()}>{ tag("small", "All orders") }{ pill(tone, sign, words) }</span>
            <small>{ range }{ extent }</small>
            <div class="runs" hidden={finding.counterexample.is_none()}>{ for runs(dispatch, info.title, known, finding) }</div>
        </>
    })
}

/// A button for each kind of counterexample there is.
fn runs(dispatch: &Dispatch, title: &str, known: &Known, finding: &Finding) -> Vec<Html> {
    let button = |example: &Option<Counterexample>, words: &str, how: String, name: &str| {
        let example = example.as_ref()?;
        let steps = plural(u32::try_from(example.events.len()).unwrap_or(u32::MAX), "step");
        let name = format!("breaks {}{name}", finding.property);
        let found = orders::found(example, &known.config().fixes, name)?;
        let label = format!("{words}{how} that breaks “{title}”, {steps}");
        Some(run_button(dispatch, found, "small", &format!("{words}{how}"), label))
    };
    let faults = |example: &Option<Counterexample>| example.as_ref().map_or(0, |example| example.faults);
    let switches = |example: &Option<Counterexample>| example.as_ref().map_or(0, |example| example.switches);
    let (sparing, steady) = (&finding.fewest_faults, &finding.fewest_switches);
    [
        button(&finding.counterexample, "Shortest run", String::new(), ""),
        button(sparing, "Fewest faults", format!(", {}", faults(sparing)), ", fewest faults"),
        button(steady, "Fewest changes of actor", format!(", {}", switches(steady)), ", fewest changes"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A button that opens a schedule as a run, and moves the focus to its last step.
pub(super) fn run_button(
    dispatch: &Dispatch,
    found: Found,
    class: &'static str,
    words: &str,
    label: String,
) -> Html {
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::OpenSchedule(found.clone()));
        dom::focus("#step-title");
    });
    html! { <button type="button" {class} {onclick} title={label.clone()} aria-label={label}>{ words.to_owned() }</button> }
}

#[derive(Properties, PartialEq)]
pub(super) struct ExtentProps {
    pub(super) check: Option<Known>,
    pub(super) properties: Vec<PropertyInfo>,
}

/// How to ask, or what the verdicts were found under and how runs end.
#[component]
pub(super) fn OrdersExtent(props: &ExtentProps) -> Html {
    let dispatch = use_dispatch();
    let known = props.check.as_ref().and_then(|known| Some((known, known.report()?)));
    let asked = known.is_some();
    // The button goes once there is an answer.
    let (onfocusin, onfocusout) = use_kept_focus(usize::from(asked), "#properties-title");
    let found = known.map(|(known, report)| {
        let Report { states, depth, transitions, limit, .. } = *report;
        let extent = orders::extent(states, limit);
        html! {
            <>
                <p class="muted extent" data-states={states.to_string()}>
                    { format!("All orders: {extent}, depth {depth}, {transitions} steps. {}", orders::configuration(known.config())) }
                </p>
                { endings(&dispatch, &props.properties, known, report) }
            </>
        }
    });
    let leaves_out = Callback::from(|_: MouseEvent| dom::open_details("leaves-out"));
    html! {
        <div class="orders-foot" {onfocusin} {onfocusout}>
            <div hidden={asked}>
                { command_button("check", "wide-button", "Check all orders") }
                { tag("small", "Every order of all events under these fixes, not only this run") }
            </div>
            { tag("div", found.unwrap_or_default()) }
            { hideable("p", "", !asked, button("jump", "What this model leaves out", false, leaves_out)) }
        </div>
    }
}

/// How runs end: the states at rest by what they come to.
fn endings(dispatch: &Dispatch, properties: &[PropertyInfo], known: &Known, report: &Report) -> Html {
    let title = |id: &str| {
        properties
            .iter()
            .find(|info| info.id == id)
            .map_or_else(|| id.to_owned(), |info| info.title.to_owned())
    };
    let row = |(at, ending): (usize, &Ending)| {
        let words = orders::ending(ending, title);
        let found = orders::found(&ending.example, &known.config().fixes, format!("end {}", at + 1));
        let label = format!("Open an example: {words}");
        let button = found.map(|found| run_button(dispatch, found, "jump", "an example", label));
        html! {
            <li key={at}>{ tag("b", plural(ending.states, "state")) }{ " " }{ words }{ " " }{ tag("span", button.unwrap_or_default()) }</li>
        }
    };
    let part = if report.endings < report.rests {
        format!("Only the first {} are told apart. ", plural(report.endings, "state"))
    } else {
        String::new()
    };
    let dead = match report.dead_ends {
        0 => String::new(),
        dead => format!("In {}, nothing at all can happen.", plural(dead, "state")),
    };
    html! {
        <details class="endings">
            { tag("summary", format!("How runs end: {} at rest", plural(report.rests, "state"))) }
            <ul class="plain">{ for report.outcomes.iter().enumerate().map(row) }</ul>
            <p class="muted" hidden={part.is_empty() && dead.is_empty()}>{ part }{ dead }</p>
        </details>
    }
}
